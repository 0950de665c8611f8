#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

typedef struct tower_game {
    char a[8][8];
    int on_turn;      /* 0 black, 1 white */
    int turns;        /* actions done so far */
} tower_game;

typedef struct list_item {
    struct tree_node *what;
    struct list_item *next;
} list_item;

typedef struct tree_node {
    tower_game g;
    int fr, fc, tr, tc;
    int rating;
    list_item *head, *tail;
} tree_node;

int side(char x)
{
    if (x == 'b' || x == 'B') return 0;
    if (x == 'w' || x == 'W') return 1;
    return -1;
}

int rate(tower_game *g)
{
    int x, y, s = 0;
    for (x = 0; x < 8; x++)
        for (y = 0; y < 8; y++)
            switch (g->a[x][y]) {
                case 'B': s += 2;   /* fall through */
                case 'b': s += 1; break;
                case 'W': s -= 2;   /* fall through */
                case 'w': s -= 1; break;
            }
    return s;
}

void show(tower_game *g)
{
    int x, y;
    printf("     A   B   C   D   E   F   G   H\n");
    for (x = 0; x <= 16; x++) {
        if (x % 2 == 0)
            printf("   +---+---+---+---+---+---+---+---+");
        else {
            printf(" %d |", x / 2 + 1);
            for (y = 0; y < 8; y++)
                printf(" %c |", g->a[x / 2][y]);
        }
        printf("\n");
    }
}

int allowed(tower_game *g, int fr, int fc, int tr, int tc)
{
    int up = tr - fr, right = tc - fc;
    char m = g->a[fr][fc];
    if (tr < 0 || tr > 7 || tc < 0 || tc > 7) return 0;
    if (side(m) != g->on_turn) return 0;
    if (g->a[tr][tc] != '.') return 0;
    if (m == 'b' && up > 0) return 0;
    if (m == 'w' && up < 0) return 0;
    if (abs(up) != abs(right)) return 0;
    if (abs(up) == 1) return 1;
    if (abs(up) == 2) return side(g->a[(fr + tr) / 2][(fc + tc) / 2]) == 1 - g->on_turn;
    return 0;
}

void carry_out(tower_game *g, int fr, int fc, int tr, int tc)
{
    g->a[tr][tc] = g->a[fr][fc];
    g->a[fr][fc] = '.';
    if (abs(fr - tr) == 2)
        g->a[(fr + tr) / 2][(fc + tc) / 2] = '.';
    if (tr == 0 && g->a[tr][tc] == 'b') g->a[tr][tc] = 'B';
    if (tr == 7 && g->a[tr][tc] == 'w') g->a[tr][tc] = 'W';
    g->on_turn = 1 - g->on_turn;
    g->turns++;
}

tree_node *new_tree(tower_game g, int level)
{
    int dir[4][2] = { {-1, 1}, {1, 1}, {1, -1}, {-1, -1} };
    int r, c, d, k;
    list_item *it;
    tree_node *t = malloc(sizeof(*t));
    t->g = g;
    t->head = t->tail = NULL;
    if (level == 3) {
        t->rating = rate(&g);
        return t;
    }
    for (r = 0; r < 8; r++)
        for (c = 0; c < 8; c++)
            for (d = 0; d < 4; d++) {
                k = 1;
                if (!allowed(&g, r, c, r + dir[d][0], c + dir[d][1]))
                    k = 2;
                if (allowed(&g, r, c, r + k * dir[d][0], c + k * dir[d][1])) {
                    tower_game next = g;
                    carry_out(&next, r, c, r + k * dir[d][0], c + k * dir[d][1]);
                    it = malloc(sizeof(*it));
                    it->next = NULL;
                    it->what = new_tree(next, level + 1);
                    it->what->fr = r;
                    it->what->fc = c;
                    it->what->tr = r + k * dir[d][0];
                    it->what->tc = c + k * dir[d][1];
                    if (t->head == NULL)
                        t->head = it;
                    else
                        t->tail->next = it;
                    t->tail = it;
                }
            }
    if (t->head == NULL) {
        t->rating = INT_MIN;
        return t;
    }
    t->rating = t->head->what->rating;
    for (it = t->head->next; it != NULL; it = it->next) {
        if (g.on_turn == 0 && it->what->rating > t->rating)
            t->rating = it->what->rating;
        if (g.on_turn == 1 && it->what->rating < t->rating)
            t->rating = it->what->rating;
    }
    return t;
}

void delete_tree(tree_node *t)
{
    list_item *it = t->head, *next;
    while (it) {
        next = it->next;
        delete_tree(it->what);
        free(it);
        it = next;
    }
    free(t);
}

void write_action(tower_game *g, int fr, int fc, int tr, int tc, int auto_action)
{
    printf("=====================================\n");
    if (auto_action)
        printf("*** ");
    printf("%s ACTION #%d: %c%d-%c%d\n", g->on_turn == 1 ? "BLACK" : "WHITE", g->turns,
           'A' + fc, fr + 1, 'A' + tc, tr + 1);
    printf("BOARD COST: %d\n", rate(g));
    show(g);
}

int auto_play(tower_game *g)
{
    tree_node *t = new_tree(*g, 0), *b;
    list_item *it = t->head;
    if (it == NULL) {
        printf("%s WIN!\n", g->on_turn == 0 ? "WHITE" : "BLACK");
        delete_tree(t);
        return 0;
    }
    while (it->what->rating != t->rating)
        it = it->next;
    b = it->what;
    *g = b->g;
    write_action(g, b->fr, b->fc, b->tr, b->tc, 1);
    delete_tree(t);
    return 1;
}

int main(int argc, char *argv[])
{
    tower_game g;
    char *rows = ".w.w.w.ww.w.w.w..w.w.w.w................b.b.b.b..b.b.b.bb.b.b.b.";
    int i;
    memcpy(g.a, rows, 64);
    g.on_turn = 0;
    g.turns = 0;
    printf("BOARD SIZE: %dx%d\n#BLACK PIECES: %d\n#WHITE PIECES: %d\n", 8, 8, 12, 12);
    show(&g);
    char word[6] = "";
    while (!feof(stdin)) {
        fscanf(stdin, "%5s", word);
        if (strcmp(word, "A") == 0) {
            auto_play(&g);
            return 0;
        }
        if (strcmp(word, "P") == 0) {
            for (i = 0; i <= 10; i++)
                if (!auto_play(&g))
                    return 0;
            return 0;
        }
        int fc = word[0] - 'A', fr = word[1] - '1', tc = word[3] - 'A', tr = word[4] - '1';
        char *error = NULL;
        if (fc < 0 || fc > 7 || fr < 0 || fr > 7) error = "Source cell is outside of the board.";
        else if (tc < 0 || tc > 7 || tr < 0 || tr > 7) error = "Target cell is outside of the board.";
        else if (g.a[fr][fc] == '.') error = "Source cell is empty.";
        else if (g.a[tr][tc] != '.') error = "Target cell is not empty.";
        else if (side(g.a[fr][fc]) != g.on_turn) error = "Source cell holds opponent's piece/tower.";
        else if (!allowed(&g, fr, fc, tr, tc)) error = "Illegal action.";
        if (error != NULL) {
            printf("ERROR: %s\n", error);
            return 0;
        }
        carry_out(&g, fr, fc, tr, tc);
        write_action(&g, fr, fc, tr, tc, 0);
    }
    return 0;
}
