#ifndef TREE_H
#define TREE_H

#include "board.h"

typedef struct node {
    Board board;
    Action action; /* that led here; unused in the root */
    int cost;
    int child_count;
    struct node **children;
} Node;

Node *build_tree(const Board *board, int depth);
void propagate(Node *node, int depth);

/* The left-most of the best actions; the root has some. */
Action best_action(const Node *root);

void free_tree(Node *node);

#endif
