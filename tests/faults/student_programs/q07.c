#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

#define SIZE 8

typedef unsigned char board_t[SIZE][SIZE];

typedef struct node {
    board_t board;
    char action[8];
    int cost;
    struct node *children;
    struct node *sibling;
} node_t;

int number = 1;       /* number of the next action */
char player = 'b';    /* whose turn it is */

char enemy_of(char who)
{
    if (who == 'b')
        return 'w';
    else
        return 'b';
}

int is_of(unsigned char cell, char who)
{
    if (who == 'b' && (cell == 'b' || cell == 'B'))
        return 1;
    if (who == 'w' && (cell == 'w' || cell == 'W'))
        return 1;
    return 0;
}

void create_board(board_t board)
{
    for (int i = 0; i < SIZE; i++)
    {
        for (int j = 0; j < SIZE; j++)
        {
            board[i][j] = '.';
            if (i % 2 != j % 2)
            {
                if (i <= 2)
                    board[i][j] = 'w';
                if (i >= 5)
                    board[i][j] = 'b';
            }
        }
    }
}

void print_board(board_t board)
{
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int i = 0; i < SIZE; i++)
    {
        printf(" %d |", i + 1);
        for (int j = 0; j < SIZE; j++)
        {
            printf(" %c |", board[i][j]);
        }
        printf("\n");
        printf("   +---+---+---+---+---+---+---+---+\n");
    }
}

int cost(board_t board)
{
    int black = 0, white = 0;
    for (int i = 0; i < SIZE; i++)
    {
        for (int j = 0; j < SIZE; j++)
        {
            if (board[i][j] == 'b')
                black += 1;
            else if (board[i][j] == 'B')
                black += 3;
            else if (board[i][j] == 'w')
                white += 1;
            else if (board[i][j] == 'W')
                white += 3;
        }
    }
    return black - white;
}

/* pieces on the last row become towers */
void towers(board_t board)
{
    for (int j = 0; j < SIZE; j++)
    {
        if (board[0][j] == 'b')
            board[0][j] = 'B';
        if (board[SIZE - 1][j] == 'w')
            board[SIZE - 1][j] = 'W';
    }
}

void move(board_t board, int r1, int c1, int r2, int c2)
{
    board[r2][c2] = board[r1][c1];
    board[r1][c1] = '.';
    if (abs(r1 - r2) == 2)
    {
        board[(r1 + r2) / 2][(c1 + c2) / 2] = '.';
    }
}

void print_action(board_t board, const char *action, int computed, int c)
{
    printf("=====================================\n");
    if (computed)
        printf("*** ");
    if (player == 'b')
        printf("BLACK ACTION #%d: %s\n", number, action);
    else
        printf("WHITE ACTION #%d: %s\n", number, action);
    printf("BOARD COST: %d\n", c);
    print_board(board);
}

node_t *new_node(board_t board)
{
    node_t *node = (node_t *) malloc(sizeof(node_t));
    memcpy(node->board, board, SIZE * SIZE);
    node->cost = 0;
    node->children = NULL;
    node->sibling = NULL;
    strcpy(node->action, "");
    return node;
}

void add_child(node_t *node, int r1, int c1, int r2, int c2)
{
    node_t *child = new_node(node->board);
    move(child->board, r1, c1, r2, c2);
    towers(child->board);
    sprintf(child->action, "%c%c-%c%c", 'A' + c1, '1' + r1, 'A' + c2, '1' + r2);
    if (node->children == NULL)
    {
        node->children = child;
    }
    else
    {
        node_t *last = node->children;
        while (last->sibling != NULL)
            last = last->sibling;
        last->sibling = child;
    }
}

void try(node_t *node, int r, int c, int dr, int dc, char who)
{
    if (r + dr < 0 || r + dr >= SIZE || c + dc < 0 || c + dc >= SIZE)
        return;
    if (node->board[r + dr][c + dc] == '.')
    {
        add_child(node, r, c, r + dr, c + dc);
        return;
    }
    if (r + 2 * dr < 0 || r + 2 * dr >= SIZE || c + 2 * dc < 0 || c + 2 * dc >= SIZE)
        return;
    if (is_of(node->board[r + dr][c + dc], enemy_of(who)) && node->board[r + 2 * dr][c + 2 * dc] == '.')
        add_child(node, r, c, r + 2 * dr, c + 2 * dc);
}

