#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

/* the men of a board are kept in one linked list sorted by row and column */
typedef struct man {
    int row, col;
    char kind;                  /* b B w W */
    struct man *next;
} man;

typedef struct node {
    man *men;
    char text[8];
    int value;
    struct node *child, *sibling;
} node;

static man *insert(man *list, int row, int col, char kind)
{
    if (list == NULL || row < list->row || (row == list->row && col < list->col)) {
        man *m = malloc(sizeof(man));
        m->row = row;
        m->col = col;
        m->kind = kind;
        m->next = list;
        return m;
    }
    list->next = insert(list->next, row, col, kind);
    return list;
}

static man *erase(man *list, int row, int col)
{
    if (list == NULL)
        return NULL;
    if (list->row == row && list->col == col) {
        man *rest = list->next;
        free(list);
        return rest;
    }
    list->next = erase(list->next, row, col);
    return list;
}

static man *copy(const man *list)
{
    if (list == NULL)
        return NULL;
    man *m = malloc(sizeof(man));
    *m = *list;
    m->next = copy(list->next);
    return m;
}

static void clear(man *list)
{
    while (list) {
        man *next = list->next;
        free(list);
        list = next;
    }
}

static char at(const man *list, int row, int col)
{
    for (; list; list = list->next)
        if (list->row == row && list->col == col)
            return list->kind;
    return '.';
}

static char owner(char kind)
{
    if (kind == 'B') return 'b';
    if (kind == 'W') return 'w';
    return kind;
}

static int cost(const man *list)
{
    int sum = 0;
    for (; list; list = list->next)
        sum += list->kind == 'b' ? 1 : list->kind == 'B' ? 3 : list->kind == 'w' ? -1 : -3;
    return sum;
}

static void print(const man *list)
{
    printf("     A   B   C   D   E   F   G   H\n   +---+---+---+---+---+---+---+---+\n");
    for (int r = 1; r <= 8; r++) {
        printf(" %d |", r);
        for (int c = 1; c <= 8; c++) {
            char k = '.';
            if (list && list->row == r && list->col == c) {
                k = list->kind;
                list = list->next;
            }
            printf(" %c |", k);
        }
        printf("\n   +---+---+---+---+---+---+---+---+\n");
    }
}

static int can(const man *list, const man *m, int row, int col)
{
    int dr = row - m->row, dc = col - m->col;
    if (row < 1 || row > 8 || col < 1 || col > 8)
        return 0;
    if (at(list, row, col) != '.')
        return 0;
    if ((m->kind == 'b' && dr > 0) || (m->kind == 'w' && dr < 0))
        return 0;
    if (abs(dr) == 1 && abs(dc) == 1)
        return 1;
    if (abs(dr) == 2 && abs(dc) == 2) {
        char over = at(list, m->row + dr / 2, m->col + dc / 2);
        if (m->kind == 'b') return over == 'w';
        if (m->kind == 'w') return over == 'b';
        if (owner(m->kind) == 'b') return owner(over) == 'w';
        return owner(over) == 'b';
    }
    return 0;
}

static man *after(const man *list, const man *m, int row, int col)
{
    char kind = m->kind;
    man *n = copy(list);
    n = erase(n, m->row, m->col);
    if (abs(row - m->row) == 2)
        n = erase(n, (row + m->row) / 2, (col + m->col) / 2);
    if (kind == 'b' && row == 1) kind = 'B';
    if (kind == 'w' && row == 8) kind = 'W';
    return insert(n, row, col, kind);
}

static node *grow(man *men, char player, int depth)
{
    node *t = malloc(sizeof(node));
    node **where = &t->child;
    t->men = men;
    t->child = t->sibling = NULL;
    if (depth == 0) {
        t->value = cost(men);
        return t;
    }
    t->value = player == 'b' ? INT_MIN : INT_MAX;
    for (man *m = men; m; m = m->next) {
        static const int d[4][2] = { {-1, 1}, {1, 1}, {1, -1}, {-1, -1} };
        if (owner(m->kind) != player)
            continue;
        for (int i = 0; i < 4; i++) {
            int row = m->row + d[i][0], col = m->col + d[i][1];
            if (!can(men, m, row, col)) {
                row += d[i][0];
                col += d[i][1];
                if (!can(men, m, row, col))
                    continue;
            }
            node *k = grow(after(men, m, row, col), player == 'b' ? 'w' : 'b', depth - 1);
            sprintf(k->text, "%c%d-%c%d", m->col + 64, m->row, col + 64, row);
            *where = k;
            where = &k->sibling;
            if ((player == 'b' && k->value > t->value) || (player == 'w' && k->value < t->value))
                t->value = k->value;
        }
    }
    return t;
}

static void chop(node *t)
{
    if (t == NULL)
        return;
    chop(t->child);
    chop(t->sibling);
    clear(t->men);
    free(t);
}

static void step(const man *men, int n, const char *text, int value, const char *stars)
{
    printf("=====================================\n%s%s ACTION #%d: %s\nBOARD COST: %d\n", stars,
           n % 2 ? "BLACK" : "WHITE", n, text, value);
    print(men);
}

static man *computer(man *men, int n, int *over)
{
    node *t = grow(copy(men), n % 2 ? 'b' : 'w', 3), *k = t->child;
    if (k == NULL) {
        if (cost(men) > 0)
            printf("BLACK WIN!\n");
        else
            printf("WHITE WIN!\n");
        *over = 1;
        chop(t);
        return men;
    }
    while (k->value != t->value)
        k = k->sibling;
    clear(men);
    men = copy(k->men);
    step(men, n, k->text, k->value, "*** ");
    chop(t);
    return men;
}

int main(void)
{
    man *men = NULL;
    char word[32];
    int n = 1, over = 0;
    for (int r = 8; r >= 1; r--)
        for (int c = 8; c >= 1; c--)
            if ((r + c) % 2 && (r < 4 || r > 5))
                men = insert(men, r, c, r < 4 ? 'w' : 'b');
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    print(men);
    while (!over && scanf("%31s", word) != EOF) {
        if (word[1] == '\0') {
            int left = word[0] == 'P' ? 10 : 1;
            while (left-- > 0 && !over)
                men = computer(men, n++, &over);
            break;
        }
        char a, b;
        int r1 = 0, r2 = 0;
        sscanf(word, "%c%d-%c%d", &a, &r1, &b, &r2);
        int c1 = a - 64, c2 = b - 64;
        char *e = 0;
        man m = { r1, c1, at(men, r1, c1), NULL };
        if (r1 < 1 || r1 > 8 || c1 < 1 || c1 > 8)
            e = "Source cell is outside of the board.";
        else if (r2 < 1 || r2 > 8 || c2 < 1 || c2 > 8)
            e = "Target cell is outside of the board.";
        else if (m.kind == '.')
            e = "Source cell is empty.";
        else if (at(men, r2, c2) != '.')
            e = "Target cell is not empty.";
        else if (owner(m.kind) != (n % 2 ? 'b' : 'w'))
            e = "Source cell holds opponent's piece/tower.";
        else if (!can(men, &m, r2, c2))
            e = "Illegal action.";
        if (e) {
            printf("ERROR: %s\n", e);
            break;
        }
        man *next = after(men, &m, r2, c2);
        clear(men);
        men = next;
        step(men, n++, word, cost(men), "");
    }
    clear(men);
    return 0;
}
