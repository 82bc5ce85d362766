/* A path that is kept while its ends move.
 * Cost: a move tests a few segments, some microseconds each; an update searches only where the path is
 * blocked or may be too long. */
#include "wend/mesh_corridor.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/predicates.h"
#include "route/mesh_search/search.h"
#include "route/mesh_space/corridor.h"
#include "route/mesh_space/space.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <string.h>

enum {
    COOKIE = 0x574D4331,
    PASSED_MOST = 8, /* corners that one move removes */
    REPAIRED = 3     /* corners ahead to which the beginning of a path is searched again */
};

static const double BOUND_MOST = 1000;
static const double GRAZE = 1 - 1e-6; /* of the radius: paths pass corners by exactly the radius */
static const char no_ends[] = "%s: no ends are set: call wend_mesh_corridor_set first";
static const char stale[] = "%s: the mesh was edited: update the space first";

/* A point of the line. */
typedef struct corridor_corner {
    wend_mesh_location at;
    uint32_t edge; /* of the link that leads here; WEND_EDGE_NONE: a walk does */
    double cost;   /* of that link */
} corridor_corner;

typedef struct corridor_line {
    corridor_corner *corners;
    size_t count, capacity;
} corridor_line;

struct wend_mesh_corridor {
    wend_allocator allocator;
    const wend_mesh_space *space;
    wend_mesh_search *search;
    wend_path *path;             /* scratch */
    wendi_mesh_corridor scratch; /* of tests of segments */
    corridor_line line, next;    /* the path, and the one that replaces it */
    wend_mesh_location position, target;
    wend_mesh_location from, to; /* ends of the search under way */
    double radius, bound_max;
    double least;      /* no path between the ends is shorter */
    uint64_t revision; /* of the mesh in which the line was tested */
    uint64_t searches;
    wend_failure_reason reason;
    bool has_ends, is_searching;
    bool is_whole;  /* the line leads to the target */
    bool has_tried; /* and there is no path, until something changes */
    wend_message error;
};

/* ---- making ---- */

wend_mesh_corridor_def wend_mesh_corridor_def_default(void)
{
    wend_mesh_corridor_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.bound_max = 1.05;
    return def;
}

