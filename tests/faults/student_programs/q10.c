#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <limits.h>

#define BLACK_PIECE 'b'
#define BLACK_TOWER 'B'
#define WHITE_PIECE 'w'
#define WHITE_TOWER 'W'
#define EMPTY_CELL  '.'

typedef unsigned char board_t[8][8];

typedef struct {
    int row, col;
} cell_t;

typedef struct child child_t;

typedef struct node {
    board_t board;
    cell_t from, to;
    int cost;
    child_t *head;
    child_t *tail;
} node_t;

struct child {
    node_t *node;
    child_t *next;
};

void create_board(board_t board) {
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            if ((i + j) % 2 == 1 && i < 3) {
                board[i][j] = WHITE_PIECE;
            } else if ((i + j) % 2 == 1 && i > 4) {
                board[i][j] = BLACK_PIECE;
            } else {
                board[i][j] = EMPTY_CELL;
            }
        }
    }
}

void print_board(board_t board) {
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int i = 0; i < 8; i++) {
        printf(" %d |", i + 1);
        for (int j = 0; j < 8; j++) {
            printf(" %c |", board[i][j]);
        }
        printf("\n   +---+---+---+---+---+---+---+---+\n");
    }
}

int calculate_cost(board_t board) {
    int cost = 0;
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            if (board[i][j] == BLACK_PIECE) {
                cost++;
            } else if (board[i][j] == BLACK_TOWER) {
                cost += 3;
            } else if (board[i][j] == WHITE_PIECE) {
                cost--;
            } else if (board[i][j] == WHITE_TOWER) {
                cost -= 3;
            }
        }
    }
    return cost;
}

bool is_black(unsigned char c) {
    return c == BLACK_PIECE || c == BLACK_TOWER;
}

bool is_white(unsigned char c) {
    return c == WHITE_PIECE || c == WHITE_TOWER;
}

bool is_tower(unsigned char c) {
    return c == BLACK_TOWER || c == WHITE_TOWER;
}

bool is_inside(cell_t cell) {
    return cell.row >= 0 && cell.row < 8 && cell.col >= 0 && cell.col < 8;
}

bool is_legal(board_t board, cell_t from, cell_t to) {
    unsigned char man = board[from.row][from.col];
    int dr = to.row - from.row;
    int dc = to.col - from.col;
    if (abs(dr) != abs(dc) || abs(dr) > 2) {
        return false;
    }
    if (!is_tower(man)) {
        if (is_black(man) && dr > 0) {
            return false;
        }
        if (is_white(man) && dr < 0) {
            return false;
        }
    }
    if (abs(dr) == 2) {
        unsigned char middle = board[from.row + dr / 2][from.col + dc / 2];
        if (is_black(man)) {
            return is_white(middle);
        }
        return is_black(middle);
    }
    return true;
}

void apply_action(board_t board, cell_t from, cell_t to) {
    board[to.row][to.col] = board[from.row][from.col];
    board[from.row][from.col] = EMPTY_CELL;
    if (abs(to.row - from.row) == 2) {
        board[(to.row + from.row) / 2][(to.col + from.col) / 2] = EMPTY_CELL;
    }
    if (to.row == 0 && board[to.row][to.col] == BLACK_PIECE) {
        board[to.row][to.col] = BLACK_TOWER;
    }
    if (to.row == 7 && board[to.row][to.col] == WHITE_PIECE) {
        board[to.row][to.col] = WHITE_TOWER;
    }
}

node_t *new_node(board_t board) {
    node_t *node = malloc(sizeof(node_t));
    if (node == NULL) {
        exit(EXIT_FAILURE);
    }
    memcpy(node->board, board, sizeof(board_t));
    node->head = NULL;
    node->tail = NULL;
    node->cost = 0;
    return node;
}

void new_child(node_t *parent, cell_t from, cell_t to) {
    node_t *node = new_node(parent->board);
    unsigned char man = node->board[from.row][from.col];
    node->from = from;
    node->to = to;
    node->board[from.row][from.col] = EMPTY_CELL;
    if (abs(to.row - from.row) == 2) {
        node->board[(to.row + from.row) / 2][(to.col + from.col) / 2] = EMPTY_CELL;
    }
    if (man == BLACK_PIECE && to.row == 0) {
        man = BLACK_TOWER;
    }
    if (man == WHITE_PIECE && to.row == 8) {
        man = WHITE_TOWER;
    }
    node->board[to.row][to.col] = man;

    child_t *child = malloc(sizeof(child_t));
    child->node = node;
    child->next = NULL;
    if (parent->head == NULL) {
        parent->head = child;
    } else {
        parent->tail->next = child;
    }
    parent->tail = child;
}

