#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define N 8

/* frame of '#' around the board, cells are b[1..8][1..8] */
typedef struct board {
    char b[N + 2][N + 2];
} board;

typedef struct vertex {
    board bd;
    int from_row, from_col, to_row, to_col;
    int val;
    struct vertex **sons;
    int nsons, cap;
} vertex;

static const int drow[4] = { -1, +1, +1, -1 };
static const int dcol[4] = { +1, +1, -1, -1 };

static void board_init(board *x)
{
    memset(x, '#', sizeof *x);
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++) {
            x->b[i][j] = '.';
            if ((i + j) % 2 == 1) {
                if (i <= 3) x->b[i][j] = 'w';
                if (i >= 6) x->b[i][j] = 'b';
            }
        }
}

static void board_print(const board *x)
{
    static const char *line = "+---+---+---+---+---+---+---+---+";
    printf("     A   B   C   D   E   F   G   H\n   %s\n", line);
    for (int i = 1; i <= N; i++) {
        printf(" %d |", i);
        for (int j = 1; j <= N; j++)
            printf(" %c |", x->b[i][j]);
        printf("\n   %s\n", line);
    }
}

static int board_cost(const board *x)
{
    int c = 0;
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++) {
            char m = x->b[i][j];
            c += (m == 'b') + 3 * (m == 'B') - (m == 'w') - 3 * (m == 'W');
        }
    return c;
}

static int mine(char m, int white)
{
    return white ? m == 'w' || m == 'W' : m == 'b' || m == 'B';
}

static int goes(char m, int d)
{
    if (m == 'b') return drow[d] == -1;
    if (m == 'w') return drow[d] == +1;
    return 1;
}

static int can_move(const board *x, int r, int c, int d)
{
    return goes(x->b[r][c], d) && x->b[r + drow[d]][c + dcol[d]] == '.';
}

static int can_capture(const board *x, int r, int c, int d, int white)
{
    if (!goes(x->b[r][c], d) || !mine(x->b[r + drow[d]][c + dcol[d]], !white))
        return 0;
    return x->b[r + 2 * drow[d]][c + 2 * dcol[d]] == '.';
}

static int can_act(const board *x, int white)
{
    for (int r = 1; r <= N; r++)
        for (int c = 1; c <= N; c++)
            if (mine(x->b[r][c], white))
                for (int d = 0; d < 4; d++) {
                    if (can_move(x, r, c, d))
                        return 1;
                }
    return 0;
}

static void act(board *x, int r1, int c1, int r2, int c2)
{
    char m = x->b[r1][c1];
    x->b[r1][c1] = '.';
    if (abs(r1 - r2) == 2)
        x->b[(r1 + r2) / 2][(c1 + c2) / 2] = '.';
    if (m == 'b' && r2 == 1) m = 'B';
    if (m == 'w' && r2 == N) m = 'W';
    x->b[r2][c2] = m;
}

static vertex *son(vertex *v, int r, int c, int d, int k)
{
    vertex *s = calloc(1, sizeof *s);
    s->bd = v->bd;
    s->from_row = r;
    s->from_col = c;
    s->to_row = r + k * drow[d];
    s->to_col = c + k * dcol[d];
    act(&s->bd, r, c, s->to_row, s->to_col);
    if (v->nsons == v->cap) {
        v->cap += 10;
        v->sons = realloc(v->sons, v->cap * sizeof *v->sons);
    }
    v->sons[v->nsons++] = s;
    return s;
}

