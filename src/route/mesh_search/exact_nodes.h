/* New nodes of the exact search: the least length of a path through them, and whether a better one
 * is known. For exact.c, in which all of it is inlined. */
#ifndef WENDI_ROUTE_MESH_SEARCH_EXACT_NODES_H
#define WENDI_ROUTE_MESH_SEARCH_EXACT_NODES_H

#include "route/mesh_search/exact_visibility.h"

enum { GOALS_ESTIMATED = 6 /* more of them are not estimated one by one */ };

/* The least length of a path from the root through the edge part. */
static inline double estimate(const wend_mesh_search *search, const exact_cone *c,
                              const edge_part *p)
{
    if (search->has_predicate || search->goal_count > GOALS_ESTIMATED) {
        return up_to(c, p);
    }
    double least = through(c, p, search->goals[0].point);
    for (uint32_t i = 1; i < search->goal_count; i++) {
        const double other = through(c, p, search->goals[i].point);
        least = other < least ? other : least;
    }
    return least < search->link_cost_min ? least : search->link_cost_min;
}

/* Records the length of a path to a vertex. */
static inline void set_vertex_length(wendi_mesh_intervals *s, uint32_t vertex, double length)
{
    wendi_mesh_vertex_record *known = &s->known[vertex];
    if (known->stamp != s->stamp || length < known->length) {
        known->stamp = s->stamp;
        known->length = length;
    }
}

/* Rounding must not make a path appear shorter than itself. */
static const double WENDI_MESH_LENGTH_SLACK = 1 - 1e-12;

/* True if a path of this length to `far` is longer than the known path to a vertex and straight on
 * from there. */
static inline bool is_longer(const wendi_mesh_intervals *s, double length,
                             const wendi_mesh_half *end, wend_vec2 far)
{
    const wendi_mesh_vertex_record *known = &s->known[end->vertex];
    const double most = length * WENDI_MESH_LENGTH_SLACK - known->length;
    return known->stamp == s->stamp && most > 0 && most > distance(end->point, far);
}

/* True if every point of the edge part is reached by a shorter path around one of the edge's ends.
 * Away from an end along the edge, the path from there grows by the distance, the path from the
 * root by no more: so the far end of the part decides. */
static inline bool is_beaten(const wendi_mesh_intervals *s, const edge_part *p, double length,
                             const wendi_mesh_half *right, const wendi_mesh_half *left)
{
    return is_longer(s, length + p->to_left, right, p->left) ||
           is_longer(s, length + p->to_right, left, p->right);
}

/* The best of the new nodes is kept in hand, as it often is the next to be expanded. */
static inline void push_node(wendi_mesh_intervals *s, wendi_length_entry entry)
{
    if (s->next_entry.number == WENDI_MESH_NONE) {
        s->next_entry = entry;
        return;
    }
    const bool is_better = wendi_length_entry_is_less(entry, s->next_entry);
    wendi_length_queue_push(&s->queue, is_better ? s->next_entry : entry);
    s->next_entry = is_better ? entry : s->next_entry;
}

/* For queries with a limit of steps: the visible point nearest to a goal. */
static inline void note_nearest(wend_mesh_search *search, const edge_part *p, uint32_t root,
                                uint32_t half)
{
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const wend_vec2 goal = search->goals[i].point;
        const wend_vec2 way = wend_vec2_sub(p->left, p->right);
        const double square = wend_vec2_dot(way, way);
        double t = square > 0 ? wend_vec2_dot(wend_vec2_sub(goal, p->right), way) / square : 0;
        t = t > 0 ? t : 0;
        t = t < 1 ? t : 1;
        const wend_vec2 at = wend_vec2_lerp(p->right, p->left, t);
        if (distance(at, goal) < search->partial_estimate) {
            search->partial_estimate = distance(at, goal);
            search->partial_point = at;
            search->partial_root = root;
            search->partial_half = half;
        }
    }
}

/* True if a cone was turned all around its root, back to the cell it began in. Where the start or
 * the end of a link lies at a vertex without walls, nothing else would stop it. */
static inline bool is_full_turn(const wend_mesh_search *search, const exact_cone *c, uint32_t root,
                                uint32_t half)
{
    if (((c->left | c->right) & WENDI_BOUND_IS_ROOT) == 0) {
        return false;
    }
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t vertex = search->intervals.roots[root].vertex;
    if (vertex != WENDI_MESH_NONE && vertex < cells->vertex_count) {
        return false;
    }
    const uint32_t home = vertex == WENDI_MESH_NONE
                              ? search->start_cell
                              : search->space->link_arcs[vertex - cells->vertex_count].to_cell;
    return cells->halves[half].cell == home;
}

/* Adds a node for the part of edge i that a cone sees. */
static inline void add_node(wend_mesh_search *search, const cell_scene *s, uint32_t i,
                            uint32_t root, const exact_cone *c)
{
    wendi_mesh_intervals *all = &search->intervals;
    const wendi_mesh_half *right = corner_at(s, i);
    const wendi_mesh_half *left = corner_at(s, i + 1);
    const double length = all->roots[root].length;
    const edge_part p = part_of(c, right->point, left->point);
    const double key = length + estimate(search, c, &p);
    if (key >= search->best.length || is_beaten(all, &p, length, right, left) ||
        is_full_turn(search, c, root, right->twin)) {
        return;
    }
    if (key > search->query.max_length) {
        search->hit_limit = true;
        return;
    }
    if ((c->right & WENDI_BOUND_IS_END) != 0) {
        set_vertex_length(all, right->vertex, length + p.to_right);
    }
    if ((c->left & WENDI_BOUND_IS_END) != 0) {
        set_vertex_length(all, left->vertex, length + p.to_left);
    }
    if (search->query.max_steps != 0) {
        note_nearest(search, &p, root, right->twin);
    }
    const wendi_length_entry entry = {key, (uint32_t)all->node_count};
    wendi_mesh_node *node = &all->nodes[all->node_count++];
    node->left = (c->left & WENDI_BOUND_IS_PARENT) != 0 ? c->left_from : c->left_to;
    node->right = (c->right & WENDI_BOUND_IS_PARENT) != 0 ? c->right_from : c->right_to;
    node->half = right->twin;
    node->root = root;
    node->bounds = c->left | c->right << WENDI_BOUND_RIGHT;
    push_node(all, entry);
}

#endif
