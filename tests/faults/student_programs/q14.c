/* Project 2: towers */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define BOARD_SIZE   8
#define TREE_DEPTH   3
#define P_ACTIONS    10

#define BLACK_TURN   1
#define WHITE_TURN   0

typedef unsigned char board_t[BOARD_SIZE][BOARD_SIZE];

typedef struct action {
    int from_row, from_col;
    int to_row, to_col;
} action_t;

typedef struct node {
    board_t board;
    action_t action;
    int cost;
    int num_children;
    struct node **children;
} node_t;

/****************************************************************/

void init_board(board_t board) {
    for (int row = 0; row < BOARD_SIZE; row++) {
        for (int col = 0; col < BOARD_SIZE; col++) {
            board[row][col] = '.';
            if ((row + col) % 2 == 0) {
                continue;
            }
            if (row < 3) {
                board[row][col] = 'w';
            } else if (row >= BOARD_SIZE - 3) {
                board[row][col] = 'b';
            }
        }
    }
}

void print_board(board_t board) {
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int row = 0; row < BOARD_SIZE; row++) {
        printf(" %d |", row + 1);
        for (int col = 0; col < BOARD_SIZE; col++) {
            printf(" %c |", board[row][col]);
        }
        printf("\n   +---+---+---+---+---+---+---+---+\n");
    }
}

int compute_cost(board_t board) {
    int cost = 0;
    for (int row = 0; row < BOARD_SIZE; row++) {
        for (int col = 0; col < BOARD_SIZE; col++) {
            if (board[row][col] == 'b') cost += 1;
            else if (board[row][col] == 'B') cost += 3;
            else if (board[row][col] == 'w') cost -= 1;
            else if (board[row][col] == 'W') cost -= 3;
        }
    }
    return cost;
}

/* only dark cells are part of the game */
int in_board(int row, int col) {
    return row >= 0 && row < BOARD_SIZE && col >= 0 && col < BOARD_SIZE
        && (row + col) % 2 == 1;
}

int belongs_to(unsigned char cell, int turn) {
    if (turn == BLACK_TURN) {
        return cell == 'b' || cell == 'B';
    }
    return cell == 'w' || cell == 'W';
}

int is_legal(board_t board, action_t a, int turn) {
    unsigned char man = board[a.from_row][a.from_col];
    int rows = a.to_row - a.from_row;
    int cols = a.to_col - a.from_col;
    if (man == 'b' && rows > 0) {
        return 0;
    }
    if (man == 'w' && rows < 0) {
        return 0;
    }
    if (abs(rows) == 1 && abs(cols) == 1) {
        return 1;
    }
    if (abs(rows) == 2 && abs(cols) == 2) {
        return belongs_to(board[a.from_row + rows / 2][a.from_col + cols / 2], !turn);
    }
    return 0;
}

void do_action(board_t board, action_t a) {
    unsigned char man = board[a.from_row][a.from_col];
    if (abs(a.to_row - a.from_row) == 2) {
        board[(a.to_row + a.from_row) / 2][(a.to_col + a.from_col) / 2] = '.';
    }
    board[a.from_row][a.from_col] = '.';
    board[a.to_row][a.to_col] = man;
    if (man == 'b' && a.to_row == 0) {
        board[a.to_row][a.to_col] = 'B';
    }
    if (man == 'w' && a.to_row == BOARD_SIZE - 1) {
        board[a.to_row][a.to_col] = 'W';
    }
}

/****************************************************************/

node_t *create_node(board_t board) {
    node_t *node = malloc(sizeof(node_t));
    if (node == NULL) {
        fprintf(stderr, "no memory\n");
        exit(EXIT_FAILURE);
    }
    memcpy(node->board, board, sizeof(board_t));
    node->cost = 0;
    node->num_children = 0;
    node->children = NULL;
    return node;
}

void add_child(node_t *node, action_t a) {
    node_t *child = create_node(node->board);
    child->action = a;
    do_action(child->board, a);
    node->children = realloc(node->children, sizeof(node_t *) * (node->num_children + 1));
    node->children[node->num_children] = child;
    node->num_children++;
}

