#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

struct position {
    char cell[8][8];
};

struct branch {
    struct position pos;
    char name[6];
    int value;
    struct branch *kids[64];
    int n;
};

char own(char c, int black)
{
    if (black)
        return c == 'b' || c == 'B';
    return c == 'w' || c == 'W';
}

int read_line(char *buf, int max)
{
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == ' ' || c == '\t' || c == '\r')
            continue;
        if (n < max - 1)
            buf[n++] = c;
    }
    buf[n] = 0;
    return n;
}

void print_position(struct position *p)
{
    int i, j;
    char *sep = "   +---+---+---+---+---+---+---+---+\n";
    printf("     A   B   C   D   E   F   G   H\n");
    printf("%s", sep);
    for (i = 0; i < 8; i++) {
        printf(" %d |", i + 1);
        for (j = 0; j < 8; j++) {
            printf(" %c |", p->cell[i][j]);
        }
        printf("\n%s", sep);
    }
}

int count_cost(struct position *p)
{
    int i, j, result = 0;
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 8; j++) {
            if (p->cell[i][j] == 'b') result = result + 1;
            if (p->cell[i][j] == 'B') result = result + 3;
            if (p->cell[i][j] == 'w') result = result - 1;
            if (p->cell[i][j] == 'W') result = result - 3;
        }
    }
    return result;
}

void promote(struct position *p)
{
    int i;
    for (i = 0; i < 8; i++) {
        if (p->cell[0][i] == 'b') p->cell[0][i] = 'B';
        if (p->cell[7][i] == 'w') p->cell[7][i] = 'W';
    }
}

struct branch *tree(struct position p, int black, int depth);

void add(struct branch *t, struct position next, int black, int depth, int r1, int c1, int r2, int c2)
{
    struct branch *kid;
    promote(&next);
    kid = tree(next, !black, depth - 1);
    sprintf(kid->name, "%c%c-%c%c", 'A' + c1, '1' + r1, 'A' + c2, '1' + r2);
    t->kids[t->n] = kid;
    t->n++;
}

struct branch *tree(struct position p, int black, int depth)
{
    int r, c, i;
    struct position q;
    struct branch *t = malloc(sizeof(struct branch));
    t->pos = p;
    t->n = 0;
    t->name[0] = 0;
    if (depth == 0) {
        t->value = count_cost(&p);
        return t;
    }
    for (r = 0; r < 8; r++) {
        for (c = 0; c < 8; c++) {
            char m = p.cell[r][c];
            if (!own(m, black))
                continue;
            /* north-east */
            if (m != 'w') {
                if (r > 0 && c < 7 && p.cell[r - 1][c + 1] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    q.cell[r - 1][c + 1] = m;
                    add(t, q, black, depth, r, c, r - 1, c + 1);
                } else if (r > 1 && c < 6 && own(p.cell[r - 1][c + 1], !black) && p.cell[r - 2][c + 2] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    q.cell[r - 1][c + 1] = '.';
                    q.cell[r - 2][c + 2] = m;
                    add(t, q, black, depth, r, c, r - 2, c + 2);
                }
            }
            /* south-east */
            if (m != 'b') {
                if (r < 7 && c < 7 && p.cell[r + 1][c + 1] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    q.cell[r + 1][c + 1] = m;
                    add(t, q, black, depth, r, c, r + 1, c + 1);
                } else if (r < 6 && c < 6 && own(p.cell[r + 1][c + 1], !black) && p.cell[r + 2][c + 2] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    q.cell[r + 1][c + 1] = '.';
                    q.cell[r + 2][c + 2] = m;
                    add(t, q, black, depth, r, c, r + 2, c + 2);
                }
            }
            /* south-west */
            if (m != 'b') {
                if (r < 7 && c > 0 && p.cell[r + 1][c - 1] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    q.cell[r + 1][c - 1] = m;
                    add(t, q, black, depth, r, c, r + 1, c - 1);
                } else if (r < 6 && c > 1 && own(p.cell[r + 1][c - 1], !black) && p.cell[r + 2][c - 2] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    if (c < 7)
                        q.cell[r + 1][c + 1] = '.';
                    q.cell[r + 2][c - 2] = m;
                    add(t, q, black, depth, r, c, r + 2, c - 2);
                }
            }
            /* north-west */
            if (m != 'w') {
                if (r > 0 && c > 1 && p.cell[r - 1][c - 1] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    q.cell[r - 1][c - 1] = m;
                    add(t, q, black, depth, r, c, r - 1, c - 1);
                } else if (r > 1 && c > 1 && own(p.cell[r - 1][c - 1], !black) && p.cell[r - 2][c - 2] == '.') {
                    q = p;
                    q.cell[r][c] = '.';
                    q.cell[r - 1][c - 1] = '.';
                    q.cell[r - 2][c - 2] = m;
                    add(t, q, black, depth, r, c, r - 2, c - 2);
                }
            }
        }
    }
    if (black) {
        t->value = INT_MIN;
        for (i = 0; i < t->n; i++)
            if (t->kids[i]->value > t->value)
                t->value = t->kids[i]->value;
    } else {
        t->value = INT_MAX;
        for (i = 0; i < t->n; i++)
            if (t->kids[i]->value < t->value)
                t->value = t->kids[i]->value;
    }
    return t;
}

