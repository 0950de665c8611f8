#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <stdbool.h>
#include <limits.h>

typedef uint64_t bits;

typedef struct {
    bits black, white, tower;
} Position;

typedef struct TreeNode TreeNode;
struct TreeNode {
    Position pos;
    int from, to;
    int value;
    int n;
    TreeNode **sub;
};

#define BIT(i) ((bits)1 << (i))

static Position game;
static int actionNumber = 1;

static void initPosition(void)
{
    game.black = game.white = game.tower = 0;
    for (int sq = 0; sq < 64; sq++) {
        int y = sq / 8, x = sq % 8;
        if ((x + y) % 2 == 0) continue;
        if (y < 3) game.white |= BIT(sq);
        if (y > 4) game.black |= BIT(sq);
    }
}

static int popcount(bits b)
{
    int n = 0;
    while (b) {
        b &= b - 1;
        n++;
    }
    return n;
}

static int costOf(const Position *p)
{
    int cost = 0;
    cost += popcount(p->black & ~p->tower);
    cost += 3 * popcount(p->black & p->tower);
    cost -= popcount(p->white & ~p->tower);
    cost -= popcount(p->white & p->tower);
    return cost;
}

static char symbol(const Position *p, int sq)
{
    if (p->black & BIT(sq)) return p->tower & BIT(sq) ? 'B' : 'b';
    if (p->white & BIT(sq)) return p->tower & BIT(sq) ? 'W' : 'w';
    return '.';
}

static void display(const Position *p)
{
    const char *rule = "   +---+---+---+---+---+---+---+---+";
    printf("     A   B   C   D   E   F   G   H\n%s\n", rule);
    for (int y = 0; y < 8; y++) {
        printf(" %d |", y + 1);
        for (int x = 0; x < 8; x++)
            printf(" %c |", symbol(p, y * 8 + x));
        printf("\n%s\n", rule);
    }
}

static bool reachable(const Position *p, bool blackTurn, int from, int to)
{
    bits mine = blackTurn ? p->black : p->white;
    bits his = blackTurn ? p->white : p->black;
    int dy = to / 8 - from / 8, dx = to % 8 - from % 8;
    if (!(mine & BIT(from)) || ((mine | his) & BIT(to)))
        return false;
    if (!(p->tower & BIT(from)) && (blackTurn ? dy > 0 : dy < 0))
        return false;
    if (abs(dx) == 1 && abs(dy) == 1)
        return true;
    if (abs(dx) == 2 && abs(dy) == 2)
        return (his & BIT((from + to) / 2)) != 0;
    return false;
}

static void transfer(Position *p, int from, int to)
{
    bits *side = p->black & BIT(from) ? &p->black : &p->white;
    *side &= ~BIT(from);
    *side |= BIT(to);
    if (p->tower & BIT(from)) {
        p->tower &= ~BIT(from);
        p->tower |= BIT(to);
    }
    if (abs(to / 8 - from / 8) == 2) {
        bits mid = BIT((from + to) / 2);
        p->black &= ~mid;
        p->white &= ~mid;
        p->tower &= ~mid;
    }
}

static void crown(Position *p)
{
    p->tower |= p->black & (bits)0xFF;
    p->tower |= p->white & ((bits)0xFF << 56);
}

static TreeNode *makeTree(Position pos, bool blackTurn, int depthLeft)
{
    static const int dy[4] = {-1, 1, 1, -1}, dx[4] = {1, 1, -1, -1};
    TreeNode *t = malloc(sizeof(TreeNode));
    t->pos = pos;
    t->n = 0;
    t->sub = NULL;
    t->from = t->to = -1;
    t->value = costOf(&pos);
    if (depthLeft == 0)
        return t;
    t->sub = malloc(sizeof(TreeNode *) * 50);
    for (int sq = 0; sq < 64; sq++)
        for (int d = 0; d < 4; d++)
            for (int len = 1; len < 3; len++) {
                int y = sq / 8 + len * dy[d], x = sq % 8 + len * dx[d];
                if (y < 0 || y > 7 || x < 0 || x > 7)
                    continue;
                if (!reachable(&pos, blackTurn, sq, y * 8 + x))
                    continue;
                Position next = pos;
                transfer(&next, sq, y * 8 + x);
                TreeNode *s = makeTree(next, !blackTurn, depthLeft - 1);
                s->from = sq;
                s->to = y * 8 + x;
                t->sub[t->n++] = s;
                break;
            }
    if (blackTurn) {
        t->value = INT_MIN;
        for (int i = 0; i < t->n; i++)
            if (t->sub[i]->value > t->value) t->value = t->sub[i]->value;
    } else {
        t->value = INT_MAX;
        for (int i = 0; i < t->n; i++)
            if (t->sub[i]->value < t->value) t->value = t->sub[i]->value;
    }
    return t;
}

