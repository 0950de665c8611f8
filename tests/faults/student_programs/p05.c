#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define MAX_LINES 100
#define DELIMITER "====================================="

char board[8][8];
char lines[MAX_LINES][20];
int n_lines = 0;

typedef struct n {
    char b[8][8];
    int r1, c1, r2, c2;
    int cost;
    int kids;
    struct n *kid;      /* array of children */
} n;

void read_all(void)
{
    while (n_lines < MAX_LINES && scanf("%19s", lines[n_lines]) == 1)
        n_lines++;
}

void print_board(void)
{
    printf("     A   B   C   D   E   F   G   H\n");
    for (int i = 0; i < 8; i++) {
        printf("   +---+---+---+---+---+---+---+---+\n %d ", i + 1);
        for (int j = 0; j < 8; j++)
            printf("| %c ", board[i][j]);
        printf("|\n");
    }
    printf("   +---+---+---+---+---+---+---+---+\n");
}

int cost(char b[8][8])
{
    int total = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            total += b[i][j] == 'b';
            total += 3 * (b[i][j] == 'B');
            total -= b[i][j] == 'w';
            total -= 3 * (b[i][j] == 'W');
        }
    return total;
}

/* 'b', 'w' or '.' */
char colour(char c)
{
    if (c == 'B' || c == 'b') return 'b';
    if (c == 'W' || c == 'w') return 'w';
    return '.';
}

int possible(char b[8][8], int r1, int c1, int r2, int c2)
{
    char who = b[r1][c1];
    char opponent = colour(who) == 'b' ? 'w' : 'b';
    int h = r2 - r1, v = c2 - c1;
    if (b[r2][c2] != '.')
        return 0;
    if (who == 'b' && h > 0)
        return 0;
    if (who == 'w' && h < 0)
        return 0;
    if (abs(h) == 1 && abs(v) == 1)
        return 1;
    if (abs(h) != 2 || abs(v) != 2)
        return 0;
    if (who == 'B' || who == 'W')
        return b[r1 + h / 2][c1 + v / 2] == opponent;
    return colour(b[r1 + h / 2][c1 + v / 2]) == opponent;
}

void make(char b[8][8], int r1, int c1, int r2, int c2)
{
    b[r2][c2] = b[r1][c1];
    b[r1][c1] = '.';
    if (r2 - r1 == 2 || r1 - r2 == 2)
        b[(r1 + r2) / 2][(c1 + c2) / 2] = '.';
    if (r2 == 0 && b[r2][c2] == 'b')
        b[r2][c2] = 'B';
    if (r2 == 7 && b[r2][c2] == 'w')
        b[r2][c2] = 'W';
}

void tree(n *node, int level, char player)
{
    int dr[] = {-1, 1, 1, -1}, dc[] = {1, 1, -1, -1};
    node->kids = 0;
    node->kid = NULL;
    if (level == 3) {
        node->cost = cost(node->b);
        return;
    }
    node->kid = malloc(48 * sizeof(n));
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            for (int k = 0; colour(node->b[r][c]) == player && k < 4; k++) {
                for (int s = 1; s <= 2; s++) {
                    int r2 = r + s * dr[k], c2 = c + s * dc[k];
                    if (r2 < 0 || c2 < 0 || r2 >= 8 || c2 >= 8)
                        break;
                    if (possible(node->b, r, c, r2, c2)) {
                        n *kid = &node->kid[node->kids];
                        memcpy(kid->b, node->b, 64);
                        make(kid->b, r, c, r2, c2);
                        kid->r1 = r; kid->c1 = c; kid->r2 = r2; kid->c2 = c2;
                        node->kids++;
                        break;
                    }
                }
            }
    for (int i = 0; i < node->kids; i++)
        tree(&node->kid[i], level + 1, player == 'b' ? 'w' : 'b');
    if (node->kids == 0) {
        node->cost = player == 'b' ? INT_MIN : INT_MAX;
        return;
    }
    node->cost = node->kid[0].cost;
    for (int i = 1; i < node->kids; i++)
        if (player == 'b' ? node->kid[i].cost > node->cost : node->kid[i].cost < node->cost)
            node->cost = node->kid[i].cost;
}

void tree_free(n *node)
{
    for (int i = 0; i < node->kids; i++)
        tree_free(&node->kid[i]);
    free(node->kid);
}

int best_action(int number)
{
    n root;
    int i, ok = 1;
    memcpy(root.b, board, 64);
    tree(&root, 0, number % 2 ? 'b' : 'w');
    if (root.kids == 0) {
        printf(DELIMITER "\n");
        printf(number % 2 ? "WHITE WIN!\n" : "BLACK WIN!\n");
        ok = 0;
    } else {
        for (i = 0; root.kid[i].cost != root.cost; i++)
            ;
        n *k = &root.kid[i];
        memcpy(board, k->b, 64);
        printf(DELIMITER "\n*** %s ACTION #%d: %c%d-%c%d\n", number % 2 ? "BLACK" : "WHITE", number,
               'A' + k->c1, k->r1 + 1, 'A' + k->c2, k->r2 + 1);
        printf("BOARD COST: %d\n", cost(board));
        print_board();
    }
    tree_free(&root);
    return ok;
}

int main(void)
{
    int number = 1, error = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            if ((i + j) % 2 && i <= 2) board[i][j] = 'w';
            else if ((i + j) % 2 && i >= 5) board[i][j] = 'b';
            else board[i][j] = '.';
        }
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    print_board();
    read_all();
    for (int i = 0; i < n_lines; i++) {
        int r1, r2;
        char c1, c2;
        if (strlen(lines[i]) < 5)
            break;
        sscanf(lines[i], "%c%d-%c%d", &c1, &r1, &c2, &r2);
        int y1 = r1 - 1, x1 = c1 - 'A', y2 = r2 - 1, x2 = c2 - 'A';
        if (y1 < 0 || y1 > 7 || x1 < 0 || x1 > 7)
            error = printf("ERROR: Source cell is outside of the board.\n");
        else if (y2 < 0 || y2 > 7 || x2 < 0 || x2 > 7)
            error = printf("ERROR: Target cell is outside of the board.\n");
        else if (board[y1][x1] == '.')
            error = printf("ERROR: Source cell is empty.\n");
        else if (board[y2][x2] != '.')
            error = printf("ERROR: Target cell is not empty.\n");
        else if (colour(board[y1][x1]) != (number % 2 ? 'b' : 'w'))
            error = printf("ERROR: Source cell holds opponent's piece/tower.\n");
        else if (!possible(board, y1, x1, y2, x2))
            error = printf("ERROR: Illegal action.\n");
        if (error)
            break;
        make(board, y1, x1, y2, x2);
        printf(DELIMITER "\n%s ACTION #%d: %s\nBOARD COST: %d\n", number % 2 ? "BLACK" : "WHITE", number, lines[i],
               cost(board));
        print_board();
        number++;
    }
    if (n_lines > 0 && strcmp(lines[n_lines - 1], "A") == 0)
        best_action(number);
    if (n_lines > 0 && strcmp(lines[n_lines - 1], "P") == 0)
        for (int i = 0; i < 10; i++) {
            if (best_action(number) == 0)
                break;
            number++;
        }
    return 0;
}
