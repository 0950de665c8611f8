#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define SIZE 8
#define MAXLEN 80

typedef unsigned char board_t[SIZE][SIZE];

typedef struct node node_t;
typedef struct list list_t;

struct list {
    node_t *node;
    list_t *next;
};

struct node {
    board_t board;
    int x1, y1, x2, y2;
    int cost;
    list_t *children;
};

int blackTurn(int n) {
    return n % 2 == 1;
}

void fillBoard(board_t board) {
    int x, y;
    for (y = 0; y < SIZE; y++) {
        for (x = 0; x < SIZE; x++) {
            if ((x + y) % 2 == 0) board[y][x] = '.';
            else if (y < 3) board[y][x] = 'w';
            else if (y > 4) board[y][x] = 'b';
            else board[y][x] = '.';
        }
    }
}

void printLine(void) {
    int i;
    printf("   ");
    for (i = 0; i < SIZE; i++) printf("+---");
    printf("+\n");
}

void printBoard(board_t board) {
    int x, y;
    printf("     A   B   C   D   E   F   G   H\n");
    printLine();
    for (y = 0; y < SIZE; y++) {
        printf(" %d", y + 1);
        for (x = 0; x < SIZE; x++) printf(" | %c", board[y][x]);
        printf(" |\n");
        printLine();
    }
}

int countCost(board_t board) {
    int x, y, cost = 0;
    for (y = 0; y < SIZE; y++) {
        for (x = 0; x < SIZE; x++) {
            if (board[y][x] == 'b') cost = cost + 1;
            if (board[y][x] == 'B') cost = cost + 3;
            if (board[y][x] == 'w') cost = cost - 1;
            if (board[y][x] == 'W') cost = cost - 3;
        }
    }
    return cost;
}

int in(int x, int y) {
    return x >= 0 && y >= 0 && x < SIZE && y < SIZE;
}

int checkAction(board_t board, int x1, int y1, int x2, int y2, int n) {
    unsigned char man, mid;
    if (!in(x1, y1)) return 1;
    if (!in(x2, y2)) return 2;
    man = board[y1][x1];
    if (man == '.') return 3;
    if (board[y2][x2] != '.') return 4;
    if (blackTurn(n) && (man == 'w' || man == 'W')) return 5;
    if (!blackTurn(n) && (man == 'b' || man == 'B')) return 5;
    if (abs(x1 - x2) != abs(y1 - y2)) return 6;
    if (abs(x1 - x2) > 2) return 6;
    if (man == 'b' && y2 > y1) return 6;
    if (man == 'w' && y2 < y1) return 6;
    if (abs(x1 - x2) == 2) {
        mid = board[(y1 + y2) / 2][(x1 + x2) / 2];
        if (blackTurn(n) && mid != 'w' && mid != 'W') return 6;
        if (!blackTurn(n) && mid != 'b' && mid != 'B') return 6;
    }
    return 0;
}

void makeAction(board_t board, int x1, int y1, int x2, int y2) {
    board[y2][x2] = board[y1][x1];
    board[y1][x1] = '.';
    if (abs(x1 - x2) == 2) board[(y1 + y2) / 2][(x1 + x2) / 2] = '.';
    if (board[y2][x2] == 'b' && y2 == 0) board[y2][x2] = 'B';
    if (board[y2][x2] == 'w' && y2 == SIZE - 1) board[y2][x2] = 'W';
}

void errorMessage(int e) {
    if (e == 1) printf("ERROR: Source cell is outside of the board.\n");
    if (e == 2) printf("ERROR: Target cell is outside of the board.\n");
    if (e == 3) printf("ERROR: Source cell is empty.\n");
    if (e == 4) printf("ERROR: Target cell is not empty.\n");
    if (e == 5) printf("ERROR: Source cell holds opponent's piece/tower.\n");
    if (e == 6) printf("ERROR: Illegal action.\n");
}

void insertChild(node_t *parent, node_t *child) {
    list_t *item = malloc(sizeof(list_t));
    item->node = child;
    item->next = parent->children;
    parent->children = item;
}

void newChild(node_t *parent, int x1, int y1, int x2, int y2) {
    node_t *child = malloc(sizeof(node_t));
    memcpy(child->board, parent->board, sizeof(board_t));
    child->x1 = x1;
    child->y1 = y1;
    child->x2 = x2;
    child->y2 = y2;
    child->children = NULL;
    makeAction(child->board, x1, y1, x2, y2);
    child->cost = countCost(child->board);
    insertChild(parent, child);
}