static void deleteTree(TreeNode *t)
{
    for (int i = 0; i < t->n; i++)
        deleteTree(t->sub[i]);
    free(t->sub);
    free(t);
}

static void announce(int from, int to, bool computed)
{
    printf("=====================================\n");
    printf("%s%s ACTION #%d: %c%d-%c%d\n", computed ? "*** " : "", actionNumber % 2 ? "BLACK" : "WHITE",
           actionNumber, 'A' + from % 8, from / 8 + 1, 'A' + to % 8, to / 8 + 1);
    printf("BOARD COST: %d\n", costOf(&game));
    display(&game);
    actionNumber++;
}

static bool stuck(void)
{
    TreeNode *t = makeTree(game, actionNumber % 2 == 1, 1);
    bool none = t->n == 0;
    deleteTree(t);
    if (none)
        printf("%s WIN!\n", actionNumber % 2 ? "WHITE" : "BLACK");
    return none;
}

static void compute(void)
{
    TreeNode *t = makeTree(game, actionNumber % 2 == 1, 3);
    int i = 0;
    while (t->sub[i]->value != t->value)
        i++;
    int from = t->sub[i]->from, to = t->sub[i]->to;
    deleteTree(t);
    transfer(&game, from, to);
    crown(&game);
    announce(from, to, true);
}

/* returns false when the program is to stop */
static bool handle(const char *s)
{
    if (s[0] == '\0')
        return true;
    if ((s[0] == 'A' || s[0] == 'P') && s[1] == '\0') {
        int times = s[0] == 'A' ? 1 : 10;
        while (times > 0) {
            if (stuck())
                return false;
            compute();
            times--;
        }
        if (s[0] == 'P')
            stuck();
        return false;
    }
    char c1, c2;
    int r1, r2;
    if (sscanf(s, " %c%d-%c%d", &c1, &r1, &c2, &r2) != 4)
        return true;
    const char *error = NULL;
    int from = (r1 - 1) * 8 + c1 - 'A', to = (r2 - 1) * 8 + c2 - 'A';
    if (c1 < 'A' || c1 > 'H' || r1 < 1 || r1 > 8)
        error = "Source cell is outside of the board.";
    else if (c2 < 'A' || c2 > 'H' || r2 < 1 || r2 > 8)
        error = "Target cell is outside of the board.";
    else if (symbol(&game, from) == '.')
        error = "Source cell is empty.";
    else if (symbol(&game, to) != '.')
        error = "Target cell is not empty.";
    else if ((actionNumber % 2 ? game.white : game.black) & BIT(from))
        error = "Source cell holds opponent's piece/tower.";
    else if (!reachable(&game, actionNumber % 2 == 1, from, to))
        error = "Illegal action.";
    if (error) {
        printf("ERROR: %s\n", error);
        return false;
    }
    transfer(&game, from, to);
    crown(&game);
    announce(from, to, false);
    return true;
}

int main(void)
{
    char line[200];
    int len = 0, c;
    initPosition();
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: %d\n#WHITE PIECES: %d\n", popcount(game.black), popcount(game.white));
    display(&game);
    while ((c = getchar()) != EOF) {
        if (c == '\n') {
            line[len] = '\0';
            len = 0;
            if (!handle(line))
                return 0;
        }
        else if (c != ' ' && len < 199)
            line[len++] = (char)c;
    }
    return 0;
}
