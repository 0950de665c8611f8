#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <limits.h>

typedef enum { NONE, BLACK_PIECE, BLACK_TOWER, WHITE_PIECE, WHITE_TOWER } Cell;
typedef enum { BLACK, WHITE } Color;

typedef struct {
    int row, col;
} Pos;

typedef struct {
    Pos from, to;
    bool capture;
} Move;

typedef struct {
    Move *items;
    size_t size, capacity;
} MoveList;

typedef struct Node {
    Cell (*board)[8];
    Move move;
    Color turn;
    int score;
    struct Node **children;
    size_t childCount;
} Node;

static bool belongs(Cell c, Color who)
{
    switch (c) {
    case BLACK_PIECE:
    case BLACK_TOWER:
        return who == BLACK;
    case WHITE_PIECE:
    case WHITE_TOWER:
        return who == WHITE;
    default:
        return false;
    }
}

static bool isTower(Cell c) { return c == BLACK_TOWER || c == WHITE_TOWER; }
static Color opposite(Color c) { return c == BLACK ? WHITE : BLACK; }
static bool valid(Pos p) { return p.row >= 0 && p.row < 8 && p.col >= 0 && p.col < 8; }

static void push(MoveList *l, Move m)
{
    if (l->size == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 4;
        l->items = realloc(l->items, l->capacity * sizeof(Move));
        if (!l->items)
            exit(EXIT_FAILURE);
    }
    l->items[l->size++] = m;
}

static MoveList generate(Cell board[8][8], Color who)
{
    static const Pos dirs[4] = { {-1, 1}, {1, 1}, {1, -1}, {-1, -1} };
    MoveList list = { NULL, 0, 0 };
    bool anyCapture = false;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (!belongs(board[r][c], who))
                continue;
            for (int d = 0; d < 4; d++) {
                if (!isTower(board[r][c]) && dirs[d].row != (who == BLACK ? -1 : 1))
                    continue;
                Pos one = { r + dirs[d].row, c + dirs[d].col };
                Pos two = { r + 2 * dirs[d].row, c + 2 * dirs[d].col };
                if (!valid(one))
                    continue;
                Move m = { { r, c }, one, false };
                if (board[one.row][one.col] == NONE) {
                    push(&list, m);
                } else if (belongs(board[one.row][one.col], opposite(who)) && valid(two)
                           && board[two.row][two.col] == NONE) {
                    m.to = two;
                    m.capture = true;
                    anyCapture = true;
                    push(&list, m);
                }
            }
        }
    if (anyCapture) {
        size_t n = 0;
        for (size_t i = 0; i < list.size; i++)
            if (list.items[i].capture)
                list.items[n++] = list.items[i];
        list.size = n;
    }
    return list;
}

static void execute(Cell board[8][8], Move m)
{
    Cell man = board[m.from.row][m.from.col];
    board[m.from.row][m.from.col] = NONE;
    if (m.capture)
        board[(m.from.row + m.to.row) / 2][(m.from.col + m.to.col) / 2] = NONE;
    if (man == BLACK_PIECE && m.to.row == 0)
        man = BLACK_TOWER;
    if (man == WHITE_PIECE && m.to.row == 7)
        man = WHITE_TOWER;
    board[m.to.row][m.to.col] = man;
}

static int score(Cell board[8][8])
{
    static const int worth[] = { 0, 1, 3, -1, -3 };
    int s = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            s += worth[board[r][c]];
    return s;
}

static Node *makeNode(Cell board[8][8], Color turn)
{
    Node *n = calloc(1, sizeof(Node));
    n->board = malloc(sizeof(Cell[8][8]));
    memcpy(n->board, board, sizeof(Cell[8][8]));
    n->turn = turn;
    return n;
}

static void buildTree(Node *n, int depth)
{
    if (depth == 0) {
        n->score = score(n->board);
        return;
    }
    MoveList l = generate(n->board, n->turn);
    n->children = malloc((l.size + 1) * sizeof(Node *));
    n->score = n->turn == BLACK ? INT_MIN : INT_MAX;
    for (size_t i = 0; i < l.size; i++) {
        Node *kid = makeNode(n->board, opposite(n->turn));
        kid->move = l.items[i];
        execute(kid->board, kid->move);
        buildTree(kid, depth - 1);
        n->children[n->childCount++] = kid;
        if (n->turn == BLACK ? kid->score > n->score : kid->score < n->score)
            n->score = kid->score;
    }
    free(l.items);
}

