/* Draws the layers of a scene through wend_draw. Agents of its objects are where their bodies are.
 * Cost: that of the library's functions; once a tick n log n in the number of bodies where agents need
 * positions. */
#include <stdlib.h>
#include <string.h>

#include "scene/layers.h"
#include "wend/commander.h"
#include "wend/cover.h"
#include "wend/explore.h"
#include "wend/explorers.h"
#include "wend/influence.h"
#include "wend/items.h"
#include "wend/machine.h"
#include "wend/marker.h"
#include "wend/memory.h"
#include "wend/message.h"
#include "wend/mind.h"
#include "wend/reserve.h"
#include "wend/rules.h"
#include "wend/sense.h"
#include "wend/smell.h"
#include "wend/squad.h"
#include "wend/terrain_analysis.h"
#include "wend/traffic.h"
#include "wend/trigger.h"
#include "wend/walls.h"

/* ---- where agents are ---- */

static int by_user(const void *a, const void *b)
{
    const scene_agent_body *first = a;
    const scene_agent_body *second = b;
    if (first->user != second->user) {
        return first->user < second->user ? -1 : 1;
    }
    return first->body.index1 < second->body.index1   ? -1
           : first->body.index1 > second->body.index1 ? 1
                                                      : 0;
}

/* Lists the bodies that have a user value. */
static wend_result read_agents(scene *s)
{
    size_t count = 0;
    const size_t bodies = wend_crowd_body_count(s->crowd);
    if (s->agents_tick == s->tick_count + 1) {
        return WEND_OK;
    }
    s->agent_count = 0;
    if (bodies > s->agent_capacity) {
        scene_agent_body *grown = realloc(s->agents, bodies * sizeof *grown);
        if (grown == NULL) {
            return WEND_ERROR_MEMORY;
        }
        s->agents = grown;
        s->agent_capacity = bodies;
    }
    wend_body_id *ids = malloc((bodies + 1) * sizeof *ids);
    if (ids == NULL) {
        return WEND_ERROR_MEMORY;
    }
    (void)wend_crowd_list_bodies(s->crowd, ids, bodies, &count);
    for (size_t i = 0; i < count && i < bodies; i++) {
        wend_body body;
        if (wend_crowd_get_body(s->crowd, ids[i], &body) == WEND_OK && body.user != 0) {
            s->agents[s->agent_count++] = (scene_agent_body){body.user, ids[i]};
        }
    }
    free(ids);
    if (s->agent_count > 1) {
        qsort(s->agents, s->agent_count, sizeof *s->agents, by_user);
    }
    s->agents_tick = s->tick_count + 1;
    return WEND_OK;
}

/* The body of an agent: by its user value, else by its id. @return false: it has none. */
static bool find_body(const scene *s, uint64_t agent, wend_body_id *id, wend_body *body)
{
    size_t low = 0;
    size_t high = s->agent_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->agents[middle].user < agent) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *id = low < s->agent_count && s->agents[low].user == agent
              ? s->agents[low].body
              : (wend_body_id){(uint32_t)(agent & UINT32_MAX), (uint32_t)(agent >> 32)};
    return wend_crowd_get_body(s->crowd, *id, body) == WEND_OK;
}

/* True if a body is among those that are looked at. */
static bool is_looked_at(const scene_layer_look *look, wend_body_id id)
{
    size_t low = 0;
    size_t high = look->bodies != NULL ? look->body_count : 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (look->bodies[middle].index1 < id.index1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return look->bodies == NULL ||
           (low < look->body_count && look->bodies[low].index1 == id.index1 &&
            look->bodies[low].generation == id.generation);
}

/* True if an agent is shown at its body. @param at, radius of the body. */
static bool find_agent(const scene_layer_turn *turn, uint64_t agent, wend_vec2 *at, double *radius)
{
    wend_body_id id;
    wend_body body;
    if (!find_body(turn->s, agent, &id, &body) || body.floor != turn->look->floor ||
        !is_looked_at(turn->look, id)) {
        return false;
    }
    *at = body.position;
    *radius = body.radius;
    return true;
}

/* ---- objects of agents ---- */

/* Text stands beside the body, so that it can be seen. */
static bool beside_agent(void *user, uint64_t agent, wend_vec2 *position)
{
    double radius = 0.0;
    if (!find_agent(user, agent, position, &radius)) {
        return false;
    }
    position->x += radius;
    position->y -= radius;
    return true;
}

static wend_result draw_machines(const scene_layer_turn *turn)
{
    scene_layer_turn context = *turn;
    return wend_machines_draw(turn->object, beside_agent, &context, turn->draw);
}

/* Below the name of a state, which another layer may show. */
static wend_result draw_rules(const scene_layer_turn *turn)
{
    uint64_t agent = 0;
    wend_result result = WEND_OK;
    for (uint32_t i = 0;
         result == WEND_OK && wend_rules_agent_at(turn->object, i, &agent) == WEND_OK; i++) {
        wend_vec2 at = {0.0, 0.0};
        double radius = 0.0;
        if (find_agent(turn, agent, &at, &radius)) {
            at.x += radius;
            at.y += 2.0 * radius;
            result = wend_rules_draw(turn->object, agent, at, turn->draw);
        }
    }
    return result;
}

/* Where bodies are selected, what their agents remember; else what all do, bodies or none. */
static wend_result draw_memories(const scene_layer_turn *turn)
{
    uint64_t agent = 0;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; result == WEND_OK && wend_memories_agent(turn->object, i, &agent); i++) {
        wend_body_id id;
        wend_body body;
        if (turn->look->bodies == NULL ||
            (find_body(turn->s, agent, &id, &body) && is_looked_at(turn->look, id))) {
            result = wend_memories_draw(turn->object, agent, turn->draw);
        }
    }
    return result;
}