void create_children(node_t *node, bool black) {
    int rows[4] = {-1, 1, 1, -1};
    int cols[4] = {1, 1, -1, -1};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            unsigned char man = node->board[i][j];
            if ((black && !is_black(man)) || (!black && !is_white(man))) {
                continue;
            }
            for (int d = 0; d < 4; d++) {
                cell_t from = {i, j};
                cell_t to = {i + rows[d], j + cols[d]};
                if (is_inside(to) && node->board[to.row][to.col] != EMPTY_CELL) {
                    to.row += rows[d];
                    to.col += cols[d];
                }
                if (is_inside(to) && node->board[to.row][to.col] == EMPTY_CELL
                    && is_legal(node->board, from, to)) {
                    new_child(node, from, to);
                }
            }
        }
    }
}

void create_tree(node_t *node, bool black, int depth) {
    if (depth == 0) {
        return;
    }
    create_children(node, black);
    for (child_t *c = node->head; c != NULL; c = c->next) {
        create_tree(c->node, !black, depth - 1);
    }
}

int evaluate(node_t *node, bool black, int depth) {
    if (depth == 0) {
        node->cost = calculate_cost(node->board);
        return node->cost;
    }
    child_t *c = node->head;
    node->cost = evaluate(c->node, !black, depth - 1);
    for (c = c->next; c != NULL; c = c->next) {
        int value = evaluate(c->node, !black, depth - 1);
        if (black ? value > node->cost : value < node->cost) {
            node->cost = value;
        }
    }
    return node->cost;
}

void delete_tree(node_t *node) {
    child_t *c = node->head;
    while (c != NULL) {
        child_t *next = c->next;
        delete_tree(c->node);
        free(c);
        c = next;
    }
    free(node);
}

void print_action(board_t board, cell_t from, cell_t to, int number, bool computed) {
    printf("=====================================\n");
    printf("%s%s ACTION #%d: %c%d-%c%d\n", computed ? "*** " : "", number % 2 == 1 ? "BLACK" : "WHITE",
           number, 'A' + from.col, from.row + 1, 'A' + to.col, to.row + 1);
    printf("BOARD COST: %d\n", calculate_cost(board));
    print_board(board);
}

bool compute_action(board_t board, int number) {
    bool black = number % 2 == 1;
    node_t *root = new_node(board);
    create_tree(root, black, 3);
    if (root->head == NULL) {
        printf("%s WIN!\n", black ? "WHITE" : "BLACK");
        delete_tree(root);
        return false;
    }
    int best = evaluate(root, black, 3);
    child_t *c = root->head;
    while (c->node->cost != best) {
        c = c->next;
    }
    memcpy(board, c->node->board, sizeof(board_t));
    print_action(board, c->node->from, c->node->to, number, true);
    delete_tree(root);
    return true;
}

int main(void) {
    board_t board;
    char line[64];
    int number = 1;

    create_board(board);
    printf("BOARD SIZE: 8x8\n");
    printf("#BLACK PIECES: 12\n");
    printf("#WHITE PIECES: 12\n");
    print_board(board);

    while (scanf("%63s", line) == 1) {
        if (line[0] == 'A' && line[1] == '\0') {
            compute_action(board, number);
            return 0;
        }
        if (line[0] == 'P' && line[1] == '\0') {
            for (int i = 0; i < 10; i++) {
                if (!compute_action(board, number + i)) {
                    break;
                }
            }
            return 0;
        }
        char col1 = 0, col2 = 0;
        int row1 = 0, row2 = 0;
        sscanf(line, "%c%d-%c%d", &col1, &row1, &col2, &row2);
        cell_t from = {row1 - 1, col1 - 'A'};
        cell_t to = {row2 - 1, col2 - 'A'};
        bool black = number % 2 == 1;

        if (!is_inside(from)) {
            printf("ERROR: Source cell is outside of the board.\n");
            return 1;
        }
        if (!is_inside(to)) {
            printf("ERROR: Target cell is outside of the board.\n");
            return 1;
        }
        unsigned char man = board[from.row][from.col];
        if (man == EMPTY_CELL) {
            printf("ERROR: Source cell is empty.\n");
            return 1;
        }
        if (is_black(man) != black) {
            printf("ERROR: Source cell holds opponent's piece/tower.\n");
            return 1;
        }
        if (board[to.row][to.col] != EMPTY_CELL) {
            printf("ERROR: Target cell is not empty.\n");
            return 1;
        }
        if (!is_legal(board, from, to)) {
            printf("ERROR: Illegal action.\n");
            return 1;
        }
        apply_action(board, from, to);
        print_action(board, from, to, number, false);
        number++;
    }
    return 0;
}
