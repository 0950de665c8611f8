#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>

#define SIZE 8
#define MAX_ACTIONS 64 /* 12 men with four directions each never have more */

typedef struct {
    char cells[SIZE][SIZE];
    bool black_to_act;
} Board;

typedef struct {
    int from_row, from_column;
    int to_row, to_column;
} Action;

typedef enum {
    FINE,
    SOURCE_OUTSIDE,
    TARGET_OUTSIDE,
    SOURCE_EMPTY,
    TARGET_TAKEN,
    SOURCE_OPPONENT,
    ILLEGAL
} Problem;

void set_up(Board *board);

/* The first thing that is wrong with an action. */
Problem check(const Board *board, Action action);

/* Carry out an action that was checked. */
void apply(Board *board, Action action);

/* What the men on the board are worth, for black. */
int material(const Board *board);

/* All actions of the player to act, in the order of the tree's children. */
int list_actions(const Board *board, Action actions[MAX_ACTIONS]);

bool is_stuck(const Board *board);

#endif
