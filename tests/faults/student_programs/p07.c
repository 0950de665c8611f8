#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

/* one global board, actions are done and taken back */
static char B[9][9];     /* [row][column], from 1 */

typedef struct step {
    int r1, c1, r2, c2;
    char man;            /* man that acted, before promotion */
    char taken;          /* what was captured or 0 */
} step;

typedef struct item {
    step st;
    int value;
    struct item *first, *last, *next;
} item;

static int black(char c) { return c == 'b' || c == 'B'; }
static int white(char c) { return c == 'w' || c == 'W'; }

static void new_game(void)
{
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++)
            B[r][c] = (r + c) % 2 == 0 ? '.' : r <= 3 ? 'w' : r >= 6 ? 'b' : '.';
}

static void print_line(void)
{
    printf("   ");
    for (int i = 0; i < 8; i++)
        printf("+---");
    printf("+\n");
}

static void print_all(void)
{
    printf("  ");
    for (char c = 'A'; c <= 'H'; c++)
        printf("   %c", c);
    printf("\n");
    print_line();
    for (int r = 1; r <= 8; r++) {
        printf(" %d |", r);
        for (int c = 1; c <= 8; c++)
            printf(" %c |", B[r][c]);
        printf("\n");
        print_line();
    }
}

static int count(char what)
{
    int n = 0;
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++)
            if (B[r][c] == what)
                n++;
    return n;
}

static int cost(void)
{
    return count('b') + 3 * count('B') - count('w') - 3 * count('W');
}

/* fills in the rest of *s; returns 1 when the action is legal */
static int legal(step *s)
{
    if (s->r2 < 1 || s->r2 > 8 || s->c2 < 1 || s->c2 > 8 || B[s->r2][s->c2] != '.')
        return 0;
    s->man = B[s->r1][s->c1];
    s->taken = 0;
    int dr = s->r2 - s->r1, dc = s->c2 - s->c1;
    if ((s->man == 'b' && dr > 0) || (s->man == 'w' && dr < 0))
        return 0;
    if (abs(dr) == 1 && abs(dc) == 1)
        return 1;
    if (abs(dr) == 2 && abs(dc) == 2) {
        char mid = B[s->r1 + dr / 2][s->c1 + dc / 2];
        if ((black(s->man) && white(mid)) || (white(s->man) && black(mid))) {
            s->taken = mid;
            return 1;
        }
    }
    return 0;
}

static void forth(const step *s)
{
    B[s->r1][s->c1] = '.';
    B[s->r2][s->c2] = s->man;
    if (s->taken)
        B[(s->r1 + s->r2) / 2][(s->c1 + s->c2) / 2] = '.';
    if (s->man == 'b' && s->r2 == 1)
        B[s->r2][s->c2] = 'B';
    if (s->man == 'w' && s->r2 == 8)
        B[s->r2][s->c2] = 'W';
}

static void back(const step *s)
{
    B[s->r2][s->c2] = '.';
    B[s->r1][s->c1] = s->man;
    if (s->taken)
        B[(s->r1 + s->r2) / 2][(s->c1 + s->c2) / 2] = black(s->man) ? 'w' : 'b';
}

static item *add(item *parent, step s)
{
    item *x = malloc(sizeof(item));
    x->st = s;
    x->first = x->last = x->next = NULL;
    x->value = 0;
    if (parent) {
        if (parent->last)
            parent->last->next = x;
        else
            parent->first = x;
        parent->last = x;
    }
    return x;
}

