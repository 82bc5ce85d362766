/* Orders of bodies as requests of the flow, one for each class among them; requests without
 * followers are removed.
 * Cost: a pass over the bodies. */
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

/* ---- followers of requests ---- */

static bool is_known(const scene_own_orders *orders, wend_body_id body)
{
    return body.index1 >= 1 && body.index1 <= orders->limit && orders->of[body.index1 - 1] != 0 &&
           orders->generations[body.index1 - 1] == body.generation;
}

/* Takes one follower from an order; the last one ends it. */
static void leave(scene *s, size_t slot)
{
    if (--s->orders.followers[slot] == 0) {
        (void)wend_flow_remove_request(s->flow, s->orders.ids[slot]);
        s->orders.ids[slot] = (wend_flow_request_id){0};
    }
}

/* Note at a body's index, for it or for one before it. */
static void forget_index(scene *s, uint32_t index)
{
    uint16_t slot = s->orders.of[index];
    s->orders.of[index] = 0;
    if (slot != 0) {
        leave(s, (size_t)slot - 1);
    }
}

void scene_forget_order(scene *s, wend_body_id body)
{
    if (is_known(&s->orders, body)) {
        forget_index(s, body.index1 - 1);
    }
}

static void join(scene *s, wend_body_id body, size_t slot)
{
    forget_index(s, body.index1 - 1);
    s->orders.of[body.index1 - 1] = (uint16_t)(slot + 1);
    s->orders.generations[body.index1 - 1] = body.generation;
    s->orders.followers[slot]++;
}

/* A slot for a new order; SCENE_ORDERS_MAX when all are followed. */
static size_t free_slot(const scene *s)
{
    size_t slot = 0;
    while (slot < SCENE_ORDERS_MAX && s->orders.followers[slot] > 0) {
        slot++;
    }
    return slot;
}

/* ---- sending ---- */

/** The bodies of an order that exist and have one class. */
typedef struct party {
    wend_body_id *ids;
    wend_flow_position *places;
    size_t count;
} party;

/* Keeps bodies of a class; UINT32_MAX = of any. */
static void gather(const scene *s, const scene_input *input, uint32_t crowd_class, party *p)
{
    p->count = 0;
    for (size_t i = 0; i < input->body_count; i++) {
        wend_body body;
        bool is_there = wend_crowd_get_body(s->crowd, input->bodies[i], &body) == WEND_OK;
        if (is_there && (crowd_class == UINT32_MAX || body.crowd_class == crowd_class)) {
            p->ids[p->count] = input->bodies[i];
            p->places[p->count++] = (wend_flow_position){body.position, body.floor};
        }
    }
}

/* Lets a group follow a new request of the flow. */
static wend_result send_by_flow(scene *s, const scene_input *input, uint32_t flow_class,
                                const party *p)
{
    size_t slot = free_slot(s);
    if (slot == SCENE_ORDERS_MAX) {
        return WEND_ERROR_FULL;
    }
    wend_flow_position goal = {input->at, input->floor};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.flow_class = flow_class;
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = p->places;
    def.source_count = p->count;
    wend_flow_request_id id;
    wend_result result = wend_flow_add_request(s->flow, &def, &id, NULL);
    if (result < WEND_OK) {
        return result;
    }
    result = wend_crowd_follow_flow(s->crowd, p->ids, p->count, id);
    if (result < WEND_OK) {
        (void)wend_flow_remove_request(s->flow, id);
        return result;
    }
    s->orders.ids[slot] = id;
    for (size_t i = 0; i < p->count; i++) {
        join(s, p->ids[i], slot);
    }
    return WEND_OK;
}

static wend_result send_together(scene *s, const scene_input *input, const party *p)
{
    for (size_t i = 0; i < p->count; i++) {
        scene_forget_order(s, p->ids[i]);
    }
    return wend_crowd_set_group_goal(s->crowd, p->ids, p->count, input->at, input->floor);
}

static wend_result send(scene *s, const scene_input *input, party *p)
{
    if (s->flow == NULL) {
        gather(s, input, UINT32_MAX, p);
        return send_together(s, input, p);
    }
    wend_flow_info info;
    wend_flow_get_info(s->flow, &info);
    wend_result result = WEND_OK;
    for (uint32_t c = 0; c < WEND_CROWD_CLASSES_MAX; c++) {
        gather(s, input, c, p);
        if (p->count > 0 && (c >= info.classes || send_by_flow(s, input, c, p) < WEND_OK)) {
            result = send_together(s, input, p);
        }
    }
    return result;
}

wend_result scene_order(scene *s, const scene_input *input)
{
    party p = {malloc((input->body_count + 1) * sizeof *p.ids),
               malloc((input->body_count + 1) * sizeof *p.places), 0};
    bool has_memory = p.ids != NULL && p.places != NULL;
    wend_result result = has_memory ? send(s, input, &p) : WEND_ERROR_MEMORY;
    free(p.ids);
    free(p.places);
    return result;
}

/* ---- looking ---- */

wend_flow_request_id scene_order_of(const scene *s, wend_body_id body)
{
    bool is_there = is_known(&s->orders, body);
    return is_there ? s->orders.ids[s->orders.of[body.index1 - 1] - 1] : (wend_flow_request_id){0};
}

size_t scene_orders(const scene *s, wend_flow_request_id *orders, size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < SCENE_ORDERS_MAX; i++) {
        if (s->orders.followers[i] > 0 && count++ < capacity) {
            orders[count - 1] = s->orders.ids[i];
        }
    }
    return count;
}

bool scene_can_reach(const scene *s, wend_body_id body, wend_vec2 to, uint32_t floor)
{
    wend_body from;
    if (wend_crowd_get_body(s->crowd, body, &from) != WEND_OK) {
        return false;
    }
    if (s->flow != NULL) {
        return wend_flow_can_reach(s->flow, from.crowd_class,
                                   (wend_flow_position){from.position, from.floor},
                                   (wend_flow_position){to, floor});
    }
    int32_t x = 0;
    int32_t y = 0;
    return s->grid == NULL || (wend_grid_cell(s->grid, wend_grid_node_at(s->grid, to), &x, &y) &&
                               wend_grid_cost(s->grid, 0, x, y) != WEND_COST_WALL);
}
