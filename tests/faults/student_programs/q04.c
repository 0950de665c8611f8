/* Board is stored as 10x10 with a frame, so that I do not have to check the edges. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <stdbool.h>

#define FRAME '#'
#define EMPTY '.'
#define DELIM "====================================="

typedef char board_t[10][10];

typedef struct node_s {
    board_t board;
    int src_row, src_col, dst_row, dst_col;
    int cost;
    int size;
    struct node_s *children[64];
} node_t;

static int dir_row[] = { -1, -1, 1, 1 };
static int dir_col[] = { 1, -1, 1, -1 };

static void init(board_t b)
{
    memset(b, FRAME, sizeof(board_t));
    for (int r = 1; r <= 8; r++) {
        for (int c = 1; c <= 8; c++) {
            b[r][c] = EMPTY;
            if ((r + c) % 2 != 0) {
                if (r <= 3) b[r][c] = 'w';
                if (r >= 6) b[r][c] = 'b';
            }
        }
    }
}

static void show(board_t b)
{
    puts("     A   B   C   D   E   F   G   H");
    puts("   +---+---+---+---+---+---+---+---+");
    for (int r = 1; r <= 8; r++) {
        printf(" %d |", r);
        for (int c = 1; c <= 8; c++) {
            printf(" %c |", b[r][c]);
        }
        putchar('\n');
        puts("   +---+---+---+---+---+---+---+---+");
    }
}

static int cost(board_t b)
{
    int sum = 0;
    for (int r = 1; r <= 8; r++) {
        for (int c = 1; c <= 8; c++) {
            switch (b[r][c]) {
            case 'b': sum += 1; break;
            case 'w': sum -= 1; break;
            case 'B': sum += 3; break;
            case 'W': sum -= 3; break;
            default: break;
            }
        }
    }
    return sum;
}

static bool black_man(char c) { return c == 'b' || c == 'B'; }
static bool white_man(char c) { return c == 'w' || c == 'W'; }

static bool own(char c, bool black)
{
    return black ? black_man(c) : white_man(c);
}

static bool enemy(char c, bool black)
{
    return own(c, !black);
}

static void perform(board_t b, int sr, int sc, int dr, int dc)
{
    char man = b[sr][sc];
    b[sr][sc] = EMPTY;
    if (abs(sr - dr) == 2) {
        b[(sr + dr) / 2][(sc + dc) / 2] = EMPTY;
    }
    if (man == 'b' && dr == 1) man = 'B';
    if (man == 'w' && dr == 8) man = 'W';
    b[dr][dc] = man;
}

static bool is_legal(board_t b, int sr, int sc, int dr, int dc, bool black)
{
    int rows = dr - sr;
    int cols = dc - sc;
    if (b[sr][sc] == 'b' && rows > 0) return false;
    if (b[sr][sc] == 'w' && rows < 0) return false;
    if (abs(rows) == 1 && abs(cols) == 1) return true;
    if (abs(rows) == 2 && abs(cols) == 2) {
        return enemy(b[sr + rows / 2][sc + cols / 2], black);
    }
    return false;
}

static node_t *node_create(board_t b)
{
    node_t *n = malloc(sizeof(*n));
    if (!n) {
        fprintf(stderr, "malloc failed\n");
        exit(EXIT_FAILURE);
    }
    memcpy(n->board, b, sizeof(board_t));
    n->size = 0;
    n->cost = 0;
    return n;
}

static void add(node_t *n, int sr, int sc, int dr, int dc)
{
    node_t *child = node_create(n->board);
    perform(child->board, sr, sc, dr, dc);
    child->src_row = sr;
    child->src_col = sc;
    child->dst_row = dr;
    child->dst_col = dc;
    n->children[n->size++] = child;
}

static void expand(node_t *n, bool black)
{
    for (int r = 1; r <= 8; r++) {
        for (int c = 1; c <= 8; c++) {
            char man = n->board[r][c];
            if (!own(man, black)) continue;
            for (int d = 0; d < 4; d++) {
                if (man == 'b' && dir_row[d] == 1) continue;
                if (man == 'w' && dir_row[d] == -1) continue;
                int r1 = r + dir_row[d];
                int c1 = c + dir_col[d];
                if (n->board[r1][c1] == EMPTY) {
                    add(n, r, c, r1, c1);
                } else if (enemy(n->board[r1][c1], black)
                           && n->board[r1 + dir_row[d]][c1 + dir_col[d]] == EMPTY) {
                    add(n, r, c, r1 + dir_row[d], c1 + dir_col[d]);
                }
            }
        }
    }
}

static int evaluate(node_t *n, bool black, int depth)
{
    if (depth == 0) {
        n->cost = cost(n->board);
        return n->cost;
    }
    expand(n, black);
    if (n->size == 0) {
        n->cost = black ? INT_MIN : INT_MAX;
        return n->cost;
    }
    for (int i = 0; i < n->size; i++) {
        int value = evaluate(n->children[i], !black, depth - 1);
        if (i == 0 || (black && value > n->cost) || (!black && value < n->cost)) {
            n->cost = value;
        }
    }
    return n->cost;
}

static void destroy(node_t *n)
{
    for (int i = 0; i < n->size; i++) {
        destroy(n->children[i]);
    }
    free(n);
}

static void print_action(int num, int sr, int sc, int dr, int dc)
{
    printf("%s ACTION #%d: %c%d-%c%d\n", num % 2 ? "BLACK" : "WHITE", num,
           sc + 'A' - 1, sr, dc + 'A' - 1, dr);
}

static void computer(board_t b, int num)
{
    bool black = num % 2 == 1;
    node_t *root = node_create(b);
    evaluate(root, black, 3);
    puts(DELIM);
    if (root->size == 0) {
        puts(black ? "WHITE WIN!" : "BLACK WIN!");
        destroy(root);
        return;
    }
    for (int i = 0; i < root->size; i++) {
        node_t *ch = root->children[i];
        if (ch->cost == root->cost) {
            memcpy(b, ch->board, sizeof(board_t));
            printf("*** ");
            print_action(num, ch->src_row, ch->src_col, ch->dst_row, ch->dst_col);
            printf("BOARD COST: %d\n", cost(b));
            show(b);
            break;
        }
    }
    destroy(root);
}

static const char *check(board_t b, char c1, int sr, char c2, int dr, bool black)
{
    int sc = c1 - 'A' + 1;
    int dc = c2 - 'A' + 1;
    if (c1 < 'A' || c1 > 'H' || sr < 0 || sr > 8)
        return "Source cell is outside of the board.";
    if (c2 < 'A' || c2 > 'H' || dr < 0 || dr > 8)
        return "Target cell is outside of the board.";
    if (b[sr][sc] == EMPTY)
        return "Source cell is empty.";
    if (b[dr][dc] != EMPTY)
        return "Target cell is not empty.";
    if (!own(b[sr][sc], black))
        return "Source cell holds opponent's piece/tower.";
    if (!is_legal(b, sr, sc, dr, dc, black))
        return "Illegal action.";
    return NULL;
}

int main(void)
{
    board_t board;
    char line[128];
    int num = 1;

    init(board);
    puts("BOARD SIZE: 8x8");
    puts("#BLACK PIECES: 12");
    puts("#WHITE PIECES: 12");
    show(board);

    while (fgets(line, sizeof(line), stdin)) {
        char c1, c2;
        int r1, r2;
        int got = sscanf(line, " %c%d-%c%d", &c1, &r1, &c2, &r2);
        if (got == 4) {
            const char *error = check(board, c1, r1, c2, r2, num % 2 == 1);
            if (error) {
                printf("ERROR: %s\n", error);
                return EXIT_FAILURE;
            }
            perform(board, r1, c1 - 'A' + 1, r2, c2 - 'A' + 1);
            puts(DELIM);
            print_action(num, r1, c1 - 'A' + 1, r2, c2 - 'A' + 1);
            printf("BOARD COST: %d\n", cost(board));
            show(board);
            num++;
        } else if (got == 1 && c1 == 'A') {
            computer(board, num);
            break;
        } else if (got == 1 && c1 == 'P') {
            for (int i = 0; i < 10; i++) {
                computer(board, num + i);
            }
            break;
        }
    }
    return EXIT_SUCCESS;
}