static void freeTree(Node *n)
{
    for (size_t i = 0; i < n->childCount; i++)
        freeTree(n->children[i]);
    free(n->children);
    free(n->board);
    free(n);
}

static void printBoard(Cell board[8][8])
{
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int r = 0; r < 8; r++) {
        printf(" %d |", r + 1);
        for (int c = 0; c < 8; c++)
            printf(" %c |", ".bBwW"[board[r][c]]);
        printf("\n   +---+---+---+---+---+---+---+---+\n");
    }
}

static void printMove(Cell board[8][8], Move m, Color who, int number, bool computed)
{
    puts("=====================================");
    printf("%s%s ACTION #%d: %c%d-%c%d\n", computed ? "*** " : "", who == BLACK ? "BLACK" : "WHITE", number,
           m.from.col + 'A', m.from.row + 1, m.to.col + 'A', m.to.row + 1);
    printf("BOARD COST: %d\n", score(board));
    printBoard(board);
}

static bool finished(Cell board[8][8], Color who)
{
    MoveList l = generate(board, who);
    free(l.items);
    if (l.size == 0)
        printf("%s WIN!\n", who == BLACK ? "WHITE" : "BLACK");
    return l.size == 0;
}

static void computed(Cell board[8][8], Color who, int number)
{
    Node *root = makeNode(board, who);
    buildTree(root, 3);
    size_t i = 0;
    while (root->children[i]->score != root->score)
        i++;
    memcpy(board, root->children[i]->board, sizeof(Cell[8][8]));
    printMove(board, root->children[i]->move, who, number, true);
    freeTree(root);
}

static const char *verify(Cell board[8][8], Move *m, Color who)
{
    if (!valid(m->from)) return "Source cell is outside of the board.";
    if (!valid(m->to)) return "Target cell is outside of the board.";
    Cell src = board[m->from.row][m->from.col];
    if (src == NONE) return "Source cell is empty.";
    if (board[m->to.row][m->to.col] != NONE) return "Target cell is not empty.";
    if (!belongs(src, who)) return "Source cell holds opponent's piece/tower.";
    int dr = m->to.row - m->from.row, dc = m->to.col - m->from.col;
    int forward = who == BLACK ? -1 : 1;
    m->capture = false;
    if (abs(dr) == 1 && abs(dc) == 1 && (isTower(src) || dr == forward))
        return NULL;
    if (abs(dr) == 2 && abs(dc) == 2) {
        Cell middle = board[m->from.row + dr / 2][m->from.col + dc / 2];
        if (belongs(middle, opposite(who))) {
            m->capture = true;
            return NULL;
        }
    }
    return "Illegal action.";
}

int main(void)
{
    Cell board[8][8];
    char line[128];
    int number = 1;
    Color turn = BLACK;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            board[r][c] = NONE;
            if ((r + c) % 2 != 0 && r < 3) board[r][c] = WHITE_PIECE;
            if ((r + c) % 2 != 0 && r > 4) board[r][c] = BLACK_PIECE;
        }
    puts("BOARD SIZE: 8x8");
    puts("#BLACK PIECES: 12");
    puts("#WHITE PIECES: 12");
    printBoard(board);
    while (fgets(line, sizeof line, stdin)) {
        char a, b;
        Move m;
        int n = sscanf(line, " %c%d-%c%d", &a, &m.from.row, &b, &m.to.row);
        if (n == 4) {
            m.from.row--;
            m.to.row--;
            m.from.col = a - 'A';
            m.to.col = b - 'A';
            const char *error = verify(board, &m, turn);
            if (error) {
                printf("ERROR: %s\n", error);
                return 0;
            }
            execute(board, m);
            printMove(board, m, turn, number++, false);
            turn = opposite(turn);
        } else if (n == 1 && a == 'A') {
            if (!finished(board, turn))
                computed(board, turn, number);
            return 0;
        } else if (n == 1 && a == 'P') {
            while (number <= 10) {
                if (finished(board, turn))
                    return 0;
                computed(board, turn, number++);
                turn = opposite(turn);
            }
            return 0;
        }
    }
    finished(board, turn);
    return 0;
}