static wend_result check(const wend_mesh_corridor_def *def)
{
    static const char function[] = "wend_mesh_corridor_create";
    if (def->space == NULL) {
        return wendi_refuse_null(def->message, function, "space");
    }
    if (!wendi_check_range(def->message, function, "radius", def->radius, 0, WEND_COORDINATE_MAX) ||
        !wendi_check_range(def->message, function, "bound_max", def->bound_max, 1, BOUND_MOST)) {
        return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

wend_result wend_mesh_corridor_create(const wend_mesh_corridor_def *def,
                                      wend_mesh_corridor **corridor)
{
    static const char function[] = "wend_mesh_corridor_create";
    if (corridor != NULL) {
        *corridor = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_mesh_corridor_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (corridor == NULL) {
        return wendi_refuse_null(def->message, function, "corridor");
    }
    wendi_message_clear(def->message);
    wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    wend_mesh_corridor *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->space = def->space;
    made->radius = def->radius;
    made->bound_max = def->bound_max;
    wendi_mesh_corridor_init(&made->scratch, &def->allocator);
    result = wend_mesh_search_create(def->space, &def->allocator, &made->search);
    if (result == WEND_OK) {
        result = wend_path_create(&def->allocator, &made->path);
    }
    if (result != WEND_OK) {
        wend_mesh_corridor_destroy(made);
        return wendi_fail_plain(def->message, function, result);
    }
    *corridor = made;
    return WEND_OK;
}

void wend_mesh_corridor_destroy(wend_mesh_corridor *corridor)
{
    if (corridor == NULL) {
        return;
    }
    const wend_allocator allocator = corridor->allocator;
    wend_mesh_search_destroy(corridor->search);
    wend_path_destroy(corridor->path);
    wendi_mesh_corridor_free(&corridor->scratch);
    wendi_free(&allocator, corridor->line.corners,
               corridor->line.capacity * sizeof *corridor->line.corners);
    wendi_free(&allocator, corridor->next.corners,
               corridor->next.capacity * sizeof *corridor->next.corners);
    wendi_free(&allocator, corridor, sizeof *corridor);
}

const char *wend_mesh_corridor_error(const wend_mesh_corridor *corridor)
{
    return corridor == NULL ? "" : corridor->error.text;
}

/* ---- lines ---- */

static wend_result add_corner(wend_mesh_corridor *c, corridor_line *line, corridor_corner corner)
{
    if (line->count == line->capacity) {
        const size_t wanted = 2 * line->capacity + 8;
        corridor_corner *corners = wendi_resize_items(&c->allocator, line->corners, line->capacity,
                                                      wanted, sizeof *corners);
        if (corners == NULL) {
            return WEND_ERROR_MEMORY;
        }
        line->corners = corners;
        line->capacity = wanted;
    }
    line->corners[line->count++] = corner;
    return WEND_OK;
}

static double distance(const wend_mesh_location *a, const wend_mesh_location *b)
{
    return wend_vec2_distance((wend_vec2){a->x, a->y}, (wend_vec2){b->x, b->y});
}

static double length_of(const corridor_line *line)
{
    double length = 0;
    for (size_t i = 1; i < line->count; i++) {
        const corridor_corner *corner = &line->corners[i];
        length += corner->edge != WEND_EDGE_NONE ? corner->cost
                                                 : distance(&line->corners[i - 1].at, &corner->at);
    }
    return length;
}

/* Adds the path that the search found. @param skips leaves its beginning out. */
static wend_result add_found(wend_mesh_corridor *c, corridor_line *line, bool skips)
{
    wend_result result = wend_path_from_mesh_search(c->path, c->search);
    const size_t count = wend_path_leg_count(c->path);
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_leg leg = wend_path_leg(c->path, i);
        const wend_mesh_location from = {leg.from_point.x, leg.from_point.y, leg.from_height,
                                         leg.from};
        const wend_mesh_location to = {leg.to_point.x, leg.to_point.y, leg.to_height, leg.to};
        if (i == 0 && !skips) {
            result = add_corner(c, line, (corridor_corner){from, WEND_EDGE_NONE, 0});
        }
        wend_mesh_link link;
        double cost = 0;
        if (leg.edge != WEND_EDGE_NONE) {
            (void)wend_mesh_get_link(c->space->mesh,
                                     wend_mesh_link_of_edge(c->space->mesh, leg.edge), &link);
            cost = link.cost;
        }
        if (result == WEND_OK) {
            result = add_corner(c, line, (corridor_corner){to, leg.edge, cost});
        }
    }
    return result;
}

/* ---- tests and searches ---- */

/* WEND_OK: the agent can walk straight. */
static wend_result can_walk(wend_mesh_corridor *c, const wend_mesh_location *a,
                            const wend_mesh_location *b)
{
    wend_cost cost = 0;
    const wendi_mesh_line line = {{a->x, a->y}, {b->x, b->y}, a->polygon, b->polygon};
    return wendi_mesh_can_walk(&c->scratch, c->space, &line, GRAZE * c->radius, &cost);
}

/* Lengths are no costs on ground of several ones. */
static wend_result start_search(wend_mesh_corridor *c, const wend_mesh_search_query *query)
{
    const wendi_mesh_cells *cells = &c->space->cells;
    return cells->factor_least < cells->factor_most
               ? wendi_fail(
                     &c->search->message, WEND_ERROR_UNSUPPORTED,
                     "ground has several costs, and a corridor needs one cost for all ground")
               : wend_mesh_search_start(c->search, query);
}

static wend_result start(wend_mesh_corridor *c, const wend_mesh_location *from,
                         const wend_mesh_location *to)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = *from;
    query.goal = *to;
    query.radius = c->radius;
    c->searches++;
    return start_search(c, &query);
}

/* Takes the line that was prepared. */
static void exchange(wend_mesh_corridor *c)
{
    const corridor_line line = c->line;
    c->line = c->next;
    c->next = line;
}

/* Removes corners that the position, or the target, sees past. */
static wend_result pass_corners(wend_mesh_corridor *c, bool at_end)
{
    corridor_line *line = &c->line;
    for (uint32_t i = 0; i < PASSED_MOST && line->count > 2; i++) {
        const size_t middle = at_end ? line->count - 2 : 1;
        corridor_corner *corner = &line->corners[middle];
        if (corner->edge != WEND_EDGE_NONE || corner[1].edge != WEND_EDGE_NONE) {
            return WEND_OK;
        }
        const wend_result result = can_walk(c, &corner[-1].at, &corner[1].at);
        if (result != WEND_OK) {
            return result == WEND_NO_PATH ? WEND_OK : result;
        }
        memmove(corner, corner + 1, (line->count - middle - 1) * sizeof *corner);
        line->count--;
    }
    return WEND_OK;
}

/* ---- the ends ---- */

static void forget(wend_mesh_corridor *c)
{
    c->line.count = 0;
    c->has_ends = c->is_searching = c->is_whole = c->has_tried = false;
    c->least = 0;
}

/* The search has ended: its path becomes the line. */
static wend_result take_found(wend_mesh_corridor *c)
{
    c->next.count = 0;
    wend_result result = add_found(c, &c->next, false);
    if (result == WEND_OK && c->next.count == 0) { /* the start is the goal */
        result = add_corner(c, &c->next, (corridor_corner){c->from, WEND_EDGE_NONE, 0});
    }
    if (result == WEND_OK && c->next.count == 1) {
        result = add_corner(c, &c->next, (corridor_corner){c->to, WEND_EDGE_NONE, 0});
    }
    if (result != WEND_OK) {
        return result;
    }
    exchange(c);
    c->least = length_of(&c->line);
    c->reason = WEND_FAILURE_NONE;
    c->is_whole = true;
    c->has_tried = false;
    return WEND_OK;
}

static wend_result check_location(const wend_mesh_corridor *c, const wend_mesh_location *location,
                                  const char *name, const char *function, wend_message *m)
{
    const wend_result result =
        wendi_check_vec2(m, function, name, (wend_vec2){location->x, location->y});
    if (result == WEND_OK && location->polygon != WEND_NODE_NONE &&
        location->polygon >= wend_mesh_polygon_count(c->space->mesh)) {
        return wendi_refuse_index(m, function, "polygon", location->polygon, "polygons",
                                  wend_mesh_polygon_count(c->space->mesh));
    }
    return result;
}

/* Finds the polygon. */
static wend_result settle(const wend_mesh_corridor *c, wend_mesh_location *location)
{
    if (location->polygon == WEND_NODE_NONE) {
        location->polygon = wend_mesh_locate(c->space->mesh, location->x, location->y, location->z);
    }
    return location->polygon == WEND_NODE_NONE ? WEND_NO_PATH : WEND_OK;
}

static wend_result set(wend_mesh_corridor *c, wend_mesh_location position,
                       wend_mesh_location target, const char *function, wend_message *m)
{
    forget(c);
    if (!wendi_mesh_space_is_fresh(c->space)) {
        return wendi_fail(m, WEND_ERROR_STALE, stale, function);
    }
    if (check_location(c, &position, "position", function, m) != WEND_OK ||
        check_location(c, &target, "target", function, m) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = settle(c, &position);
    const wend_result other = settle(c, &target);
    if (result != WEND_OK || other != WEND_OK) {
        c->reason = result != WEND_OK ? WEND_FAILURE_START_BLOCKED : WEND_FAILURE_GOAL_BLOCKED;
        return WEND_NO_PATH;
    }
    result = start(c, &position, &target);
    if (result != WEND_OK) {
        return wendi_fail(m, result, "%s", wend_mesh_search_error(c->search));
    }
    result = wend_mesh_search_run(c->search, NULL);
    if (result != WEND_OK) {
        wend_mesh_search_answer answer;
        wend_mesh_search_get_answer(c->search, &answer);
        c->reason = answer.reason;
        return result;
    }
    c->from = position;
    c->to = target;
    result = take_found(c);
    if (result != WEND_OK) {
        forget(c);
        return result;
    }
    c->position = c->line.corners[0].at;
    c->target = c->line.corners[c->line.count - 1].at;
    c->revision = c->space->revision;
    c->has_ends = true;
    return WEND_OK;
}

wend_result wend_mesh_corridor_set(wend_mesh_corridor *corridor, wend_mesh_location position,
                                   wend_mesh_location target)
{
    static const char function[] = "wend_mesh_corridor_set";
    wend_message m = {0};
    return corridor == NULL ? WEND_ERROR_ARGUMENT
                            : wendi_fail_as_both(&corridor->error, &m, function,
                                                 set(corridor, position, target, function, &m));
}

/* ---- moving ---- */

/* Prepares the line with an end moved: c->next = the way from the new end back to the old one, and the
 * line. @param walked set to the length of that way. */
static wend_result extend(wend_mesh_corridor *c, const wend_mesh_location *old,
                          const wend_mesh_location *now, bool at_end, double *walked)
{
    corridor_line *next = &c->next;
    next->count = 0;
    wend_result result = WEND_OK;
    for (size_t i = 0; at_end && i < c->line.count && result == WEND_OK; i++) {
        result = add_corner(c, next, c->line.corners[i]);
    }
    *walked = distance(old, now);
    if (result == WEND_OK) {
        result = can_walk(c, old, now);
    }
    if (result == WEND_OK) {
        result = add_corner(c, next, (corridor_corner){*now, WEND_EDGE_NONE, 0});
    } else if (result == WEND_NO_PATH) {
        /* It slid around a corner. */
        const size_t first = next->count;
        const wend_mesh_location *from = at_end ? old : now;
        const wend_mesh_location *to = at_end ? now : old;
        c->is_searching = false;
        result = start(c, from, to);
        result = result == WEND_OK ? wend_mesh_search_run(c->search, NULL) : result;
        result = result == WEND_OK ? add_found(c, next, at_end) : result;
        if (result == WEND_OK && !at_end && next->count > 0) {
            next->count--; /* the old end, which the line begins with */
        }
        for (size_t i = first; i < next->count && result == WEND_OK; i++) {
            result = next->corners[i].edge != WEND_EDGE_NONE ? WEND_NO_PATH : WEND_OK;
        }
        wend_mesh_search_answer answer;
        wend_mesh_search_get_answer(c->search, &answer);
        *walked = answer.length;
    }
    for (size_t i = 0; !at_end && i < c->line.count && result == WEND_OK; i++) {
        result = add_corner(c, next, c->line.corners[i]);
    }
    return result;
}

/* True if the path begins with a way back. */
static bool turns_back(const wend_mesh_corridor *c)
{
    const corridor_corner *corners = c->line.corners;
    if (c->line.count < 3 || corners[1].edge != WEND_EDGE_NONE ||
        corners[2].edge != WEND_EDGE_NONE) {
        return false;
    }
    const wend_vec2 first = {corners[1].at.x - corners[0].at.x, corners[1].at.y - corners[0].at.y};
    const wend_vec2 second = {corners[2].at.x - corners[1].at.x, corners[2].at.y - corners[1].at.y};
    return first.x * second.x + first.y * second.y < 0;
}

/* A disc that moves on beside its path often sees none of the points where that bends around a corner: the
 * beginning is searched again, up to a corner ahead, or it would walk back. On failure the line stays. */
static wend_result repair_beginning(wend_mesh_corridor *c)
{
    corridor_line *line = &c->line;
    size_t ahead = 2;
    while (ahead < REPAIRED && ahead + 1 < line->count &&
           line->corners[ahead + 1].edge == WEND_EDGE_NONE) {
        ahead++;
    }
    c->next.count = 0;
    wend_result result = start(c, &line->corners[0].at, &line->corners[ahead].at);
    result = result == WEND_OK ? wend_mesh_search_run(c->search, NULL) : result;
    result = result == WEND_OK ? add_found(c, &c->next, false) : result;
    for (size_t i = ahead + 1; i < line->count && result == WEND_OK; i++) {
        result = add_corner(c, &c->next, line->corners[i]);
    }
    if (result == WEND_OK && length_of(&c->next) < length_of(line)) {
        exchange(c);
        c->line.corners[0].at = c->position;
    }
    return result;
}

static wend_result move_to(wend_mesh_corridor *c, const wend_mesh_location *now, bool at_end)
{
    wend_mesh_location *end = at_end ? &c->target : &c->position;
    double walked = 0;
    const wend_result result = extend(c, end, now, at_end, &walked);
    if (result != WEND_OK) {
        return result;
    }
    *end = *now;
    c->least = c->least > walked ? c->least - walked : 0;
    c->has_tried = false;
    if (at_end && !c->is_whole) {
        return WEND_OK; /* the line does not lead there anyway */
    }
    exchange(c);
    /* Without memory the corners stay, which is valid too. A search under way replaces them anyway. */
    (void)pass_corners(c, at_end);
    if (!at_end && !c->is_searching && turns_back(c)) {
        (void)repair_beginning(c);
    }
    return WEND_OK;
}

static wend_result move(wend_mesh_corridor *c, double x, double y, bool at_end,
                        const char *function, wend_message *m)
{
    const wend_mesh_location *end = at_end ? &c->target : &c->position;
    wend_mesh_location now;
    if (!c->has_ends) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, no_ends, function);
    }
    if (wendi_check_vec2(m, function, "the point", (wend_vec2){x, y}) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_mesh_space_is_fresh(c->space) || c->revision != c->space->revision) {
        return wendi_fail(m, WEND_ERROR_STALE,
                          "%s: the mesh was edited: update the space, then the corridor", function);
    }
    if (wend_mesh_move(c->space->mesh, *end, x, y, &now) != WEND_OK) {
        return WEND_NO_PATH; /* its ground is gone */
    }
    return distance(end, &now) > 0 ? move_to(c, &now, at_end) : WEND_OK;
}