/* ---- other objects ---- */

static wend_result draw_senses(const scene_layer_turn *turn)
{
    return wend_senses_draw(turn->object, turn->part, turn->draw);
}

static wend_result draw_influence(const scene_layer_turn *turn)
{
    wend_influence_measure measure = wend_influence_measure_default();
    measure.kind = (wend_influence_kind)turn->part;
    return wend_influence_draw(turn->object, &measure, turn->draw);
}

static wend_result draw_moves(const scene_layer_turn *turn)
{
    return wend_traffic_draw(turn->object, WEND_TRAFFIC_MOVES, turn->draw);
}

static wend_result draw_events(const scene_layer_turn *turn)
{
    return wend_traffic_draw(turn->object, (int32_t)turn->part, turn->draw);
}

static uint32_t count_events(const void *object)
{
    wend_traffic_info info;
    wend_traffic_get_info(object, &info);
    return info.kind_count;
}

static wend_result draw_smell(const scene_layer_turn *turn)
{
    return wend_smell_draw(turn->object, UINT64_MAX, turn->draw);
}

static wend_result draw_markers(const scene_layer_turn *turn)
{
    return wend_markers_draw(turn->object, turn->draw);
}

static wend_result draw_cover(const scene_layer_turn *turn)
{
    return wend_cover_draw(turn->object, turn->draw);
}

static wend_result draw_reservations(const scene_layer_turn *turn)
{
    return wend_reservations_draw(turn->object, turn->draw);
}

static wend_result draw_triggers(const scene_layer_turn *turn)
{
    return wend_triggers_draw(turn->object, turn->draw);
}

static wend_result draw_items(const scene_layer_turn *turn)
{
    return wend_items_draw(turn->object, turn->draw);
}

static wend_result draw_terrain(const scene_layer_turn *turn)
{
    return wend_terrain_analysis_draw(turn->object, turn->draw);
}

static wend_result draw_minds(const scene_layer_turn *turn)
{
    return wend_minds_draw(turn->object, turn->draw);
}

static wend_result draw_squads(const scene_layer_turn *turn)
{
    return wend_squads_draw(turn->object, turn->draw);
}

static wend_result draw_commander(const scene_layer_turn *turn)
{
    return wend_commander_draw(turn->object, turn->draw);
}

static wend_result draw_messages(const scene_layer_turn *turn)
{
    return wend_messages_draw(turn->object, turn->draw);
}

static wend_result draw_mesh(const scene_layer_turn *turn)
{
    return wend_mesh_draw(turn->object, turn->draw);
}

static wend_result draw_graph(const scene_layer_turn *turn)
{
    return wend_graph_draw(turn->object, turn->draw);
}

static wend_result draw_walls(const scene_layer_turn *turn)
{
    return wend_walls_draw(turn->object, turn->draw);
}

static wend_result draw_grid(const scene_layer_turn *turn)
{
    return wend_grid_draw(turn->object, turn->look->movement_class, turn->draw);
}

static wend_result draw_explored(const scene_layer_turn *turn)
{
    return wend_explored_map_draw(turn->object, turn->draw);
}

static wend_result draw_explorers(const scene_layer_turn *turn)
{
    return wend_explorers_draw(turn->object, turn->draw);
}

static wend_result draw_crowd(const scene_layer_turn *turn)
{
    return wend_crowd_draw(turn->object, turn->look->floor,
                           (uint32_t)WEND_CROWD_SHOW_BODIES | (uint32_t)WEND_CROWD_SHOW_HEADINGS,
                           turn->draw);
}

