/* Reports a path through a world, or the failure reason: text, members of a JSON object, lines on
 * a picture.
 * Cost: linear in the legs. */
#include "core/report.h"
#include "world/world_path.h"

#include "wend/wend.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *behaviour_name(uint32_t behaviour, char *text, size_t capacity)
{
    static const char *const NAMES[] = {"walk",  "tiptoe", "swim",    "crawl",
                                        "creep", "jump",   "teleport"};
    if (behaviour < sizeof NAMES / sizeof NAMES[0]) {
        return NAMES[behaviour];
    }
    snprintf(text, capacity, "%u", (unsigned)behaviour);
    return text;
}

void world_path_explain(const world *w, const world_path *found, char *text, size_t capacity)
{
    const bool is_start = found->reason == WEND_FAILURE_START_BLOCKED ||
                          found->reason == WEND_FAILURE_START_OFF_GROUND;
    const wend_vec3 *end = is_start ? &found->from : &found->to;
    const char *name = is_start ? "start" : "goal";
    const bool is_end = is_start || found->reason == WEND_FAILURE_GOAL_BLOCKED ||
                        found->reason == WEND_FAILURE_GOAL_OFF_GROUND;
    wend_mesh_location ground;
    if (is_end && w->mesh != NULL &&
        wend_mesh_locate(w->mesh, end->x, end->y, end->z) == WEND_NODE_NONE &&
        wend_mesh_nearest(w->mesh, end->x, end->y, end->z, 1e9, &ground)) {
        snprintf(text, capacity,
                 "the %s %g,%g lies off the mesh: the nearest ground is %.3g m away", name, end->x,
                 end->y,
                 wend_vec2_distance((wend_vec2){end->x, end->y}, (wend_vec2){ground.x, ground.y}));
    } else if (is_end && w->mesh != NULL) {
        snprintf(text, capacity,
                 w->how->radius > 0.0 ? "the %s %g,%g lies nearer than the radius to a wall, or on "
                                        "closed ground"
                                      : "the %s %g,%g lies on closed ground",
                 name, end->x, end->y);
    } else if (is_end) {
        snprintf(text, capacity,
                 w->how->radius > 0.0 ? "the %s %g,%g lies off the ground, or nearer than the "
                                        "radius to a wall"
                                      : "the %s %g,%g lies off the ground",
                 name, end->x, end->y);
    } else if (found->reason == WEND_FAILURE_UNREACHABLE) {
        snprintf(text, capacity, "the goal is cut off from the start");
    } else {
        snprintf(text, capacity, "%s", wend_failure_reason_text(found->reason));
    }
}

/* Flat worlds are reported without heights. */
static bool has_heights(const world *w)
{
    if (w->mesh != NULL) {
        wend_vec3 low, high;
        wend_mesh_bounds(w->mesh, &low, &high);
        return low.z < 0.0 || high.z > 0.0;
    }
    for (wend_node node = 0; w->graph != NULL && node < w->node_limit; node++) {
        wend_graph_node def;
        if (wend_graph_get_node(w->graph, node, &def) == WEND_OK &&
            (def.height < 0.0 || def.height > 0.0)) {
            return true;
        }
    }
    return false;
}

/* ---- JSON ---- */

static void put_position(json *j, const char *key, wend_vec2 at, double height, bool is_high)
{
    json_array(j, key);
    json_number(j, NULL, at.x);
    json_number(j, NULL, at.y);
    if (is_high) {
        json_number(j, NULL, height);
    }
    json_close(j);
}

static void put_legs(json *j, const world_path *found, bool is_high)
{
    char text[16];
    json_array(j, "legs");
    for (size_t i = 0; i < wend_path_leg_count(found->path); i++) {
        const wend_leg leg = wend_path_leg(found->path, i);
        json_object(j, NULL);
        put_position(j, "from", leg.from_point, leg.from_height, is_high);
        put_position(j, "to", leg.to_point, leg.to_height, is_high);
        json_text(j, "behaviour", behaviour_name(leg.behaviour, text, sizeof text));
        json_number(j, "cost", wend_cost_to_double(leg.cost));
        json_number(j, "length", leg.length);
        json_close(j);
    }
    json_close(j);
}