wend_result wend_mesh_corridor_move(wend_mesh_corridor *corridor, double x, double y)
{
    static const char function[] = "wend_mesh_corridor_move";
    wend_message m = {0};
    return corridor == NULL ? WEND_ERROR_ARGUMENT
                            : wendi_fail_as_both(&corridor->error, &m, function,
                                                 move(corridor, x, y, false, function, &m));
}

wend_result wend_mesh_corridor_move_target(wend_mesh_corridor *corridor, double x, double y)
{
    static const char function[] = "wend_mesh_corridor_move_target";
    wend_message m = {0};
    return corridor == NULL ? WEND_ERROR_ARGUMENT
                            : wendi_fail_as_both(&corridor->error, &m, function,
                                                 move(corridor, x, y, true, function, &m));
}

/* ---- updates ---- */

/* Tests the line after an edit; what is blocked is cut off. */
static wend_result test_again(wend_mesh_corridor *c)
{
    const wend_mesh *mesh = c->space->mesh;
    corridor_line *line = &c->line;
    size_t kept = 1;
    c->is_searching = c->has_tried = false;
    c->position.polygon = wend_mesh_locate(mesh, c->position.x, c->position.y, c->position.z);
    c->target.polygon = wend_mesh_locate(mesh, c->target.x, c->target.y, c->target.z);
    line->corners[0].at = c->position;
    for (; kept < line->count; kept++) {
        corridor_corner *corner = &line->corners[kept];
        corner->at.polygon = wend_mesh_locate(mesh, corner->at.x, corner->at.y, corner->at.z);
        if (corner->edge != WEND_EDGE_NONE || corner->at.polygon == WEND_NODE_NONE ||
            corner[-1].at.polygon == WEND_NODE_NONE) {
            break;
        }
        const wend_result result = can_walk(c, &corner[-1].at, &corner->at);
        if (result < 0) {
            return result;
        }
        if (result != WEND_OK) {
            break;
        }
    }
    c->is_whole = c->is_whole && kept == line->count;
    line->count = kept;
    c->least = wend_mesh_link_count(mesh) == 0 ? distance(&c->position, &c->target) : 0;
    c->revision = c->space->revision;
    return WEND_OK;
}

