#include "tree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int lost_cost(const Board *board) {
    return board->black_to_act ? INT_MIN : INT_MAX;
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

Node *build_tree(const Board *board, int depth) {
    Node *node = allocate(sizeof *node);
    node->board = *board;
    node->cost = 0;
    node->child_count = 0;
    node->children = NULL;
    if (depth == 0) {
        return node;
    }
    Action actions[MAX_ACTIONS];
    node->child_count = list_actions(board, actions);
    if (node->child_count > 0) {
        node->children = allocate((size_t)node->child_count * sizeof *node->children);
    }
    for (int i = 0; i < node->child_count; i++) {
        Board next = *board;
        apply(&next, actions[i]);
        node->children[i] = build_tree(&next, depth - 1);
        node->children[i]->action = actions[i];
    }
    return node;
}

void propagate(Node *node, int depth) {
    if (depth == 0) {
        node->cost = material(&node->board);
        return;
    }
    node->cost = lost_cost(&node->board);
    for (int i = 0; i < node->child_count; i++) {
        propagate(node->children[i], depth - 1);
        int cost = node->children[i]->cost;
        if (node->board.black_to_act ? cost > node->cost : cost < node->cost) {
            node->cost = cost;
        }
    }
}

Action best_action(const Node *root) {
    int best = 0;
    while (root->children[best]->cost != root->cost) {
        best++;
    }
    return root->children[best]->action;
}

void free_tree(Node *node) {
    for (int i = 0; i < node->child_count; i++) {
        free_tree(node->children[i]);
    }
    free(node->children);
    free(node);
}