static const scene_object_row rows[] = {
    {&wendlua_senses_kind, "cones", "cones of sight", true, false, WEND_SENSES_SHOW_CONES,
     draw_senses, NULL},
    {&wendlua_senses_kind, "rays", "lines to what is seen", false, false, WEND_SENSES_SHOW_RAYS,
     draw_senses, NULL},
    {&wendlua_senses_kind, "sources", "what can be perceived", false, false,
     WEND_SENSES_SHOW_SOURCES, draw_senses, NULL},
    {&wendlua_senses_kind, "noises", "noises that were heard", false, false,
     WEND_SENSES_SHOW_NOISES, draw_senses, NULL},
    {&wendlua_senses_kind, "lamps", "lamps", true, false, WEND_SENSES_SHOW_LAMPS, draw_senses,
     NULL},
    {&wendlua_memories_kind, "", "what agents remember", false, false, 0, draw_memories, NULL},
    {&wendlua_markers_kind, "", "prints, marks", false, false, 0, draw_markers, NULL},
    {&wendlua_smell_kind, "", "smells and trails", true, false, 0, draw_smell, NULL},
    {&wendlua_cover_kind, "", "places of cover", false, false, 0, draw_cover, NULL},
    {&wendlua_reservations_kind, "", "claimed places", false, false, 0, draw_reservations, NULL},
    {&wendlua_triggers_kind, "", "areas, things, sounds", false, false, 0, draw_triggers, NULL},
    {&wendlua_items_kind, "", "active items", false, false, 0, draw_items, NULL},
    {&wendlua_influence_kind, "difference", "own influence less that of the enemies", true, false,
     WEND_INFLUENCE_DIFFERENCE, draw_influence, NULL},
    {&wendlua_influence_kind, "tension", "influence of all together", true, false,
     WEND_INFLUENCE_TENSION, draw_influence, NULL},
    {&wendlua_influence_kind, "vulnerability", "ground where both sides are strong", true, false,
     WEND_INFLUENCE_VULNERABILITY, draw_influence, NULL},
    {&wendlua_terrain_analysis_kind, "", "regions, choke points, high ground", false, false, 0,
     draw_terrain, NULL},
    {&wendlua_traffic_kind, "moves", "where agents walk and stand", true, false, 0, draw_moves,
     NULL},
    {&wendlua_traffic_kind, "kind", "where events of this kind are", true, true, 0, draw_events,
     count_events},
    {&wendlua_machines_kind, "", "names of states", false, false, 0, draw_machines, NULL},
    {&wendlua_rules_kind, "", "the last decisions", false, false, 0, draw_rules, NULL},
    {&wendlua_minds_kind, "", "bands of detail, agents that think", false, false, 0, draw_minds,
     NULL},
    {&wendlua_squads_kind, "", "members, captains, assignments", false, false, 0, draw_squads,
     NULL},
    {&wendlua_commander_kind, "", "goals, groups, what was scouted", true, false, 0, draw_commander,
     NULL},
    {&wendlua_messages_kind, "", "telegrams that wait", false, false, 0, draw_messages, NULL},
    {&wendlua_mesh_kind, "", "polygons and links", true, false, 0, draw_mesh, NULL},
    {&wendlua_graph_kind, "", "nodes and edges", true, false, 0, draw_graph, NULL},
    {&wendlua_walls_kind, "", "walls", true, false, 0, draw_walls, NULL},
    {&wendlua_grid_kind, "", "ground by cost", true, false, 0, draw_grid, NULL},
    {&wendlua_explored_map_kind, "", "ground that is known", true, false, 0, draw_explored, NULL},
    {&wendlua_explorers_kind, "", "what explorers know of their way", false, false, 0,
     draw_explorers, NULL},
    {&wendlua_crowd_kind, "", "bodies of this crowd", false, false, 0, draw_crowd, NULL},
};

void scene_layers_begin(lua_State *L, scene *s)
{
    s->layer_count = 0;
    for (size_t i = 0; i < s->object_count; i++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, s->objects[i].reference);
        const wendlua_object *object = lua_touserdata(L, -1);
        lua_pop(L, 1);
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            if (object->kind != rows[r].kind || object->pointer == NULL) {
                continue;
            }
            const uint32_t count = rows[r].is_numbered ? rows[r].count(object->pointer) : 1;
            for (uint32_t part = 0; part < count && s->layer_count < SCENE_LAYERS_MAX; part++) {
                s->layers[s->layer_count++] =
                    (scene_own_layer){&rows[r], (uint32_t)i, rows[r].is_numbered ? part : 0};
            }
        }
    }
}

static wend_result draw_own(scene *s, const scene_own_layer *own, const scene_layer_look *look,
                            const wend_draw *draw)
{
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->objects[own->object].reference);
    const wendlua_object *object = lua_touserdata(s->L, -1);
    lua_pop(s->L, 1);
    const wend_result result = read_agents(s);
    if (result != WEND_OK || object->pointer == NULL) {
        return result;
    }
    const scene_layer_turn turn = {s, object->pointer,
                                   own->row->is_numbered ? own->part : own->row->bits, look, draw};
    return own->row->draw(&turn);
}

