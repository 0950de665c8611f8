/* Tower checkers: plays a script of actions, then computes one action (A) or ten (P). */
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 8
#define MAN_ROWS 3
#define TREE_DEPTH 3
#define PLAY_ACTIONS 10
#define MAX_ACTIONS 64 /* 12 men with four directions each never have more */
#define TOWER_COST 3
#define LINE_LENGTH 256
#define DELIMITER "====================================="
#define RULE "   +---+---+---+---+---+---+---+---+"

typedef struct {
    char cells[SIZE][SIZE];
    bool black_to_act;
} Board;

typedef struct {
    int from_row, from_column;
    int to_row, to_column;
} Action;

typedef struct node {
    Board board;
    Action action; /* that led here; unused in the root */
    int cost;
    int child_count;
    struct node **children;
} Node;

typedef enum {
    FINE,
    SOURCE_OUTSIDE,
    TARGET_OUTSIDE,
    SOURCE_EMPTY,
    TARGET_TAKEN,
    SOURCE_OPPONENT,
    ILLEGAL
} Problem;

static const char *const PROBLEM_TEXTS[] = {
    "",
    "Source cell is outside of the board.",
    "Target cell is outside of the board.",
    "Source cell is empty.",
    "Target cell is not empty.",
    "Source cell holds opponent's piece/tower.",
    "Illegal action.",
};

/* ---- the board ---- */

static void set_up(Board *board) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            char man = '.';
            if ((row + column) % 2 == 1) {
                if (row < MAN_ROWS) {
                    man = 'w';
                } else if (row >= SIZE - MAN_ROWS) {
                    man = 'b';
                }
            }
            board->cells[row][column] = man;
        }
    }
    board->black_to_act = true;
}

static bool inside(int row, int column) {
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE;
}

static bool is_black(char man) {
    return man == 'b' || man == 'B';
}

static bool is_white(char man) {
    return man == 'w' || man == 'W';
}

static bool is_own(const Board *board, char man) {
    return board->black_to_act ? is_black(man) : is_white(man);
}

static bool is_opponent(const Board *board, char man) {
    return board->black_to_act ? is_white(man) : is_black(man);
}

/* Whether a man may go in a direction: pieces only go forward. */
static bool may_go(char man, int row_step) {
    return isupper((unsigned char)man) || (man == 'b') == (row_step < 0);
}

static bool is_legal(const Board *board, Action action) {
    int rows = action.to_row - action.from_row;
    int columns = action.to_column - action.from_column;
    if (abs(rows) != abs(columns) || abs(rows) < 1 || abs(rows) > 2) {
        return false;
    }
    if (!may_go(board->cells[action.from_row][action.from_column], rows)) {
        return false;
    }
    if (abs(rows) == 1) {
        return true;
    }
    int row = action.from_row + rows / 2;
    int column = action.from_column + columns / 2;
    return is_opponent(board, board->cells[row][column]);
}

static Problem check(const Board *board, Action action) {
    if (!inside(action.from_row, action.from_column)) {
        return SOURCE_OUTSIDE;
    }
    if (!inside(action.to_row, action.to_column)) {
        return TARGET_OUTSIDE;
    }
    char source = board->cells[action.from_row][action.from_column];
    if (source == '.') {
        return SOURCE_EMPTY;
    }
    if (board->cells[action.to_row][action.to_column] != '.') {
        return TARGET_TAKEN;
    }
    if (!is_own(board, source)) {
        return SOURCE_OPPONENT;
    }
    return is_legal(board, action) ? FINE : ILLEGAL;
}

static void apply(Board *board, Action action) {
    char man = board->cells[action.from_row][action.from_column];
    bool capture = abs(action.to_row - action.from_row) == 2;
    board->cells[action.from_row][action.from_column] = '.';
    if (capture) {
        int row = (action.from_row + action.to_row) / 2;
        int column = (action.from_column + action.to_column) / 2;
        board->cells[row][column] = '.';
    }
    if (action.to_row == (is_black(man) ? 0 : SIZE - 1)) {
        man = (char)toupper((unsigned char)man);
    }
    board->cells[action.to_row][action.to_column] = man;
    board->black_to_act = !board->black_to_act;
}

static int material(const Board *board) {
    int cost = 0;
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            switch (board->cells[row][column]) {
            case 'b':
                cost += 1;
                break;
            case 'B':
                cost += TOWER_COST;
                break;
            case 'w':
                cost -= 1;
                break;
            case 'W':
                cost -= TOWER_COST;
                break;
            default:
                break;
            }
        }
    }
    return cost;
}

static int printed_cost(const Board *board) {
    return material(board);
}

/* ---- the transcript ---- */

static void print_board(const Board *board) {
    printf("     A   B   C   D   E   F   G   H\n%s\n", RULE);
    for (int row = 0; row < SIZE; row++) {
        printf(" %d", row + 1);
        for (int column = 0; column < SIZE; column++) {
            printf(" | %c", board->cells[row][column]);
        }
        printf(" |\n%s\n", RULE);
    }
}

/* Carry out a checked action and print it. */
static void act(Board *board, Action action, int number, const char *mark) {
    const char *player = board->black_to_act ? "BLACK" : "WHITE";
    apply(board, action);
    printf("%s\n", DELIMITER);
    printf("%s%s ACTION #%d: %c%d-%c%d\n", mark, player, number, 'A' + action.from_column,
           action.from_row + 1, 'A' + action.to_column, action.to_row + 1);
    printf("BOARD COST: %d\n", printed_cost(board));
    print_board(board);
}