static void grow(vertex *v, int white, int level)
{
    if (!can_act(&v->bd, white)) {
        v->val = white ? INT_MAX : INT_MIN;
        return;
    }
    if (level == 3) {
        v->val = board_cost(&v->bd);
        return;
    }
    for (int r = 1; r <= N; r++)
        for (int c = 1; c <= N; c++)
            if (mine(v->bd.b[r][c], white))
                for (int d = 0; d < 4; d++) {
                    if (can_move(&v->bd, r, c, d))
                        grow(son(v, r, c, d, 1), !white, level + 1);
                    else if (can_capture(&v->bd, r, c, d, white))
                        grow(son(v, r, c, d, 2), !white, level + 1);
                }
    v->val = v->sons[0]->val;
    for (int i = 1; i < v->nsons; i++) {
        if (white && v->sons[i]->val < v->val) v->val = v->sons[i]->val;
        if (!white && v->sons[i]->val > v->val) v->val = v->sons[i]->val;
    }
}

static void wither(vertex *v)
{
    for (int i = 0; i < v->nsons; i++)
        wither(v->sons[i]);
    free(v->sons);
    free(v);
}

static void report(const board *x, const char *who, int no, int r1, int c1, int r2, int c2)
{
    printf("=====================================\n");
    printf("%s ACTION #%d: %c%d-%c%d\nBOARD COST: %d\n", who, no, 'A' + c1 - 1, r1, 'A' + c2 - 1, r2, board_cost(x));
    board_print(x);
}

static int computer(board *x, int no)
{
    int white = no % 2 == 0, best = 0;
    if (!can_act(x, white)) {
        puts(white ? "BLACK WIN!" : "WHITE WIN!");
        return 0;
    }
    vertex *v = calloc(1, sizeof *v);
    v->bd = *x;
    grow(v, white, 0);
    for (int i = 1; i < v->nsons; i++) {
        if (!white && v->sons[i]->val >= v->sons[best]->val) best = i;
        if (white && v->sons[i]->val < v->sons[best]->val) best = i;
    }
    vertex *s = v->sons[best];
    *x = s->bd;
    report(x, white ? "*** WHITE" : "*** BLACK", no, s->from_row, s->from_col, s->to_row, s->to_col);
    wither(v);
    return 1;
}

int main(void)
{
    board x;
    char line[1000];
    int no = 1;
    board_init(&x);
    puts("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12");
    board_print(&x);
    while (fgets(line, sizeof line, stdin)) {
        char k1, k2;
        int r1, r2;
        char *p = strtok(line, " \t\r\n");
        if (p == NULL)
            continue;
        if (!strcmp(p, "A")) {
            computer(&x, no);
            return 0;
        }
        if (!strcmp(p, "P")) {
            int last = no + 9;
            while (no <= last && computer(&x, no))
                no++;
            return 0;
        }
        if (sscanf(p, "%c%d-%c%d", &k1, &r1, &k2, &r2) != 4)
            return 1;
        const char *why = NULL;
        int c1 = k1 - 'A' + 1, c2 = k2 - 'A' + 1;
        if (k1 < 'A' || k1 > 'H' || r1 < 0 || r1 > N) why = "Source cell is outside of the board.";
        else if (k2 < 'A' || k2 > 'H' || r2 < 0 || r2 > N) why = "Target cell is outside of the board.";
        else if (x.b[r1][c1] == '.') why = "Source cell is empty.";
        else if (x.b[r2][c2] != '.') why = "Target cell is not empty.";
        else if (mine(x.b[r1][c1], no % 2)) why = "Source cell holds opponent's piece/tower.";
        else {
            int ok = 0;
            for (int d = 0; d < 4; d++) {
                if (x.b[r1][c1] == '#')
                    break;
                if (r1 + drow[d] == r2 && c1 + dcol[d] == c2 && can_move(&x, r1, c1, d)) ok = 1;
                if (r1 + 2 * drow[d] == r2 && c1 + 2 * dcol[d] == c2 && can_capture(&x, r1, c1, d, no % 2 == 0)) ok = 1;
            }
            if (!ok) why = "Illegal action.";
        }
        if (why) {
            printf("ERROR: %s\n", why);
            return 0;
        }
        act(&x, r1, c1, r2, c2);
        report(&x, no % 2 ? "BLACK" : "WHITE", no, r1, c1, r2, c2);
        no++;
    }
    return 0;
}