static void search(item *me, int turn, int depth)
{
    const int dr[4] = { -1, 1, 1, -1 }, dc[4] = { 1, 1, -1, -1 };
    if (depth == 0) {
        me->value = cost();
        return;
    }
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++) {
            if (turn % 2 ? !black(B[r][c]) : !white(B[r][c]))
                continue;
            for (int d = 0; d < 4; d++) {
                step s;
                s.r1 = r;
                s.c1 = c;
                for (int k = 1; k < 3; k++) {
                    s.r2 = r + k * dr[d];
                    s.c2 = c + k * dc[d];
                    if (legal(&s)) {
                        item *x = add(me, s);
                        forth(&s);
                        search(x, turn + 1, depth - 1);
                        back(&s);
                        break;
                    }
                }
            }
        }
    me->value = turn % 2 ? INT_MIN : INT_MAX;
    for (item *x = me->first; x; x = x->next)
        if (turn % 2 ? x->value > me->value : x->value < me->value)
            me->value = x->value;
}

static void drop(item *x)
{
    while (x) {
        item *n = x->next;
        drop(x->first);
        free(x);
        x = n;
    }
}

static void tell(int turn, const step *s, int computed)
{
    printf("=====================================\n");
    if (computed)
        printf("*** ");
    if (turn % 2 == 1)
        printf("BLACK");
    else
        printf("WHITE");
    printf(" ACTION #%d: %c%d-%c%d\n", turn, s->c1 + 'A' - 1, s->r1, s->c2 + 'A' - 1, s->r2);
    printf("BOARD COST: %d\n", cost());
    print_all();
}

static int move_computer(int turn)
{
    step none;
    memset(&none, 0, sizeof none);
    item *root = add(NULL, none);
    search(root, turn, 3);
    if (root->first == NULL) {
        printf("%s WIN!\n", turn % 2 ? "WHITE" : "BLACK");
        drop(root);
        return 0;
    }
    step best = none;
    if (turn % 2) {
        best = root->first->st;
        int max = root->first->value;
        for (item *x = root->first; x; x = x->next)
            if (x->value > max) {
                max = x->value;
                best = x->st;
            }
    } else {
        int min = INT_MAX;
        best.c1 = best.c2 = 1;
        for (item *x = root->first; x; x = x->next)
            if (x->value < min) {
                min = x->value;
                best = x->st;
            }
    }
    if (best.r1 > 0)
    forth(&best);
    tell(turn, &best, 1);
    drop(root);
    return 1;
}

int main(void)
{
    char line[10];
    int turn = 1;
    new_game();
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: %d\n#WHITE PIECES: %d\n", count('b'), count('w'));
    print_all();
    while (fgets(line, 10, stdin)) {
        line[strcspn(line, "\r\n ")] = '\0';
        if (strlen(line) == 0)
            continue;
        if (strcmp(line, "A") == 0) {
            move_computer(turn);
            return 0;
        }
        if (strcmp(line, "P") == 0) {
            for (int i = 1; i <= 10; i++)
                if (!move_computer(turn++))
                    break;
            return 0;
        }
        char c1 = 0, c2 = 0;
        step s = {0};
        sscanf(line, "%c%d-%c%d", &c1, &s.r1, &c2, &s.r2);
        s.c1 = c1 - 'A' + 1;
        s.c2 = c2 - 'A' + 1;
        if (s.r1 < 1 || s.r1 > 8 || s.c1 < 1 || s.c1 > 8) {
            printf("ERROR: Source cell is outside of the board\n");
            return 0;
        }
        if (s.r2 < 1 || s.r2 > 8 || s.c2 < 1 || s.c2 > 8) {
            printf("ERROR: Target cell is outside of the board.\n");
            return 0;
        }
        if (B[s.r1][s.c1] == '.') {
            printf("ERROR: Source cell is empty.\n");
            return 0;
        }
        if (B[s.r2][s.c2] != '.') {
            printf("ERROR: Target cell is not empty.\n");
            return 0;
        }
        if (turn % 2 ? white(B[s.r1][s.c1]) : black(B[s.r1][s.c1])) {
            printf("ERROR: Source cell holds opponent's piece/tower.\n");
            return 0;
        }
        if (!legal(&s)) {
            printf("ERROR: Illegal action.\n");
            return 0;
        }
        forth(&s);
        tell(turn, &s, 0);
        turn++;
    }
    return 0;
}
