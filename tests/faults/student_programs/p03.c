#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define EMPTY 0
#define B_PIECE 1
#define B_TOWER 2
#define W_PIECE 3
#define W_TOWER 4
#define WALL 9
#define SIZE 100
#define DEPTH 3

const char SYMBOL[] = ".bBwW";
const int DIR[4] = { -9, 11, 9, -11 };   /* NE SE SW NW in a 10x10 board with walls */

struct Node {
    int board[SIZE];
    int from, to;
    int black;              /* is black on turn */
    int cost;
    int count;
    struct Node **child;
};

int is_b(int m) { return m == B_PIECE || m == B_TOWER; }
int is_w(int m) { return m == W_PIECE || m == W_TOWER; }

void prepare(int *board)
{
    for (int i = 0; i < SIZE; i++)
        board[i] = WALL;
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++) {
            int *p = &board[r * 10 + c];
            *p = EMPTY;
            if ((r + c) % 2 == 0)
                continue;
            if (r <= 3) *p = W_PIECE;
            if (r >= 6) *p = B_PIECE;
        }
}

void print(int *board)
{
    puts("     A   B   C   D   E   F   G   H");
    puts("   +---+---+---+---+---+---+---+---+");
    for (int r = 1; r <= 8; r++) {
        printf(" %d ", r);
        for (int c = 1; c <= 8; c++)
            printf("| %c ", SYMBOL[board[r * 10 + c]]);
        puts("|");
        puts("   +---+---+---+---+---+---+---+---+");
    }
}

int evaluate(int *board)
{
    int cnt[5] = {0};
    for (int i = 11; i <= 88; i++)
        if (board[i] != WALL)
            cnt[board[i]]++;
    return cnt[B_PIECE] + 3 * cnt[B_TOWER] - cnt[W_PIECE] - 3 * cnt[W_TOWER];
}

void play(int *board, int from, int to)
{
    int d = to - from;
    if (abs(d) == 18 || abs(d) == 22)
        board[(from + to) / 2] = EMPTY;
    board[to] = board[from];
    board[from] = EMPTY;
    if (board[to] == B_PIECE && to < 20) board[to] = B_TOWER;
    if (board[to] == W_PIECE && to > 80) board[to] = W_TOWER;
}

int enemy(int a, int b)
{
    return (is_b(a) && is_w(b)) || (is_w(a) && is_b(b));
}

/* where the man on `from` gets in direction d, or 0 */
int destination(int *board, int from, int d)
{
    if (board[from] == B_PIECE && d > 0) return 0;
    if (board[from] == W_PIECE && d < 0) return 0;
    if (board[from + d] == EMPTY) return from + d;
    if (enemy(board[from], board[from + d]) && board[from + 2 * d] == EMPTY)
        return from + 2 * d;
    return 0;
}

struct Node *create(int *board, int black)
{
    struct Node *n = malloc(sizeof *n);
    memcpy(n->board, board, sizeof n->board);
    n->black = black;
    n->count = 0;
    n->child = NULL;
    n->from = n->to = 0;
    n->cost = evaluate(board);
    return n;
}

void expand(struct Node *n, int level)
{
    if (level == DEPTH)
        return;
    for (int i = 11; i <= 88; i++) {
        if (n->black ? !is_b(n->board[i]) : !is_w(n->board[i]))
            continue;
        for (int k = 0; k < 4; k++) {
            int to = destination(n->board, i, DIR[k]);
            if (to == 0)
                continue;
            struct Node *c = create(n->board, !n->black);
            play(c->board, i, to);
            c->cost = evaluate(c->board);
            c->from = i;
            c->to = to;
            n->child = realloc(n->child, (n->count + 1) * sizeof *n->child);
            n->child[n->count++] = c;
            expand(c, level + 1);
        }
    }
    for (int i = 0; i < n->count; i++) {
        int v = n->child[i]->cost;
        if (i == 0 || (n->black && v > n->cost) || (!n->black && v < n->cost))
            n->cost = v;
    }
}

void destroy(struct Node *n)
{
    for (int i = 0; i < n->count; i++)
        destroy(n->child[i]);
    free(n->child);
    free(n);
}

void print_action(int *board, int turn, int from, int to)
{
    printf("%s ACTION #%d: %c%d-%c%d\n", turn % 2 ? "BLACK" : "WHITE", turn,
           'A' + from % 10 - 1, from / 10, 'A' + to % 10 - 1, to / 10);
    printf("BOARD COST: %d\n", evaluate(board));
    print(board);
}

void next_action(int *board, int *turn, int *over)
{
    struct Node *root = create(board, *turn % 2);
    expand(root, 0);
    if (root->count == 0) {
        printf("%s WIN!\n", *turn % 2 ? "WHITE" : "BLACK");
        *over = 1;
    } else {
        struct Node *best = NULL;
        for (int i = root->count - 1; i >= 0; i--)
            if (root->child[i]->cost == root->cost)
                best = root->child[i];
        memcpy(board, best->board, sizeof best->board);
        puts("=====================================");
        printf("*** ");
        print_action(board, *turn, best->from, best->to);
        (*turn)++;
    }
    destroy(root);
}

int check(int *board, int black, char c1, int r1, char c2, int r2)
{
    if (c1 < 'A' || c1 > 'H' || r1 < 1 || r1 > 8) return 1;
    if (c2 < 'A' || c2 > 'H' || r2 < 1 || r2 > 8) return 2;
    int from = r1 * 10 + c1 - 'A' + 1, to = r2 * 10 + c2 - 'A' + 1;
    if (board[from] == EMPTY) return 3;
    if (board[to] != EMPTY) return 4;
    if (black && board[from] == W_PIECE) return 5;
    if (!black && board[from] == B_PIECE) return 5;
    for (int k = 0; k < 4; k++)
        if (destination(board, from, DIR[k]) == to)
            return 0;
    return 6;
}

int main(void)
{
    const char *errors[] = { "", "Source cell is outside of the board.", "Target cell is outside of the board.",
        "Source cell is empty.", "Target cell is not empty.", "Source cell holds opponent's piece/tower.",
        "Illegal action." };
    int board[SIZE], turn = 1, over = 0;
    char line[256];
    prepare(board);
    puts("BOARD SIZE: 8x8");
    puts("#BLACK PIECES: 12");
    puts("#WHITE PIECES: 12");
    print(board);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char c1, c2;
        int r1, r2;
        if (strcmp(line, "A\n") == 0) {
            next_action(board, &turn, &over);
            break;
        }
        if (strcmp(line, "P\n") == 0) {
            for (int i = 0; i < 10; i++) {
                next_action(board, &turn, &over);
            }
            break;
        }
        if (sscanf(line, "%c%d-%c%d", &c1, &r1, &c2, &r2) != 4)
            break;
        int e = check(board, turn % 2, c1, r1, c2, r2);
        if (e > 0) {
            printf("ERROR: %s\n", errors[e]);
            return 0;
        }
        int from = r1 * 10 + c1 - 'A' + 1, to = r2 * 10 + c2 - 'A' + 1;
        play(board, from, to);
        puts("=====================================");
        print_action(board, turn, from, to);
        turn++;
    }
    return 0;
}
