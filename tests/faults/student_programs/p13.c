#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

/* the number on a cell is its share of the cost: 1, 3, -1, -3, 0 is empty */
typedef int Desk[8][8];

typedef struct strom {
    Desk desk;
    int x1, y1, x2, y2;
    int hodnota;
    int pocet;
    struct strom **potomci;
} strom;

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

static char znak(int v)
{
    if (v == 0) return '.';
    if (v == 1) return 'b';
    if (v == -1) return 'w';
    return v > 0 ? 'B' : 'W';
}

static void vypis(Desk d)
{
    int x, y;
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (y = 0; y < 8; y++) {
        printf(" %d |", y + 1);
        for (x = 0; x < 8; x++)
            printf(" %c |", znak(d[y][x]));
        printf("\n");
        printf("   +---+---+---+---+---+---+---+---+\n");
    }
}

static int suma(Desk d)
{
    int i, s = 0;
    for (i = 0; i < 64; i++)
        s += d[i / 8][i % 8];
    return s;
}

static int mozny(Desk d, int x1, int y1, int x2, int y2)
{
    int m = d[y1][x1];
    if (x2 < 0 || y2 < 0 || x2 > 7 || y2 > 7 || d[y2][x2] != 0)
        return 0;
    if (m == 1 && y2 >= y1) return 0;
    if (m == -1 && y2 <= y1) return 0;
    if (abs(x1 - x2) == 1 && abs(y1 - y2) == 1)
        return 1;
    if (abs(x1 - x2) == 2 && abs(y1 - y2) == 2 && m * d[(y1 + y2) / 2][(x1 + x2) / 2] < 0)
        return 1;
    return 0;
}

static void tah(Desk d, int x1, int y1, int x2, int y2)
{
    d[y2][x2] = d[y1][x1];
    d[y1][x1] = 0;
    if (abs(x1 - x2) == 2)
        d[(y1 + y2) / 2][(x1 + x2) / 2] = 0;
    if ((y2 == 0 && d[y2][x2] > 0) || (y2 == 7 && d[y2][x2] < 0))
        d[y2][x2] *= 3;
}

static strom *vytvor(Desk d, int hrac, int hloubka)
{
    static const int sx[4] = {1, 1, -1, -1}, sy[4] = {-1, 1, 1, -1};
    int x, y, s, k, i;
    strom *t = calloc(1, sizeof(strom));
    memcpy(t->desk, d, sizeof(Desk));
    if (hloubka == 0) {
        t->hodnota = suma(d);
        return t;
    }
    for (y = 0; y < 8; y++)
        for (x = 0; x < 8; x++) {
            if (d[y][x] * hrac <= 0)
                continue;
            for (s = 0; s < 4; s++)
                for (k = 1; k <= 2; k++)
                    if (mozny(d, x, y, x + k * sx[s], y + k * sy[s])) {
                        Desk n;
                        memcpy(n, d, sizeof(Desk));
                        tah(n, x, y, x + k * sx[s], y + k * sy[s]);
                        t->potomci = realloc(t->potomci, (t->pocet + 1) * sizeof(strom *));
                        strom *p = t->potomci[t->pocet++] = vytvor(n, -hrac, hloubka - 1);
                        p->x1 = x;
                        p->y1 = y;
                        p->x2 = x + k * sx[s];
                        p->y2 = y + k * sy[s];
                        break;
                    }
        }
    if (t->pocet > 0) {
        t->hodnota = t->potomci[0]->hodnota;
        for (i = 1; i < t->pocet; i++)
            t->hodnota = hrac == 1 ? max(t->hodnota, t->potomci[i]->hodnota) : min(t->hodnota, t->potomci[i]->hodnota);
    }
    return t;
}

static void zrus(strom *t)
{
    while (t->pocet > 0)
        zrus(t->potomci[--t->pocet]);
    free(t->potomci);
    free(t);
}

static void ohlas(Desk d, int cislo, int x1, int y1, int x2, int y2)
{
    printf("%s ACTION #%d: %c%d-%c%d\n", cislo % 2 ? "BLACK" : "WHITE", cislo, x1 + 'A', y1 + 1, x2 + 'A', y2 + 1);
    printf("BOARD COST: %d\n", suma(d));
    vypis(d);
}

static int pocitac(Desk d, int cislo)
{
    strom *t = vytvor(d, cislo % 2 ? 1 : -1, 3);
    int i = 0;
    if (t->pocet == 0) {
        puts(cislo % 2 ? "WHITE WIN!" : "BLACK WIN!");
        zrus(t);
        return 1;
    }
    while (t->potomci[i]->hodnota != t->hodnota)
        i++;
    strom *p = t->potomci[i];
    memcpy(d, p->desk, sizeof(Desk));
    printf("=====================================\n*** ");
    ohlas(d, cislo, p->x1, p->y1, p->x2, p->y2);
    zrus(t);
    return 0;
}

static void chyba(const char *s)
{
    fprintf(stderr, "ERROR: %s\n", s);
    exit(0);
}

int main(void)
{
    Desk d;
    char radek[100], c1, c2;
    int x, y, y1, y2, cislo = 1;
    for (y = 0; y < 8; y++)
        for (x = 0; x < 8; x++)
            d[y][x] = (x + y) % 2 ? (y < 3 ? -1 : y > 4 ? 1 : 0) : 0;
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    vypis(d);
    while (fgets(radek, 100, stdin)) {
        if (sscanf(radek, "%c%d-%c%d", &c1, &y1, &c2, &y2) != 4) {
            if (c1 == 'A')
                pocitac(d, cislo);
            if (c1 == 'P') {
                int konec = 0, i;
                for (i = 0; i < 10 && !konec; i++)
                    konec = pocitac(d, cislo++);
            }
            break;
        }
        int x1 = c1 - 'A', x2 = c2 - 'A';
        y1--;
        y2--;
        if (x1 < 0 || x1 > 7 || y1 < 0 || y1 > 7) chyba("Source cell is outside of the board.");
        if (x2 < 0 || x2 > 7 || y2 < 0 || y2 > 7) chyba("Target cell is outside of the board.");
        if (d[y1][x1] == 0) chyba("Source cell is empty.");
        if (d[y2][x2] != 0) chyba("Target cell is not empty.");
        if (cislo % 2 ? d[y1][x1] < 0 : d[y1][x1] > 0) chyba("Source cell holds opponent's piece/tower.");
        if (!mozny(d, x1, y1, x2, y2)) chyba("Illegal action.");
        tah(d, x1, y1, x2, y2);
        printf("=====================================\n");
        ohlas(d, cislo++, x1, y1, x2, y2);
    }
    return 0;
}
