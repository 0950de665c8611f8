#include "board.h"

#include <ctype.h>
#include <stdlib.h>

#define MAN_ROWS 3
#define TOWER_COST 3

/* north-east, south-east, south-west, north-west */
static const int DIRECTIONS[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};

void set_up(Board *board) {
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

Problem check(const Board *board, Action action) {
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

void apply(Board *board, Action action) {
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

int material(const Board *board) {
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

int list_actions(const Board *board, Action actions[MAX_ACTIONS]) {
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

bool is_stuck(const Board *board) {
    Action actions[MAX_ACTIONS];
    return list_actions(board, actions) == 0;
}