void build_tree(node_t *node, int turn, int depth) {
    int dir_rows[4] = {-1, 1, 1, -1};
    int dir_cols[4] = {1, 1, -1, -1};
    if (depth == 0) {
        node->cost = compute_cost(node->board);
        return;
    }
    for (int row = 0; row < BOARD_SIZE; row++) {
        for (int col = 0; col < BOARD_SIZE; col++) {
            if (!belongs_to(node->board[row][col], turn)) {
                continue;
            }
            for (int d = 0; d < 4; d++) {
                action_t a = {row, col, row + dir_rows[d], col + dir_cols[d]};
                if (!in_board(a.to_row, a.to_col)) {
                    continue;
                }
                if (node->board[a.to_row][a.to_col] != '.') {
                    a.to_row += dir_rows[d];
                    a.to_col += dir_cols[d];
                }
                if (in_board(a.to_row, a.to_col) && node->board[a.to_row][a.to_col] == '.'
                        && is_legal(node->board, a, turn)) {
                    add_child(node, a);
                }
            }
        }
    }
    node->cost = turn == BLACK_TURN ? INT_MIN : INT_MAX;
    for (int i = 0; i < node->num_children; i++) {
        build_tree(node->children[i], !turn, depth - 1);
        int cost = node->children[i]->cost;
        if (turn == BLACK_TURN && cost > node->cost) {
            node->cost = cost;
        }
        if (turn == WHITE_TURN && cost < node->cost) {
            node->cost = cost;
        }
    }
}

void free_tree(node_t *node) {
    for (int i = 0; i < node->num_children; i++) {
        free_tree(node->children[i]);
    }
    free(node->children);
    free(node);
}

int best_child(node_t *node) {
    int i = 0;
    while (node->children[i]->cost != node->cost) {
        i++;
    }
    return i;
}

/****************************************************************/

void print_action(board_t board, action_t a, int number) {
    printf("%s ACTION #%d: %c%d-%c%d\n", number % 2 == 1 ? "BLACK" : "WHITE", number,
           'A' + a.from_col, a.from_row + 1, 'A' + a.to_col, a.to_row + 1);
    printf("BOARD COST: %d\n", compute_cost(board));
    print_board(board);
}

void print_winner(int turn) {
    if (turn == BLACK_TURN) {
        printf("WHITE WIN!\n");
    } else {
        printf("BLACK WIN!\n");
    }
}

/* plays given number of computed actions */
void play(board_t board, int number, int actions) {
    node_t *root = create_node(board);
    for (int i = 0; i < actions; i++) {
        int turn = number % 2;
        if (root->num_children == 0) {
            build_tree(root, turn, TREE_DEPTH);
        }
        if (root->num_children == 0) {
            print_winner(turn);
            break;
        }
        int best = best_child(root);
        node_t *next = root->children[best];
        printf("=====================================\n*** ");
        print_action(next->board, next->action, number);
        /* the chosen child is the new root, the rest is not needed */
        root->children[best] = root->children[root->num_children - 1];
        root->num_children--;
        free_tree(root);
        root = next;
        number++;
    }
    free_tree(root);
}

int check_action(board_t board, action_t a, int turn) {
    if (!in_board(a.from_row, a.from_col)) {
        printf("ERROR: Source cell is outside of the board.\n");
    } else if (!in_board(a.to_row, a.to_col)) {
        printf("ERROR: Target cell is outside of the board.\n");
    } else if (board[a.from_row][a.from_col] == '.') {
        printf("ERROR: Source cell is empty.\n");
    } else if (board[a.to_row][a.to_col] != '.') {
        printf("ERROR: Target cell is not empty.\n");
    } else if (!belongs_to(board[a.from_row][a.from_col], turn)) {
        printf("ERROR: Source cell holds opponents piece/tower.\n");
    } else if (!is_legal(board, a, turn)) {
        printf("ERROR: Illegal action.\n");
    } else {
        return 1;
    }
    return 0;
}

int main(void) {
    board_t board;
    char line[100];
    int number = 1;

    init_board(board);
    printf("BOARD SIZE: %dx%d\n", BOARD_SIZE, BOARD_SIZE);
    printf("#BLACK PIECES: %d\n", 12);
    printf("#WHITE PIECES: %d\n", 12);
    print_board(board);

    while (fgets(line, sizeof(line), stdin) != NULL) {
        char first[100];
        char col1, col2;
        int row1, row2;
        if (sscanf(line, "%99s", first) != 1) {
            continue;
        }
        if (strcmp(first, "A") == 0) {
            play(board, number, 1);
            break;
        }
        if (strcmp(first, "P") == 0) {
            play(board, number, P_ACTIONS);
            break;
        }
        if (sscanf(first, "%c%d-%c%d", &col1, &row1, &col2, &row2) != 4) {
            fprintf(stderr, "Wrong input\n");
            return EXIT_FAILURE;
        }
        action_t a = {row1 - 1, col1 - 'A', row2 - 1, col2 - 'A'};
        if (!check_action(board, a, number % 2)) {
            return EXIT_FAILURE;
        }
        do_action(board, a);
        printf("=====================================\n");
        print_action(board, a, number);
        number++;
    }
    return EXIT_SUCCESS;
}
