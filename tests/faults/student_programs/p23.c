#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <string.h>
#include <limits.h>

typedef enum { NOBODY, BLACK, WHITE } Side;

typedef struct {
    Side side;
    bool tower;
} Square;

typedef Square Grid[8][8];

typedef struct TNode {
    Grid grid;
    int act[4];
    int worth;
    struct TNode **child;
    int children, room;
} TNode;

static Side rival(Side s) { return s == BLACK ? WHITE : BLACK; }

static void set_up(Grid g)
{
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            g[r][c].tower = false;
            g[r][c].side = NOBODY;
            if ((r + c) % 2 == 1 && r < 3) g[r][c].side = WHITE;
            if ((r + c) % 2 == 1 && r > 4) g[r][c].side = BLACK;
        }
}

static void show(Grid g)
{
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int r = 0; r < 8; r++) {
        printf(" %d |", r + 1);
        for (int c = 0; c < 8; c++) {
            char ch = '.';
            if (g[r][c].side == BLACK) ch = g[r][c].tower ? 'B' : 'b';
            if (g[r][c].side == WHITE) ch = g[r][c].tower ? 'W' : 'w';
            printf(" %c |", ch);
        }
        printf("\n   +---+---+---+---+---+---+---+---+\n");
    }
}

static int count(Grid g)
{
    int s = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (g[r][c].side == BLACK) s += g[r][c].tower ? 3 : 1;
            if (g[r][c].side == WHITE) s -= g[r][c].tower ? 3 : 1;
        }
    return s;
}

static bool may(Grid g, int r1, int c1, int r2, int c2)
{
    Square *q = &g[r1][c1];
    int forward = q->side == BLACK ? -1 : 1;
    int dr = r2 - r1, dc = c2 - c1;
    if (dr != dc && dr != -dc)
        return false;
    if (!q->tower && dr * forward < 0)
        return false;
    if (abs(dr) == 1)
        return true;
    return abs(dr) == 2 && g[r1 + dr / 2][c1 + dc / 2].side == rival(q->side);
}

static void act(Grid g, int r1, int c1, int r2, int c2)
{
    g[r2][c2].side = g[r1][c1].side;
    if (g[r1][c1].tower)
        g[r2][c2].tower = true;
    g[r1][c1].side = NOBODY;
    g[r1][c1].tower = false;
    if (abs(r2 - r1) == 2) {
        g[(r1 + r2) / 2][(c1 + c2) / 2].side = NOBODY;
    }
    if (r2 == (g[r2][c2].side == BLACK ? 0 : 7))
        g[r2][c2].tower = true;
}

static TNode *branch(Grid g, Side who, int depth)
{
    static const int way[4][2] = { {-1, 1}, {1, 1}, {1, -1}, {-1, -1} };
    TNode *n = calloc(1, sizeof *n);
    memcpy(n->grid, g, sizeof(Grid));
    if (depth == 0) {
        n->worth = count(g);
        return n;
    }
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (g[r][c].side != who)
                continue;
            for (int w = 0; w < 4; w++)
                for (int k = 1; k <= 2; k++) {
                    int r2 = r + k * way[w][0], c2 = c + k * way[w][1];
                    if (r2 < 0 || c2 < 0 || r2 > 7 || c2 > 7 || g[r2][c2].side != NOBODY || !may(g, r, c, r2, c2))
                        continue;
                    Grid h;
                    memcpy(h, g, sizeof(Grid));
                    act(h, r, c, r2, c2);
                    TNode *m = branch(h, rival(who), depth - 1);
                    m->act[0] = c;
                    m->act[1] = r;
                    m->act[2] = c2;
                    m->act[3] = r2;
                    if (n->children == n->room) {
                        n->room = n->room == 0 ? 8 : n->room * 2;
                        n->child = realloc(n->child, n->room * sizeof *n->child);
                    }
                    n->child[n->children++] = m;
                    break;
                }
        }
    n->worth = who == BLACK ? INT_MIN : INT_MAX;
    for (int i = 0; i < n->children; i++) {
        int v = n->child[i]->worth;
        if (who == BLACK && v > n->worth) n->worth = v;
        if (who == WHITE && v < n->worth) n->worth = v;
    }
    return n;
}

static void burn(TNode *n)
{
    for (int i = 0; i < n->children; i++)
        burn(n->child[i]);
    free(n->child);
    free(n);
}

static const char *side_name(Side s) { return s == BLACK ? "BLACK" : "WHITE"; }

static void write_out(Grid g, Side who, int nr, const int a[4], bool computed)
{
    puts("=====================================");
    if (computed)
        fputs("*** ", stdout);
    printf("%s ACTION #%d: %c%d-%c%d\n", side_name(who), nr, 'A' + a[0], a[1] + 1, 'A' + a[2], a[3] + 1);
    printf("BOARD COST: %d\n", count(g));
    show(g);
}

static void computer(Grid g, Side who, int nr, int n)
{
    for (int i = 0; i <= n; i++) {
        TNode *t = branch(g, who, i < n ? 3 : 1);
        if (t->children == 0) {
            if (i < n || n > 1)
                printf("%s WIN!\n", side_name(rival(who)));
            burn(t);
            return;
        }
        if (i == n) {
            burn(t);
            return;
        }
        TNode *best = NULL;
        for (int k = 0; k < t->children; k++) {
            TNode *x = t->child[k];
            if (x->worth != t->worth)
                continue;
            if (best == NULL)
                best = x;
            else if (who == BLACK ? count(x->grid) > count(best->grid) : count(x->grid) < count(best->grid))
                best = x;
        }
        memcpy(g, best->grid, sizeof(Grid));
        write_out(g, who, nr++, best->act, true);
        who = rival(who);
        burn(t);
    }
}

int main(void)
{
    Grid g;
    Side who = BLACK;
    int nr = 1;
    char line[100];
    set_up(g);
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    show(g);
    while (scanf("%99[^\n]%*c", line) == 1) {
        char x = 0, y = 0;
        int a[4] = {0};
        int n = sscanf(line, " %c%d-%c%d", &x, &a[1], &y, &a[3]);
        if (n == 1) {
            computer(g, who, nr, x == 'P' ? 10 : 1);
            return 0;
        }
        a[0] = x - 'A';
        a[2] = y - 'A';
        a[1]--;
        a[3]--;
        const char *wrong = NULL;
        if (a[0] < 0 || a[0] > 7 || a[1] < 0 || a[1] > 7)
            wrong = "Source cell is outside of the board.";
        else if (a[2] < 0 || a[2] > 7 || a[3] < 0 || a[3] > 7)
            wrong = "Target cell is outside of the board.";
        else if (g[a[1]][a[0]].side == NOBODY)
            wrong = "Source cell is empty.";
        else if (g[a[3]][a[2]].side != NOBODY)
            wrong = "Target cell is not empty.";
        else if (g[a[1]][a[0]].side == rival(who))
            wrong = "Source cell holds opponents piece/tower.";
        else if (!may(g, a[1], a[0], a[3], a[2]))
            wrong = "Illegal action.";
        if (wrong) {
            printf("ERROR: %s\n", wrong);
            return 0;
        }
        act(g, a[1], a[0], a[3], a[2]);
        write_out(g, who, nr++, a, false);
        who = rival(who);
    }
    return 0;
}