static bool is_good(const wend_mesh_corridor *c)
{
    return c->is_whole && length_of(&c->line) <= c->bound_max * c->least;
}

/* Takes the path that was found, and joins it to where the ends are by now. */
static wend_result join_ends(wend_mesh_corridor *c)
{
    const wend_mesh_location position = c->position;
    const wend_mesh_location target = c->target;
    wend_result result = take_found(c);
    if (result != WEND_OK) {
        return result;
    }
    c->position = c->line.corners[0].at;
    c->target = c->line.corners[c->line.count - 1].at;
    if (distance(&position, &c->position) > 0) {
        result = move_to(c, &position, false);
    }
    if (result == WEND_OK && distance(&target, &c->target) > 0) {
        result = move_to(c, &target, true);
        /* Where there is no room for it, the target is where the path ends. */
        result = result == WEND_NO_PATH ? WEND_OK : result;
    }
    if (result != WEND_OK) {
        c->position = position;
        c->target = target;
        c->line.corners[0].at = position;
        c->line.count = 1;
        c->is_whole = false;
    }
    return result;
}

static wend_result search(wend_mesh_corridor *c, wend_budget *budget)
{
    wend_result result = WEND_OK;
    if (!c->is_searching) {
        c->from = c->position;
        c->to = c->target;
        result = start(c, &c->from, &c->to);
        c->is_searching = result == WEND_OK;
    }
    if (result == WEND_OK) {
        result = wend_mesh_search_run(c->search, budget);
    }
    if (result == WEND_IN_PROGRESS) {
        return result;
    }
    c->is_searching = false;
    if (result == WEND_NO_PATH) {
        wend_mesh_search_answer answer;
        wend_mesh_search_get_answer(c->search, &answer);
        c->reason = answer.reason;
        c->line.corners[0].at = c->position;
        c->line.count = 1;
        c->is_whole = false;
        c->has_tried = true;
    }
    return result == WEND_OK ? join_ends(c) : result;
}

