#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define BOARD_SIZE 8
#define MAX_CHILDREN 64
#define TREE_DEPTH 3

typedef char board_t[BOARD_SIZE][BOARD_SIZE];

typedef struct node node_t;
struct node {
    board_t board;
    char action[6];
    int cost;
    int num_children;
    node_t *children[MAX_CHILDREN];
};

void init_board(board_t board)
{
    int i, j;
    for (i = 0; i < BOARD_SIZE; i++) {
        for (j = 0; j < BOARD_SIZE; j++) {
            board[i][j] = '.';
            if ((i + j) % 2 == 1) {
                if (i < 3)
                    board[i][j] = 'w';
                if (i >= BOARD_SIZE - 3)
                    board[i][j] = 'b';
            }
        }
    }
}

void print_board(board_t board)
{
    int i, j;
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (i = 0; i < BOARD_SIZE; i++) {
        printf(" %d |", i + 1);
        for (j = 0; j < BOARD_SIZE; j++)
            printf(" %c |", board[i][j]);
        printf("\n   +---+---+---+---+---+---+---+---+\n");
    }
}

int board_cost(board_t board)
{
    int i, j, b = 0, B = 0, w = 0, W = 0;
    for (i = 0; i < BOARD_SIZE; i++)
        for (j = 0; j < BOARD_SIZE; j++) {
            if (board[i][j] == 'b') b++;
            if (board[i][j] == 'B') B++;
            if (board[i][j] == 'w') w++;
            if (board[i][j] == 'W') W++;
        }
    return b + 3 * B - w - 3 * W;
}

int is_black(char c) { return c == 'b' || c == 'B'; }
int is_white(char c) { return c == 'w' || c == 'W'; }

int on_board(int r, int c)
{
    return r >= 0 && r < BOARD_SIZE && c >= 0 && c < BOARD_SIZE;
}

/* returns 1 for a simple move, 2 for a capture, 0 when not legal */
int action_type(board_t board, int r1, int c1, int r2, int c2)
{
    char p = board[r1][c1], mid;
    int dr = r2 - r1, dc = c2 - c1;
    if (p == 'b' && dr >= 0) return 0;
    if (p == 'w' && dr <= 0) return 0;
    if (abs(dr) == 1 && abs(dc) == 1) return 1;
    if (abs(dr) == 2 && abs(dc) == 2) {
        mid = board[(r1 + r2) / 2][(c1 + c2) / 2];
        if (is_black(p) && is_white(mid)) return 2;
        if (is_white(p) && is_black(mid)) return 2;
    }
    return 0;
}

void do_action(board_t board, int r1, int c1, int r2, int c2)
{
    char p = board[r1][c1];
    board[r1][c1] = '.';
    board[r2][c2] = p;
    if (abs(r1 - r2) == 2) {
        board[(r1 + r2) / 2][(c1 + c2) / 2] = '.';
        return;
    }
    if (p == 'b' && r2 == 0)
        board[r2][c2] = 'B';
    if (p == 'w' && r2 == BOARD_SIZE - 1)
        board[r2][c2] = 'W';
}

node_t *new_node(board_t board)
{
    node_t *n = malloc(sizeof(node_t));
    memcpy(n->board, board, sizeof(board_t));
    n->num_children = 0;
    n->cost = 0;
    n->action[0] = '\0';
    return n;
}

void build_tree(node_t *n, int depth, int turn)
{
    static const int dr[4] = {-1, 1, 1, -1};
    static const int dc[4] = {1, 1, -1, -1};
    int i, j, d, k;
    if (depth == TREE_DEPTH)
        return;
    for (i = 0; i < BOARD_SIZE; i++)
        for (j = 0; j < BOARD_SIZE; j++) {
            char p = n->board[i][j];
            if ((turn == 'b' && !is_black(p)) || (turn == 'w' && !is_white(p)))
                continue;
            for (d = 0; d < 4; d++)
                for (k = 1; k <= 2; k++) {
                    int r = i + k * dr[d], c = j + k * dc[d];
                    if (!on_board(r, c) || n->board[r][c] != '.')
                        continue;
                    if (action_type(n->board, i, j, r, c) != k)
                        continue;
                    node_t *child = new_node(n->board);
                    do_action(child->board, i, j, r, c);
                    child->action[0] = 'A' + j;
                    child->action[1] = '1' + i;
                    child->action[2] = '-';
                    child->action[3] = 'A' + c;
                    child->action[4] = '1' + r;
                    child->action[5] = '\0';
                    n->children[n->num_children++] = child;
                    build_tree(child, depth + 1, turn == 'b' ? 'w' : 'b');
                    break;
                }
        }
}