void build_tree(node_t *node, char who, int depth)
{
    if (depth == 0)
    {
        node->cost = cost(node->board);
        return;
    }
    for (int r = 0; r < SIZE; r++)
    {
        for (int c = 0; c < SIZE; c++)
        {
            unsigned char man = node->board[r][c];
            if (!is_of(man, who))
                continue;
            if (man != 'w')
                try(node, r, c, -1, 1, who);
            if (man != 'b')
            {
                try(node, r, c, 1, 1, who);
                try(node, r, c, 1, -1, who);
            }
            if (man != 'w')
                try(node, r, c, -1, -1, who);
        }
    }
    if (who == 'b')
        node->cost = INT_MIN;
    else
        node->cost = INT_MAX;
    for (node_t *child = node->children; child != NULL; child = child->sibling)
    {
        build_tree(child, enemy_of(who), depth - 1);
        if (who == 'b' && child->cost > node->cost)
            node->cost = child->cost;
        if (who == 'w' && child->cost < node->cost)
            node->cost = child->cost;
    }
}

void free_tree(node_t *node)
{
    if (node == NULL)
        return;
    free_tree(node->children);
    free_tree(node->sibling);
    free(node);
}

/* returns 1 if an action was made */
int computer(board_t board)
{
    node_t *root = new_node(board);
    build_tree(root, player, 3);
    if (root->children == NULL)
    {
        if (player == 'b')
            printf("WHITE WINS!\n");
        else
            printf("BLACK WINS!\n");
        free_tree(root);
        return 0;
    }
    node_t *best = root->children;
    while (best->cost != root->cost)
        best = best->sibling;
    memcpy(board, best->board, SIZE * SIZE);
    print_action(board, best->action, 1, cost(board));
    number++;
    player = enemy_of(player);
    free_tree(root);
    return 1;
}

/* move or jump of a piece/tower from the input */
int legal(board_t board, int r1, int c1, int r2, int c2)
{
    unsigned char man = board[r1][c1];
    int rows = r2 - r1;
    int cols = c2 - c1;
    if (abs(rows) != abs(cols))
        return 0;
    if ((man == 'b' && rows > 0) || (man == 'w' && rows < 0))
        return 0;
    if (abs(rows) == 1)
        return 1;
    if (abs(rows) == 2 && board[r1 + rows / 2][c1 + cols / 2] != '.')
        return 1;
    return 0;
}

int main(void)
{
    board_t board;
    char line[200];

    create_board(board);
    printf("BOARD SIZE: 8x8\n");
    printf("#BLACK PIECES: 12\n");
    printf("#WHITE PIECES: 12\n");
    print_board(board);

    while (scanf("%199s", line) != EOF)
    {
        if (strcmp(line, "A") == 0)
        {
            computer(board);
            break;
        }
        else if (strcmp(line, "P") == 0)
        {
            for (int i = 0; i < 10; i++)
            {
                if (!computer(board))
                    break;
            }
            break;
        }
        else
        {
            char c1, c2;
            int r1, r2;
            if (sscanf(line, "%c%d-%c%d", &c1, &r1, &c2, &r2) != 4)
                break;
            if (c1 < 'A' || c1 > 'H' || r1 < 1 || r1 > 8)
            {
                printf("ERROR: Source cell is outside of the board.\n");
                break;
            }
            if (c2 < 'A' || c2 > 'H' || r2 < 1 || r2 > 8)
            {
                printf("ERROR: Target cell is outside of the board.\n");
                break;
            }
            c1 -= 'A';
            c2 -= 'A';
            r1--;
            r2--;
            if (board[r1][(int) c1] == '.')
            {
                printf("ERROR: Source cell is empty.\n");
                break;
            }
            if (board[r2][(int) c2] != '.')
            {
                printf("ERROR: Target cell is not empty.\n");
                break;
            }
            if (is_of(board[r1][(int) c1], enemy_of(player)))
            {
                printf("ERROR: Source cell holds opponent's piece/tower.\n");
                break;
            }
            if (!legal(board, r1, c1, r2, c2))
            {
                printf("ERROR: Illegal action.\n");
                break;
            }
            move(board, r1, c1, r2, c2);
            int c = cost(board);
            towers(board);
            print_action(board, line, 0, c);
            number++;
            player = enemy_of(player);
        }
    }
    return 0;
}