void tryDirection(node_t *node, int x, int y, int dx, int dy, int n) {
    int x1 = x + dx, y1 = y + dy;
    int x2 = x + 2 * dx, y2 = y + 2 * dy;
    unsigned char next;
    if (!in(x1, y1)) return;
    next = node->board[y1][x1];
    if (next == '.') {
        newChild(node, x, y, x1, y1);
        return;
    }
    if (!in(x2, y2) || node->board[y2][x2] != '.') return;
    if (blackTurn(n) && next == 'w') newChild(node, x, y, x2, y2);
    if (!blackTurn(n) && (next == 'b' || next == 'B')) newChild(node, x, y, x2, y2);
}

void makeChildren(node_t *node, int n) {
    int x, y;
    for (y = 0; y < SIZE; y++) {
        for (x = 0; x < SIZE; x++) {
            if (blackTurn(n)) {
                if (node->board[y][x] == 'b') {
                    tryDirection(node, x, y, 1, -1, n);
                    tryDirection(node, x, y, -1, -1, n);
                }
                if (node->board[y][x] == 'B') {
                    tryDirection(node, x, y, 1, -1, n);
                    tryDirection(node, x, y, 1, 1, n);
                    tryDirection(node, x, y, -1, 1, n);
                    tryDirection(node, x, y, -1, -1, n);
                }
            } else {
                if (node->board[y][x] == 'w') {
                    tryDirection(node, x, y, 1, 1, n);
                    tryDirection(node, x, y, -1, 1, n);
                }
                if (node->board[y][x] == 'W') {
                    tryDirection(node, x, y, 1, -1, n);
                    tryDirection(node, x, y, 1, 1, n);
                    tryDirection(node, x, y, -1, 1, n);
                    tryDirection(node, x, y, -1, -1, n);
                }
            }
        }
    }
}

void buildTree(node_t *node, int n, int depth) {
    list_t *l;
    if (depth == 3) return;
    makeChildren(node, n);
    if (blackTurn(n)) node->cost = INT_MIN;
    else node->cost = INT_MAX;
    for (l = node->children; l != NULL; l = l->next) {
        buildTree(l->node, n + 1, depth + 1);
        if (blackTurn(n) && l->node->cost > node->cost) node->cost = l->node->cost;
        if (!blackTurn(n) && l->node->cost < node->cost) node->cost = l->node->cost;
    }
}

void freeTree(node_t *node) {
    list_t *l = node->children, *next;
    while (l != NULL) {
        next = l->next;
        freeTree(l->node);
        free(l);
        l = next;
    }
    free(node);
}

void printAction(board_t board, int n, int x1, int y1, int x2, int y2) {
    printf("%s ACTION #%d: ", blackTurn(n) ? "BLACK" : "WHITE", n);
    printf("%c%d-%c%d\n", x1 + 'A', y1 + 1, x2 + 'A', y2 + 1);
    printf("BOARD COST: %d\n", countCost(board));
    printBoard(board);
}

int computerAction(board_t board, int n) {
    node_t *root = malloc(sizeof(node_t));
    list_t *l;
    node_t *best;
    memcpy(root->board, board, sizeof(board_t));
    root->children = NULL;
    buildTree(root, n, 0);
    if (root->children == NULL) {
        if (blackTurn(n)) printf("WHITE WIN!\n");
        else printf("BLACK WIN!\n");
        freeTree(root);
        return 0;
    }
    for (l = root->children; l->node->cost != root->cost; l = l->next)
        ;
    best = l->node;
    memcpy(board, best->board, sizeof(board_t));
    printf("=====================================\n*** ");
    printAction(board, n, best->x1, best->y1, best->x2, best->y2);
    freeTree(root);
    return 1;
}

int main(void) {
    board_t board;
    char buf[MAXLEN];
    char col1, col2;
    int row1, row2;
    int n = 1, e, i;

    fillBoard(board);
    printf("BOARD SIZE: %dx%d\n#BLACK PIECES: %d\n#WHITE PIECES: %d\n", SIZE, SIZE, 12, 12);
    printBoard(board);

    while (scanf("%79s", buf) == 1) {
        if (strlen(buf) == 1) {
            if (buf[0] == 'A') computerAction(board, n);
            if (buf[0] == 'P') {
                for (i = 0; i < 10; i++) {
                    if (computerAction(board, n) == 0) break;
                    n++;
                }
            }
            break;
        }
        if (sscanf(buf, "%c%d-%c%d", &col1, &row1, &col2, &row2) != 4) break;
        e = checkAction(board, col1 - 'A', row1 - 1, col2 - 'A', row2 - 1, n);
        if (e != 0) {
            errorMessage(e);
        } else {
            makeAction(board, col1 - 'A', row1 - 1, col2 - 'A', row2 - 1);
            printf("=====================================\n");
            printAction(board, n, col1 - 'A', row1 - 1, col2 - 'A', row2 - 1);
            n++;
        }
    }
    return 0;
}
