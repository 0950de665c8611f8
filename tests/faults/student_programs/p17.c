#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

typedef struct { char f[8][8]; } Field;
typedef struct { int r, c, tr, tc; } Turn;
typedef struct { Turn t[200]; int n; } Turns;

typedef struct TNode {
    Field field;
    Turn turn;
    int val;
    struct TNode *kids;
    int nkids;
} TNode;

static const char *colname[2] = { "BLACK", "WHITE" };
static const int dir_r[4] = { -1, 1, 1, -1 };
static const int dir_c[4] = { 1, 1, -1, -1 };

int belongs_to(char x, int pl)
{
    return pl == 0 ? (x == 'b' || x == 'B') : (x == 'w' || x == 'W');
}

void promote(Field *f, int pl)
{
    for (int c = 0; c < 8; c++) {
        if (pl == 0 && f->f[0][c] == 'b') f->f[0][c] = 'B';
        if (pl == 1 && f->f[7][c] == 'w') f->f[7][c] = 'W';
    }
}

/* all turns of one man in one direction */
void turns_in_direction(const Field *f, int r, int c, int d, int pl, Turns *out)
{
    char x = f->f[r][c];
    int longest = 1;
    if (x == 'b' && dir_r[d] == 1) return;
    if (x == 'w' && dir_r[d] == -1) return;
    if (x == 'B' || x == 'W')
        longest = 7;
    for (int k = 1; k <= longest; k++) {
        int tr = r + k * dir_r[d], tc = c + k * dir_c[d];
        if (tr < 0 || tr > 7 || tc < 0 || tc > 7) return;
        if (f->f[tr][tc] == '.') {
            Turn t = { r, c, tr, tc };
            out->t[out->n++] = t;
            continue;
        }
        if (k == 1 && belongs_to(f->f[tr][tc], 1 - pl)) {
            tr += dir_r[d];
            tc += dir_c[d];
            if (tr >= 0 && tr < 8 && tc >= 0 && tc < 8 && f->f[tr][tc] == '.') {
                Turn t = { r, c, tr, tc };
                out->t[out->n++] = t;
            }
        }
        return;
    }
}

void all_turns(const Field *f, int pl, Turns *out)
{
    out->n = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            if (belongs_to(f->f[r][c], pl))
                for (int d = 0; d < 4; d++)
                    turns_in_direction(f, r, c, d, pl, out);
}

void make_turn(Field *f, Turn t, int pl)
{
    int n = abs(t.tr - t.r);
    if (n == 2) {
        char *mid = &f->f[(t.r + t.tr) / 2][(t.c + t.tc) / 2];
        *mid = '.';
    }
    f->f[t.tr][t.tc] = f->f[t.r][t.c];
    f->f[t.r][t.c] = '.';
    promote(f, 1 - pl);
}

int field_cost(const Field *f)
{
    int cost = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            char x = f->f[r][c];
            if (x == 'b') cost++;
            else if (x == 'w') cost--;
            else if (x == 'B') cost += 3;
            else if (x == 'W') cost -= 3;
        }
    return cost;
}

void expand(TNode *n, int pl, int depth)
{
    n->kids = NULL;
    n->nkids = 0;
    if (depth == 3) {
        n->val = field_cost(&n->field);
        return;
    }
    Turns ts;
    all_turns(&n->field, pl, &ts);
    n->val = pl == 0 ? INT_MIN : INT_MAX;
    if (ts.n == 0)
        return;
    n->kids = malloc(ts.n * sizeof(TNode));
    n->nkids = ts.n;
    for (int i = 0; i < ts.n; i++) {
        TNode *k = &n->kids[i];
        k->field = n->field;
        k->turn = ts.t[i];
        make_turn(&k->field, k->turn, pl);
        expand(k, 1 - pl, depth + 1);
        if (pl == 0 ? k->val > n->val : k->val < n->val)
            n->val = k->val;
    }
}

void collapse(TNode *n)
{
    for (int i = 0; i < n->nkids; i++)
        collapse(&n->kids[i]);
    free(n->kids);
}

void print_field(const Field *f)
{
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int r = 0; r < 8; r++) {
        printf(" %d ", r + 1);
        for (int c = 0; c < 8; c++)
            printf("| %c ", f->f[r][c]);
        printf("|\n   +---+---+---+---+---+---+---+---+\n");
    }
}

void print_turn(const Field *f, Turn t, int number, int computed)
{
    printf("=====================================\n%s", computed ? "*** " : "");
    printf("%s ACTION #%d: %c%d-%c%d\n", colname[(number + 1) % 2], number, t.c + 'A', t.r + 1, t.tc + 'A', t.tr + 1);
    printf("BOARD COST: %d\n", field_cost(f));
    print_field(f);
}

int compute(Field *f, int number)
{
    TNode root;
    int pl = (number + 1) % 2;
    root.field = *f;
    expand(&root, pl, 0);
    if (root.nkids == 0) {
        printf("%s WIN!\n", colname[1 - pl]);
        return 0;
    }
    TNode *best = &root.kids[0];
    for (int i = 1; i < root.nkids; i++)
        if (pl == 0 ? root.kids[i].val > best->val : root.kids[i].val < best->val)
            best = &root.kids[i];
    *f = best->field;
    print_turn(f, best->turn, number, 1);
    collapse(&root);
    return 1;
}

int main(void)
{
    static const char *errors[] = {
        "Source cell is outside of the board.", "Target cell is outside of the board.",
        "Source cell is empty.", "Target cell is not empty.",
        "Source cell holds opponent's piece/tower.", "Illegal action."
    };
    Field f;
    char buffer[256];
    int number = 1;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            f.f[r][c] = (r + c) % 2 == 0 || r == 3 || r == 4 ? '.' : r < 3 ? 'w' : 'b';
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    print_field(&f);
    while (scanf("%255s", buffer) == 1) {
        char a, b;
        int x, y, e = -1, pl = (number + 1) % 2;
        if (strcmp(buffer, "A") == 0) {
            compute(&f, number);
            return 0;
        } else if (strcmp(buffer, "P") == 0) {
            for (int i = 0; i < 10; i++, number++)
                if (!compute(&f, number))
                    return 0;
            return 0;
        }
        sscanf(buffer, "%c%d-%c%d", &a, &x, &b, &y);
        Turn t = { x - 1, a - 'A', y - 1, b - 'A' };
        if (a < 'A' || a > 'H' || x < 1 || x > 8) e = 0;
        else if (b < 'A' || b > 'H' || y < 1 || y > 8) e = 1;
        else if (f.f[t.tr][t.tc] != '.') e = 3;
        else if (f.f[t.r][t.c] == '.') e = 2;
        else if (!belongs_to(f.f[t.r][t.c], pl)) e = 4;
        else {
            Turns ts;
            e = 5;
            all_turns(&f, pl, &ts);
            for (int i = 0; i < ts.n; i++)
                if (memcmp(&ts.t[i], &t, sizeof t) == 0)
                    e = -1;
        }
        if (e >= 0) {
            printf("ERROR: %s\n", errors[e]);
            return 0;
        }
        make_turn(&f, t, pl);
        print_turn(&f, t, number, 0);
        number++;
    }
    return 0;
}
