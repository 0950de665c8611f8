/* Tower checkers: plays a script of actions, then computes one action (A) or ten (P). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "tree.h"

#define TREE_DEPTH 3
#define PLAY_ACTIONS 10
#define LINE_LENGTH 256
#define DELIMITER "====================================="
#define RULE "   +---+---+---+---+---+---+---+---+"

static const char *const PROBLEM_TEXTS[] = {
    "",
    "Source cell is outside of the board.",
    "Target cell is outside of the board.",
    "Source cell is empty.",
    "Target cell is not empty.",
    "Source cell holds opponent's piece/tower.",
    "Illegal action.",
};

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
    printf("BOARD COST: %d\n", material(board));
    print_board(board);
}

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
    return EXIT_SUCCESS;
}