static wend_result update(wend_mesh_corridor *c, wend_budget *budget, const char *function,
                          wend_message *m)
{
    if (!c->has_ends) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, no_ends, function);
    }
    if (!wendi_mesh_space_is_fresh(c->space)) {
        return wendi_fail(m, WEND_ERROR_STALE, stale, function);
    }
    if (c->revision != c->space->revision) {
        const wend_result result = test_again(c);
        if (result != WEND_OK) {
            return result;
        }
    }
    if (is_good(c)) {
        c->is_searching = false;
        return WEND_OK;
    }
    if (c->has_tried) {
        return WEND_NO_PATH;
    }
    /* Ends that moved while the search was under way may have left the bound: one more search, to the
     * end, has them where they are. */
    wend_result result = search(c, budget);
    if (result == WEND_OK && !is_good(c)) {
        result = budget == NULL ? search(c, NULL) : WEND_IN_PROGRESS;
    }
    return result;
}

wend_result wend_mesh_corridor_update(wend_mesh_corridor *corridor, wend_budget *budget)
{
    static const char function[] = "wend_mesh_corridor_update";
    wend_message m = {0};
    return corridor == NULL ? WEND_ERROR_ARGUMENT
                            : wendi_fail_as_both(&corridor->error, &m, function,
                                                 update(corridor, budget, function, &m));
}