/* propagates the costs up and returns the index of the best child */
int minimax(node_t *n, int depth, int turn)
{
    int i, best = 0;
    if (depth == TREE_DEPTH) {
        n->cost = board_cost(n->board);
        return -1;
    }
    if (n->num_children == 0) {
        n->cost = turn == 'b' ? INT_MIN : INT_MAX;
        return -1;
    }
    for (i = 0; i < n->num_children; i++) {
        minimax(n->children[i], depth + 1, turn == 'b' ? 'w' : 'b');
        if (turn == 'b') {
            if (n->children[i]->cost > n->children[best]->cost)
                best = i;
        } else {
            if (n->children[i]->cost <= n->children[best]->cost)
                best = i;
        }
    }
    n->cost = n->children[best]->cost;
    return best;
}

void free_tree(node_t *n)
{
    int i;
    for (i = 0; i < n->num_children; i++)
        free_tree(n->children[i]);
    free(n);
}

void print_action(board_t board, int number, char *action, int computed)
{
    printf("=====================================\n");
    if (computed)
        printf("*** ");
    printf("%s ACTION #%d: %s\n", number % 2 == 1 ? "BLACK" : "WHITE", number, action);
    printf("BOARD COST: %d\n", board_cost(board));
    print_board(board);
}

/* returns 0 if there is no action */
int compute_action(board_t board, int number)
{
    char turn = number % 2 == 1 ? 'b' : 'w';
    node_t *root = new_node(board);
    int best;
    build_tree(root, 0, turn);
    best = minimax(root, 0, turn);
    if (best < 0) {
        printf("%s WIN!\n", turn == 'b' ? "WHITE" : "BLACK");
        free_tree(root);
        return 0;
    }
    memcpy(board, root->children[best]->board, sizeof(board_t));
    print_action(board, number, root->children[best]->action, 1);
    free_tree(root);
    return 1;
}

int main(void)
{
    board_t board;
    char word[100];
    int number = 1, i;

    init_board(board);
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    print_board(board);

    while (scanf("%99s", word) == 1) {
        if (strcmp(word, "A") == 0) {
            compute_action(board, number);
            break;
        }
        if (strcmp(word, "P") == 0) {
            for (i = 0; i < 10; i++) {
                if (!compute_action(board, number))
                    break;
                number++;
            }
            break;
        }
        int c1 = word[0] - 'A', r1 = word[1] - '1';
        int c2 = word[3] - 'A', r2 = word[4] - '1';
        if (!on_board(r1, c1)) {
            printf("ERROR: Source cell is outside of the board.\n");
            return 0;
        }
        if (!on_board(r2, c2)) {
            printf("ERROR: Target cell is outside of the board.\n");
            return 0;
        }
        if (board[r1][c1] == '.') {
            printf("ERROR: Source cell is empty.\n");
            return 0;
        }
        if (board[r2][c2] != '.') {
            printf("ERROR: Target cell is not empty.\n");
            return 0;
        }
        if ((number % 2 == 1 && is_white(board[r1][c1])) || (number % 2 == 0 && is_black(board[r1][c1]))) {
            printf("ERROR: Source cell holds opponent's piece/tower.\n");
            return 0;
        }
        if (action_type(board, r1, c1, r2, c2) == 0) {
            printf("ERROR: Illegal action.\n");
            return 0;
        }
        do_action(board, r1, c1, r2, c2);
        print_action(board, number, word, 0);
        number++;
    }
    return 0;
}