/* ---- those that scenes have by themselves ---- */

static void draw_sectors(const wend_grid *grid, const wend_draw *draw)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const double side = info.sector_size * info.cell_size;
    const wend_vec2 high = {info.origin.x + info.width * info.cell_size,
                            info.origin.y + info.height * info.cell_size};
    for (int32_t i = 0; i <= info.sectors_x && draw->line != NULL; i++) {
        const double x = info.origin.x + i * side;
        const wend_vec2 from = {x < high.x ? x : high.x, info.origin.y};
        const wend_vec2 to = {from.x, high.y};
        draw->line(draw->context, from, to, WEND_MEANING_SECTOR, 0.0);
    }
    for (int32_t i = 0; i <= info.sectors_y && draw->line != NULL; i++) {
        const double y = info.origin.y + i * side;
        const wend_vec2 from = {info.origin.x, y < high.y ? y : high.y};
        const wend_vec2 to = {high.x, from.y};
        draw->line(draw->context, from, to, WEND_MEANING_SECTOR, 0.0);
    }
}

size_t scene_requests_shown(const scene *s, const wend_body_id *bodies, size_t body_count,
                            wend_flow_request_id *requests, size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; bodies != NULL && capacity > 0 && i < body_count; i++) {
        requests[0] = scene_order_of(s, bodies[i]);
        if (requests[0].index1 != 0) {
            return 1;
        }
    }
    if (s->flow != NULL) {
        (void)wend_flow_list_requests(s->flow, requests, capacity, &count);
    }
    return count < capacity ? count : capacity;
}

enum { REQUESTS_SHOWN = 4 };

static wend_result draw_requests(const scene *s, uint32_t bits, const scene_layer_look *look,
                                 const wend_draw *draw)
{
    wend_flow_request_id requests[REQUESTS_SHOWN];
    wend_result result = WEND_OK;
    const size_t count =
        scene_requests_shown(s, look->bodies, look->body_count, requests, REQUESTS_SHOWN);
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        result = wend_flow_draw(s->flow, requests[i], look->floor, bits, draw);
    }
    return result;
}

static wend_result draw_crowd_bits(const scene *s, uint32_t bits, const scene_layer_look *look,
                                   const wend_draw *draw)
{
    const uint32_t of_all = (uint32_t)WEND_CROWD_SHOW_ZONES | (uint32_t)WEND_CROWD_SHOW_FORMATIONS |
                            (uint32_t)WEND_CROWD_SHOW_STUCK;
    return look->bodies != NULL && (bits & of_all) == 0
               ? wend_crowd_draw_bodies(s->crowd, look->bodies, look->body_count, bits, draw)
               : wend_crowd_draw(s->crowd, look->floor, bits, draw);
}

wend_result scene_draw_layer(scene *s, size_t index, const scene_layer_look *look,
                             const wend_draw *draw)
{
    scene_layer layer;
    if (!scene_get_layer(s, index, look->floor, &layer)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (index >= SCENE_LAYER_OBJECTS) {
        return draw_own(s, &s->layers[index - SCENE_LAYER_OBJECTS], look, draw);
    }
    if (!layer.is_there || index == SCENE_LAYER_DRAWING || index == SCENE_LAYER_TRAILS) {
        return WEND_OK;
    }
    if (layer.flow_bits != 0) {
        return draw_requests(s, layer.flow_bits, look, draw);
    }
    if (layer.crowd_bits != 0 || index == SCENE_LAYER_BODIES) {
        return draw_crowd_bits(
            s, layer.crowd_bits != 0 ? layer.crowd_bits : (uint32_t)WEND_CROWD_SHOW_BODIES, look,
            draw);
    }
    if (index == SCENE_LAYER_DENSITY) {
        return scene_draw_density(s->crowd, look->floor, draw);
    }
    if (index == SCENE_LAYER_MARKS) {
        return scene_draw_marks(s->crowd, s->flow, look->floor, draw);
    }
    if (index == SCENE_LAYER_PORTALS) {
        return wend_flow_draw_portals(s->flow, 0, look->floor, draw);
    }
    if (index == SCENE_LAYER_GRAPH) {
        return wend_graph_draw(s->graph, draw);
    }
    if (index == SCENE_LAYER_WALLS) {
        return wend_walls_draw(scene_floor_walls(s, look->floor), draw);
    }
    if (index == SCENE_LAYER_SECTORS) {
        draw_sectors(scene_floor_grid(s, look->floor), draw);
        return WEND_OK;
    }
    return wend_grid_draw(scene_floor_grid(s, look->floor), look->movement_class, draw);
}