void free_branch(struct branch *t)
{
    int i;
    for (i = 0; i < t->n; i++)
        free_branch(t->kids[i]);
    free(t);
}

void print_step(struct position *p, int number, char *name)
{
    if (number % 2 == 1)
        printf("BLACK ACTION #%d: %s\n", number, name);
    else
        printf("WHITE ACTION #%d: %s\n", number, name);
    printf("BOARD COST: %d\n", count_cost(p));
    print_position(p);
}

int answer(struct position *p, int number)
{
    int i;
    struct branch *t = tree(*p, number % 2, 3);
    if (t->n == 0) {
        if (number % 2 == 1)
            printf("WHITE WIN!\n");
        else
            printf("BLACK WIN!\n");
        free_branch(t);
        return 0;
    }
    for (i = 0; i < t->n; i++) {
        if (t->kids[i]->value == t->value) {
            *p = t->kids[i]->pos;
            printf("=====================================\n*** ");
            print_step(p, number, t->kids[i]->name);
            break;
        }
    }
    free_branch(t);
    return 1;
}

int error(struct position *p, int number, int r1, int c1, int r2, int c2)
{
    char m, mid;
    int black = number % 2;
    if (r1 < 0 || r1 > 7 || c1 < 0 || c1 > 7) {
        printf("ERROR: Source cell is outside of the board.\n");
        return 1;
    }
    if (r2 < 0 || r2 > 7 || c2 < 0 || c2 > 7) {
        printf("ERROR: Target cell is outside of the board.\n");
        return 1;
    }
    m = p->cell[r1][c1];
    if (m == '.') {
        printf("ERROR: Source cell is empty.\n");
        return 1;
    }
    if (own(m, !black)) {
        printf("ERROR: Source cell holds opponent's piece/tower.\n");
        return 1;
    }
    if (p->cell[r2][c2] != '.') {
        printf("ERROR: Target cell is not empty.\n");
        return 1;
    }
    if ((m == 'b' && r2 > r1) || (m == 'w' && r2 < r1)) {
        printf("ERROR: Illegal action.\n");
        return 1;
    }
    if (abs(r2 - r1) == 1 && abs(c2 - c1) == 1)
        return 0;
    if (abs(r2 - r1) == 2 && abs(c2 - c1) == 2) {
        mid = p->cell[(r1 + r2) / 2][(c1 + c2) / 2];
        if (mid != '.')
            return 0;
    }
    printf("ERROR: Illegal action.\n");
    return 1;
}

int main(void)
{
    struct position p;
    char line[50];
    int number = 1, r, c, i;
    for (r = 0; r < 8; r++) {
        for (c = 0; c < 8; c++) {
            p.cell[r][c] = '.';
            if ((r + c) % 2 == 1 && r < 3)
                p.cell[r][c] = 'w';
            if ((r + c) % 2 == 1 && r > 4)
                p.cell[r][c] = 'b';
        }
    }
    printf("BOARD SIZE: 8x8\n");
    printf("#BLACK PIECES: 12\n");
    printf("#WHITE PIECES: 12\n");
    print_position(&p);
    while (read_line(line, 50) > 0) {
        if (strcmp(line, "A") == 0) {
            answer(&p, number);
            break;
        } else if (strcmp(line, "P") == 0) {
            for (i = 0; i < 10; i++) {
                if (answer(&p, number) == 0)
                    break;
                number++;
            }
            break;
        } else {
            char *dash = strchr(line, '-');
            int r1, c1, r2, c2;
            if (dash == NULL)
                break;
            c1 = line[0] - 'A';
            r1 = atoi(line + 1) - 1;
            c2 = dash[1] - 'A';
            r2 = atoi(dash + 2) - 1;
            if (error(&p, number, r1, c1, r2, c2))
                break;
            p.cell[r2][c2] = p.cell[r1][c1];
            p.cell[r1][c1] = '.';
            if (r2 - r1 == 2 || r1 - r2 == 2)
                p.cell[(r1 + r2) / 2][(c1 + c2) / 2] = '.';
            promote(&p);
            printf("=====================================\n");
            print_step(&p, number, line);
            number++;
        }
    }
    return 0;
}
