#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

enum player { BLACK, WHITE };

typedef struct {
    char cells[8][8];
    enum player turn;
    int number;
} Game;

typedef struct {
    int fromCol, fromRow, toCol, toRow;
} Action;

typedef struct tree {
    Game game;
    Action action;
    int value;
    struct tree *child;
    struct tree *next;
} Tree;

static int isMine(char c, enum player p)
{
    if (p == BLACK)
        return c == 'b' || c == 'B';
    return c == 'w' || c == 'W';
}

static enum player other(enum player p)
{
    return p == BLACK ? WHITE : BLACK;
}

static void printGame(const Game *g)
{
    int row, col;
    printf("     A   B   C   D   E   F   G   H\n");
    for (row = 1; row <= 8; row++) {
        printf("   +---+---+---+---+---+---+---+---+\n");
        printf(" %d |", row);
        for (col = 0; col < 8; col++)
            printf(" %c |", g->cells[row - 1][col]);
        printf("\n");
    }
    printf("   +---+---+---+---+---+---+---+---+\n");
}

static void setup(Game *g)
{
    const char *rows[8] = {
        ".w.w.w.w", "w.w.w.w.", ".w.w.w.w", "........",
        "........", "b.b.b.b.", ".b.b.b.b", "b.b.b.b."
    };
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            g->cells[i][j] = rows[i][j];
    g->turn = BLACK;
    g->number = 1;
}

static int cost(const Game *g)
{
    int sum = 0;
    for (int i = 0; i < 64; i++) {
        char c = g->cells[i / 8][i % 8];
        if (c == 'b') sum++;
        else if (c == 'B') sum += 3;
        else if (c == 'w') sum--;
        else if (c == 'W') sum -= 3;
    }
    return sum;
}

static int inside(int col, int row)
{
    return col >= 0 && col <= 7 && row >= 0 && row <= 7;
}

static int directionOk(char man, int dy)
{
    if (man == 'b') return dy < 0;
    if (man == 'w') return dy > 0;
    return 1;
}

static int canDo(const Game *g, Action a)
{
    int dx = a.toCol - a.fromCol;
    int dy = a.toRow - a.fromRow;
    char man = g->cells[a.fromRow][a.fromCol];
    if (!directionOk(man, dy))
        return 0;
    if (dx * dx == 1 && dy * dy == 1)
        return 1;
    if (dx * dx == 4 && dy * dy == 4)
        return isMine(g->cells[a.fromRow + dy / 2][a.fromCol + dx / 2], other(g->turn));
    return 0;
}

static Game perform(Game g, Action a)
{
    char man = g.cells[a.fromRow][a.fromCol];
    g.cells[a.fromRow][a.fromCol] = '.';
    if (a.toRow - a.fromRow == 2 || a.toRow - a.fromRow == -2)
        g.cells[(a.toRow + a.fromRow) / 2][(a.toCol + a.fromCol) / 2] = '.';
    if (man == 'b' && a.toRow == 0)
        man = 'B';
    if (man == 'w' && a.toRow == 7)
        man = 'W';
    g.cells[a.toRow][a.toCol] = man;
    g.turn = other(g.turn);
    g.number++;
    return g;
}

static void addChild(Tree *t, Tree *kid)
{
    kid->next = t->child;
    t->child = kid;
}

static Tree *grow(Game g, int level)
{
    static const int xs[] = { 1, 1, -1, -1 };
    static const int ys[] = { -1, 1, 1, -1 };
    Tree *t = malloc(sizeof(Tree));
    if (t == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    t->game = g;
    t->child = NULL;
    t->next = NULL;
    if (level == 3) {
        t->value = cost(&g);
        return t;
    }
    t->value = g.turn == BLACK ? INT_MIN : INT_MAX;
    for (int row = 0; row < 8; row++) {
        for (int col = 0; col < 8; col++) {
            if (!isMine(g.cells[row][col], g.turn))
                continue;
            for (int d = 0; d < 4; d++) {
                for (int step = 1; step <= 2; step++) {
                    Action a = { col, row, col + step * xs[d], row + step * ys[d] };
                    if (!inside(a.toCol, a.toRow))
                        break;
                    if (g.cells[a.toRow][a.toCol] != '.')
                        continue;
                    if (canDo(&g, a)) {
                        Tree *kid = grow(perform(g, a), level + 1);
                        kid->action = a;
                        addChild(t, kid);
                        if (g.turn == BLACK && kid->value > t->value)
                            t->value = kid->value;
                        if (g.turn == WHITE && kid->value < t->value)
                            t->value = kid->value;
                        break;
                    }
                }
            }
        }
    }
    return t;
}

static void cut(Tree *t)
{
    while (t != NULL) {
        Tree *n = t->next;
        cut(t->child);
        free(t);
        t = n;
    }
}

static void report(const Game *g, Action a, const char *stars, enum player who)
{
    printf("=====================================\n");
    printf("%s%s ACTION #%d: %c%d-%c%d\n", stars, who == BLACK ? "BLACK" : "WHITE", g->number - 1,
           a.fromCol + 'A', a.fromRow + 1, a.toCol + 'A', a.toRow + 1);
    printf("BOARD COST: %d\n", cost(g));
    printGame(g);
}

static int think(Game *g)
{
    Tree *root = grow(*g, 0);
    Tree *best = NULL;
    if (root->child == NULL) {
        if (g->turn == BLACK)
            printf("WHITE WIN!\n");
        else
            printf("BLACK WIN!\n");
        cut(root);
        return 0;
    }
    int bestValue = g->turn == BLACK ? INT_MIN : INT_MAX;
    for (Tree *k = root->child; k != NULL; k = k->next) {
        if (g->turn == BLACK && k->value > bestValue) {
            best = k;
            bestValue = k->value;
        }
        if (g->turn == WHITE && k->value < bestValue) {
            best = k;
            bestValue = k->value;
        }
    }
    enum player who = g->turn;
    fflush(stdout);
    Action a = best->action;
    *g = best->game;
    report(g, a, "*** ", who);
    cut(root);
    return 1;
}

static void fail(const char *msg)
{
    printf("ERROR: %s\n", msg);
    exit(0);
}

int main(void)
{
    Game g;
    char c1, c2;
    int r1, r2, n;
    setup(&g);
    printf("BOARD SIZE: 8x8\n");
    printf("#BLACK PIECES: %d\n", 12);
    printf("#WHITE PIECES: %d\n", 12);
    printGame(&g);
    while ((n = scanf(" %c%d-%c%d", &c1, &r1, &c2, &r2)) == 4) {
        Action a = { c1 - 'A', r1 - 1, c2 - 'A', r2 - 1 };
        if (!inside(a.fromCol, a.fromRow))
            fail("Source cell is outside of the board.");
        if (g.cells[a.fromRow][a.fromCol] == '.')
            fail("Source cell is empty.");
        if (!inside(a.toCol, a.toRow))
            fail("Target cell is outside of the board.");
        if (g.cells[a.toRow][a.toCol] != '.')
            fail("Target cell is not empty.");
        if (!isMine(g.cells[a.fromRow][a.fromCol], g.turn))
            fail("Source cell holds opponent's piece/tower.");
        if (!canDo(&g, a))
            fail("Illegal action.");
        enum player who = g.turn;
        g = perform(g, a);
        report(&g, a, "", who);
    }
    if (n == 1) {
        if (c1 == 'A')
            think(&g);
        else if (c1 == 'P')
            for (int i = 0; i < 10 && think(&g); i++)
                ;
    }
    return 0;
}