/* ---- reading ---- */

void wend_mesh_corridor_get_answer(const wend_mesh_corridor *corridor,
                                   wend_mesh_corridor_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    memset(answer, 0, sizeof *answer);
    answer->result = WEND_NO_PATH;
    if (corridor == NULL) {
        return;
    }
    answer->reason = corridor->reason;
    answer->searches = corridor->searches;
    if (!corridor->has_ends) {
        return;
    }
    answer->result = corridor->is_whole    ? WEND_OK
                     : corridor->has_tried ? WEND_NO_PATH
                                           : WEND_PARTIAL;
    answer->position = corridor->position;
    answer->target = corridor->target;
    answer->corner_count = corridor->line.count;
    answer->length = length_of(&corridor->line);
    if (corridor->is_whole && corridor->least > 0) {
        answer->bound = answer->length > corridor->least ? answer->length / corridor->least : 1;
    } else if (corridor->is_whole && !(answer->length > 0)) {
        answer->bound = 1;
    }
}

wend_result wend_mesh_corridor_corners(const wend_mesh_corridor *corridor,
                                       wend_mesh_location *corners, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (corridor == NULL || count == NULL || (corners == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const corridor_line *line = &corridor->line;
    for (size_t i = 0; i < line->count && i < capacity; i++) {
        corners[i] = line->corners[i].at;
    }
    *count = line->count;
    return line->count > capacity ? WEND_TRUNCATED : WEND_OK;
}