/* ---- the tree ---- */

/* north-east, south-east, south-west, north-west */
static const int DIRECTIONS[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};

/* All actions of the player to act, in the order of the tree's children. */
static int list_actions(const Board *board, Action actions[MAX_ACTIONS]) {
    int count = 0;
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            if (!is_own(board, board->cells[row][column])) {
                continue;
            }
            for (int d = 0; d < 4; d++) {
                for (int steps = 1; steps <= 2; steps++) {
                    Action action = {row, column, row + steps * DIRECTIONS[d][0],
                                     column + steps * DIRECTIONS[d][1]};
                    if (check(board, action) == FINE) {
                        actions[count++] = action;
                    }
                }
            }
        }
    }
    return count;
}

static bool is_stuck(const Board *board) {
    Action actions[MAX_ACTIONS];
    return list_actions(board, actions) == 0;
}

static int lost_cost(const Board *board) {
    return board->black_to_act ? INT_MIN : INT_MAX;
}

static int leaf_cost(const Board *board) {
    return material(board);
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static Node *build_tree(const Board *board, int depth) {
    Node *node = allocate(sizeof *node);
    node->board = *board;
    node->cost = 0;
    node->child_count = 0;
    node->children = NULL;
    if (depth == 0) {
        return node;
    }
    Action actions[MAX_ACTIONS];
    node->child_count = list_actions(board, actions);
    if (node->child_count > 0) {
        node->children = allocate((size_t)node->child_count * sizeof *node->children);
    }
    for (int i = 0; i < node->child_count; i++) {
        Board next = *board;
        apply(&next, actions[i]);
        node->children[i] = build_tree(&next, depth - 1);
        node->children[i]->action = actions[i];
    }
    return node;
}

static void propagate(Node *node, int depth) {
    if (depth == 0) {
        node->cost = leaf_cost(&node->board);
        return;
    }
    node->cost = lost_cost(&node->board);
    for (int i = 0; i < node->child_count; i++) {
        propagate(node->children[i], depth - 1);
        int cost = node->children[i]->cost;
        if (node->board.black_to_act ? cost > node->cost : cost < node->cost) {
            node->cost = cost;
        }
    }
}

static Action best_action(const Node *root) {
    int best = 0;
    while (root->children[best]->cost != root->cost) {
        best++;
    }
    return root->children[best]->action;
}

static void free_tree(Node *node) {
    for (int i = 0; i < node->child_count; i++) {
        free_tree(node->children[i]);
    }
    free(node->children);
    free(node);
}

/* ---- computed actions ---- */

static void print_winner(const Board *board) {
    printf("%s WIN!\n", board->black_to_act ? "WHITE" : "BLACK");
}

/* Compute one action and carry it out; false if there is none. */
static bool compute(Board *board, int number) {
    if (is_stuck(board)) {
        print_winner(board);
        return false;
    }
    Node *root = build_tree(board, TREE_DEPTH);
    propagate(root, TREE_DEPTH);
    act(board, best_action(root), number, "*** ");
    free_tree(root);
    return true;
}

static void play_on(Board *board, int number, int count) {
    for (int i = 0; i < count; i++) {
        if (!compute(board, number + i)) {
            return;
        }
    }
}

/* ---- the script ---- */

static bool read_line(char line[LINE_LENGTH]) {
    while (fgets(line, LINE_LENGTH, stdin) != NULL) {
        size_t start = strspn(line, " \t\r\n\v\f");
        size_t length = strlen(line + start);
        memmove(line, line + start, length + 1);
        while (length > 0 && isspace((unsigned char)line[length - 1])) {
            line[--length] = '\0';
        }
        if (length > 0) {
            return true;
        }
    }
    return false;
}

/* A letter and digits become a column and a row, which may well be outside of the board. */
static const char *parse_cell(const char *text, int *row, int *column) {
    if (!isalpha((unsigned char)text[0]) || !isdigit((unsigned char)text[1])) {
        return NULL;
    }
    *column = text[0] - 'A';
    *row = 0;
    for (text++; isdigit((unsigned char)*text); text++) {
        *row = *row > SIZE ? *row : *row * 10 + (*text - '0');
    }
    *row -= 1;
    return text;
}

static bool parse_action(const char *text, Action *action) {
    text = parse_cell(text, &action->from_row, &action->from_column);
    if (text == NULL || *text++ != '-') {
        return false;
    }
    text = parse_cell(text, &action->to_row, &action->to_column);
    return text != NULL && *text == '\0';
}

static void finish(const Board *board) {
    (void)board; /* without a command nothing more is printed */
}

int main(void) {
    Board board;
    char line[LINE_LENGTH];
    int number = 1;
    set_up(&board);
    printf("BOARD SIZE: %dx%d\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n", SIZE, SIZE);
    print_board(&board);
    while (read_line(line)) {
        Action action;
        if (strcmp(line, "A") == 0) {
            compute(&board, number);
            return EXIT_SUCCESS;
        }
        if (strcmp(line, "P") == 0) {
            play_on(&board, number, PLAY_ACTIONS);
            return EXIT_SUCCESS;
        }
        if (!parse_action(line, &action)) {
            fprintf(stderr, "not an action: %s\n", line);
            return EXIT_FAILURE;
        }
        Problem problem = check(&board, action);
        if (problem != FINE) {
            printf("ERROR: %s\n", PROBLEM_TEXTS[problem]);
            return EXIT_FAILURE;
        }
        act(&board, action, number++, "");
    }
    finish(&board);
    return EXIT_SUCCESS;
}
