#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

typedef struct state {
    char at[10][10];       /* [column][row], border of spaces */
    char turn;             /* 'B' or 'W' */
} state;

typedef struct tnode {
    state s;
    int x1, y1, x2, y2;
    int level;
    int value;
    int done;                       /* children with a known value */
    struct tnode *parent, *child, *brother;
} tnode;

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

static void first_state(state *s)
{
    memset(s->at, ' ', sizeof s->at);
    for (int x = 1; x <= 8; x++)
        for (int y = 1; y <= 8; y++) {
            s->at[x][y] = '.';
            if ((x + y) % 2 && y < 4) s->at[x][y] = 'w';
            if ((x + y) % 2 && y > 5) s->at[x][y] = 'b';
        }
    s->turn = 'B';
}

static int can(const state *s, int x1, int y1, int x2, int y2)
{
    if (x2 < 1 || x2 > 8 || y2 < 1 || y2 > 8)
        return 0;
    if (upper(s->at[x1][y1]) != s->turn || s->at[x2][y2] != '.')
        return 0;
    if (s->at[x1][y1] == 'b' && y2 > y1)
        return 0;
    if (s->at[x1][y1] == 'w' && y2 < y1)
        return 0;
    if (abs(x1 - x2) == 1 && abs(y1 - y2) == 1)
        return 1;
    if (abs(x1 - x2) == 2 && abs(y1 - y2) == 2)
        return upper(s->at[(x1 + x2) / 2][(y1 + y2) / 2]) == (s->turn == 'B' ? 'W' : 'B');
    return 0;
}

static void act(state *s, int x1, int y1, int x2, int y2)
{
    s->at[x2][y2] = s->at[x1][y1];
    s->at[x1][y1] = '.';
    if (abs(x1 - x2) == 2)
        s->at[(x1 + x2) / 2][(y1 + y2) / 2] = '.';
    if (y2 == (s->turn == 'B' ? 1 : 8))
        s->at[x2][y2] = upper(s->at[x2][y2]);
    s->turn = s->turn == 'B' ? 'W' : 'B';
}

static tnode *add_child(tnode *t, int x1, int y1, int x2, int y2)
{
    tnode *n = calloc(1, sizeof *n);
    n->s = t->s;
    n->x1 = x1;
    n->y1 = y1;
    n->x2 = x2;
    n->y2 = y2;
    n->level = t->level + 1;
    n->parent = t;
    act(&n->s, x1, y1, x2, y2);
    if (t->child == NULL)
        t->child = n;
    else {
        tnode *b = t->child;
        while (b->brother)
            b = b->brother;
        b->brother = n;
    }
    return n;
}

static const int dx[4] = { 1, 1, -1, -1 };
static const int dy[4] = { -1, 1, 1, -1 };

static void children(tnode *t)
{
    for (int len = 2; len >= 1; len--)
        for (int y = 1; y <= 8; y++)
            for (int x = 1; x <= 8; x++)
                for (int d = 0; d < 4; d++)
                    if (can(&t->s, x, y, x + len * dx[d], y + len * dy[d]))
                        add_child(t, x, y, x + len * dx[d], y + len * dy[d]);
}

static int alive(const state *s)
{
    for (int y = 1; y <= 8; y++)
        for (int x = 1; x <= 8; x++)
            for (int d = 0; d < 4; d++)
                if (can(s, x, y, x + dx[d], y + dy[d]) || can(s, x, y, x + 2 * dx[d], y + 2 * dy[d]))
                    return 1;
    return 0;
}

static int cost(const state *s)
{
    int sum = 0;
    if (!alive(s))
        return s->turn == 'B' ? INT_MIN : INT_MAX;
    for (int y = 1; y <= 8; y++)
        for (int x = 1; x <= 8; x++)
            switch (s->at[x][y]) {
                case 'b': sum += 1; break;
                case 'w': sum -= 1; break;
                case 'B': sum += 3; break;
                case 'W': sum -= 3; break;
                default: break;
            }
    return sum;
}

/* depth first without recursion, climbing by the parent pointers */
static void evaluate(tnode *root)
{
    tnode *t = root;
    children(root);
    while (t != NULL) {
        tnode *next = NULL;
        if (t->done == 0 && t->child != NULL) {
            t->done = 1;
            next = t->child;
        } else {
            if (t->child == NULL)
                t->value = cost(&t->s);
            else {
                t->value = t->child->value;
                for (tnode *b = t->child->brother; b; b = b->brother)
                    if (t->s.turn == 'B' ? b->value > t->value : b->value < t->value)
                        t->value = b->value;
            }
            if (t == root)
                return;
            next = t->brother ? t->brother : t->parent;
        }
        if (next != t->parent && next->level < 3 && next->child == NULL)
            children(next);
        t = next;
    }
}

static void release(tnode *t)
{
    if (t) {
        release(t->child);
        release(t->brother);
        free(t);
    }
}

static void print_state(const state *s)
{
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int y = 1; y <= 8; y++) {
        printf(" %d |", y);
        for (int x = 1; x <= 8; x++)
            printf(" %c |", s->at[x][y]);
        printf("\n   +---+---+---+---+---+---+---+---+\n");
    }
}

static void print_act(const state *s, int no, int x1, int y1, int x2, int y2, int own)
{
    printf("=====================================\n");
    printf("%s%s ACTION #%d: %c%d-%c%d\n", own ? "*** " : "", s->turn == 'W' ? "BLACK" : "WHITE", no,
           x1 + '@', y1, x2 + '@', y2);
    printf("BOARD COST: %d\n", cost(s));
    print_state(s);
}

static int own_action(state *s, int no)
{
    tnode *root = calloc(1, sizeof *root);
    root->s = *s;
    evaluate(root);
    tnode *b = root->child;
    if (b == NULL) {
        printf("%s WIN!\n", s->turn == 'B' ? "WHITE" : "BLACK");
        free(root);
        return 0;
    }
    while (b->value != root->value)
        b = b->brother;
    *s = b->s;
    print_act(s, no, b->x1, b->y1, b->x2, b->y2, 1);
    release(root);
    return 1;
}

int main(void)
{
    state s;
    char word[50];
    int no = 0;
    first_state(&s);
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    print_state(&s);
    while (scanf("%49s", word) == 1) {
        char *dash = strchr(word, '-');
        no++;
        if (dash == NULL) {
            int times = word[0] == 'P' ? 10 : 1;
            while (times > 0 && own_action(&s, no)) {
                no++;
                times--;
            }
            break;
        }
        int x1 = word[0] - '@', y1 = word[1] - '0', x2 = dash[1] - '@', y2 = dash[2] - '0';
        if (x1 < 1 || x1 > 8 || y1 < 1 || y1 > 8) {
            printf("ERROR: Source cell is outside of the board.\n");
            break;
        }
        if (x2 < 1 || x2 > 8 || y1 < 1 || y1 > 8) {
            printf("ERROR: Target cell is outside of the board.\n");
            break;
        }
        if (s.at[x1][y1] == '.') {
            printf("ERROR: Source cell is empty.\n");
            break;
        }
        if (s.at[x2][y2] != '.') {
            printf("ERROR: Target cell is not empty.\n");
            break;
        }
        if (upper(s.at[x1][y1]) != s.turn) {
            printf("ERROR: Source cell holds opponent's piece/tower.\n");
            break;
        }
        if (!can(&s, x1, y1, x2, y2)) {
            printf("ERROR: Illegal action.\n");
            break;
        }
        act(&s, x1, y1, x2, y2);
        print_act(&s, no, x1, y1, x2, y2, 0);
    }
    return 0;
}