void world_path_json(json *j, const world *w, const world_path *found, path_smoothing smoothing)
{
    static const char *const SMOOTHING[] = {NULL, "quick", "precise"};
    const bool is_there = found->result != WEND_NO_PATH;
    const bool is_high = has_heights(w);
    char why[160];
    json_text(j, "result", report_result_name(found->result));
    put_position(j, "from", (wend_vec2){found->from.x, found->from.y}, found->from.z, is_high);
    put_position(j, "to", (wend_vec2){found->to.x, found->to.y}, found->to.z, is_high);
    json_text(j, "method", found->method);
    json_bool(j, "exact", found->result == WEND_OK && found->bound >= 1.0 && found->bound <= 1.0);
    json_number(j, "bound", found->bound);
    json_number(j, "cost", is_there ? found->cost : (double)NAN);
    json_number(j, "length", is_there ? found->length : (double)NAN);
    json_unsigned(j, "expanded", found->expanded);
    json_unsigned(j, "generated", found->generated);
    json_unsigned(j, "memory_bytes", found->memory_bytes);
    json_number(j, "prepare_us", (double)found->prepare_ns / 1e3);
    json_number(j, "us", (double)found->search_ns / 1e3);
    if (found->result != WEND_OK) {
        world_path_explain(w, found, why, sizeof why);
        json_text(j, "reason", wend_failure_reason_text(found->reason));
        json_text(j, "why", why);
    }
    if (is_there) {
        json_number(j, "path_cost", wend_cost_to_double(wend_path_cost(found->path)));
        json_number(j, "path_length", wend_path_length(found->path));
        if (is_high) {
            json_number(j, "path_length_3d", wend_path_length_3d(found->path));
        }
        json_text(j, "smoothing", SMOOTHING[smoothing]);
        put_legs(j, found, is_high);
    }
}

/* ---- text ---- */

static void put_effort(const world_path *found)
{
    printf("%s: %" PRIu64 " nodes expanded in %.1f us, space built in %.1f us\n", found->method,
           found->expanded, (double)found->search_ns / 1e3, (double)found->prepare_ns / 1e3);
}

static void put_bound(const world_path *found)
{
    if (found->bound > 1.0) {
        printf("at most %.4f times the least cost\n", found->bound);
    } else if (!(found->bound >= 1.0)) {
        printf("nothing is promised of its cost\n");
    }
}

/* "1.50,2.00", with the height where there are heights. */
static void format_position(char *text, size_t capacity, wend_vec2 at, double height, bool is_high)
{
    if (is_high) {
        snprintf(text, capacity, "%.2f,%.2f,%.2f", at.x, at.y, height);
    } else {
        snprintf(text, capacity, "%.2f,%.2f", at.x, at.y);
    }
}

/* Upright faces have no area as seen from above: a sign of a level's geometry. */
static void hint_at_geometry(const world *w)
{
    if (w->source->kind == SOURCE_MESH && !w->source->is_baked && w->report.dropped_polygons > 0) {
        printf("faces of an OBJ are taken as the polygons of a mesh, and %" PRIu64 " of them have "
               "no area from above; if this is a level's geometry, bake a mesh of it: wend build "
               "--bake\n",
               w->report.dropped_polygons);
    }
}

void world_path_text(const world *w, const world_path *found)
{
    char text[160];
    const bool is_high = has_heights(w);
    if (found->result == WEND_NO_PATH) {
        world_path_explain(w, found, text, sizeof text);
        printf("no path: %s\n", text);
        hint_at_geometry(w);
        put_effort(found);
        return;
    }
    printf("path from %g,%g to %g,%g%s\n", found->from.x, found->from.y, found->to.x, found->to.y,
           found->result == WEND_PARTIAL ? " (partial: a limit was reached)" : "");
    report_path_text(found->path);
    if (is_high) {
        printf("%.2f m with heights\n", wend_path_length_3d(found->path));
    }
    put_effort(found);
    put_bound(found);
    for (size_t i = 0; i < wend_path_leg_count(found->path); i++) {
        const wend_leg leg = wend_path_leg(found->path, i);
        char from[96];
        char to[96];
        format_position(from, sizeof from, leg.from_point, leg.from_height, is_high);
        format_position(to, sizeof to, leg.to_point, leg.to_height, is_high);
        printf("  %-17s -> %-17s  %-8s  cost %.4f  %.2f m\n", from, to,
               behaviour_name(leg.behaviour, text, sizeof text), wend_cost_to_double(leg.cost),
               leg.length);
    }
}

/* ---- pictures ---- */

static void paint_leg(const world *w, const wend_leg *leg, const wend_draw *draw)
{
    if (w->graph != NULL && leg->edge != WEND_EDGE_NONE) {
        world_paint_edge(w, leg->edge, leg->from, leg->from_point, leg->to_point, WEND_MEANING_PATH,
                         draw);
    } else {
        draw->line(draw->context, leg->from_point, leg->to_point, WEND_MEANING_PATH, 0.0);
    }
}

void world_path_paint(const world *w, const world_path *found, const wend_draw *draw)
{
    for (size_t i = 0; i < wend_path_leg_count(found->path); i++) {
        const wend_leg leg = wend_path_leg(found->path, i);
        paint_leg(w, &leg, draw);
    }
    draw->circle(draw->context, (wend_vec2){found->from.x, found->from.y}, 0.0, WEND_MEANING_START,
                 0.0);
    draw->circle(draw->context, (wend_vec2){found->to.x, found->to.y}, 0.0, WEND_MEANING_GOAL, 0.0);
}
