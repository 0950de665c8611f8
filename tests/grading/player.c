/* Plays the contest's game: the first action that it finds. By a hash of the board, in some of 100
   boards it does something else: CRASH, ILLEGAL, ENDLESS and STATUS are how many. */
#include <stdio.h>
#include <stdlib.h>

#ifndef CRASH
#define CRASH 0
#endif
#ifndef ILLEGAL
#define ILLEGAL 0
#endif
#ifndef ENDLESS
#define ENDLESS 0
#endif
#ifndef STATUS
#define STATUS 0
#endif

static char grid[8][9];
static char man, king;
static int forward;
static int cells[32][2], count;

static void stand(int row, int column) {
    cells[count][0] = row;
    cells[count][1] = column;
    count++;
}

static int is_free(int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8 && grid[row][column] == '_';
}

static int capture(int row, int column, char who) {
    for (int way = 0; way < 4; way++) {
        int down = way & 1 ? 1 : -1, right = way & 2 ? 1 : -1;
        char over;
        if ((who == man && down != forward) || !is_free(row + 2 * down, column + 2 * right))
            continue;
        over = grid[row + down][column + right];
        if (over == '_' || over == man || over == king)
            continue;
        grid[row][column] = grid[row + down][column + right] = '_';
        row += 2 * down;
        column += 2 * right;
        stand(row, column);
        capture(row, column, row == (forward > 0 ? 7 : 0) ? king : who);
        return 1;
    }
    return 0;
}

static int move(int row, int column) {
    for (int way = 0; way < 4; way++) {
        int down = way & 1 ? 1 : -1, right = way & 2 ? 1 : -1;
        if (grid[row][column] == man && down != forward)
            continue;
        if (!is_free(row + down, column + right))
            continue;
        stand(row + down, column + right);
        return 1;
    }
    return 0;
}

static int act(int captures) {
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            char who = grid[row][column];
            if (who != man && who != king)
                continue;
            count = 0;
            stand(row, column);
            if (captures ? capture(row, column, who) : move(row, column))
                return 1;
        }
    return 0;
}

int main(void) {
    unsigned hash = 2166136261u;
    int size;
    if (scanf(" %c %d", &man, &size) != 2)
        return 1;
    for (int row = 0; row < 8; row++) {
        if (scanf("%8s", grid[row]) != 1)
            return 1;
        for (int column = 0; column < 8; column++)
            hash = (hash ^ (unsigned)grid[row][column]) * 16777619u;
    }
    hash = (hash >> 8) % 100;
    if (hash < CRASH)
        abort();
    if (hash < ILLEGAL) {
        puts("1\n0 0\n7 7");
        return 0;
    }
    if (hash < ENDLESS)
        for (volatile int forever = 1; forever;)
            ;
    king = man == 'b' ? 'B' : 'W';
    forward = man == 'b' ? 1 : -1;
    if (!act(1) && !act(0))
        return 1;
    printf("%d\n", count - 1);
    for (int cell = 0; cell < count; cell++)
        printf("%d %d\n", cells[cell][0], cells[cell][1]);
    return hash < STATUS ? 3 : 0;
}
