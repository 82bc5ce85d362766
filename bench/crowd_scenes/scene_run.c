/* Runs and measures the scene of a name and a seed.
 * Cost: that of the scene; some seconds for the largest. */
#include "scene_private.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 0.05;
static const double RADIUS = 0.25, SPEED = 1.3;
/* Seconds of observation once all bodies are there: they must stay. */
static const double LINGER = 10;

/* The time limit. */
static const double TIMES_FREE = 4, OVERLAP_MOST = 0.05, FLOW_LEAST = 1.3, FLOW_MOST = 2.8,
                    STILL = 0.05;

static const scene_kind kinds[] = {
    {"circle4", CROWD_CIRCLES, scene_build_circle, 1.0, 4, SCENE_STRAIGHT, false},
    {"circle8", CROWD_CIRCLES, scene_build_circle, 1.0, 8, SCENE_STRAIGHT, false},
    {"circle16", CROWD_CIRCLES, scene_build_circle, 1.0, 16, SCENE_STRAIGHT, false},
    {"circle40", CROWD_CIRCLES, scene_build_circle, 1.0, 40, SCENE_STRAIGHT, false},
    {"circle100", CROWD_CIRCLES, scene_build_circle, 1.0, 100, SCENE_STRAIGHT, false},
    {"circle250", CROWD_CIRCLES, scene_build_circle, 1.0, 250, SCENE_STRAIGHT, false},
    {"tight40", CROWD_CIRCLES, scene_build_circle, 0.56, 40, SCENE_STRAIGHT, false},
    {"tight100", CROWD_CIRCLES, scene_build_circle, 0.56, 100, SCENE_STRAIGHT, false},
    {"tight250", CROWD_CIRCLES, scene_build_circle, 0.56, 250, SCENE_STRAIGHT, false},
    {"jittered4", CROWD_CIRCLES, scene_build_jittered, 1.0, 4, SCENE_STRAIGHT, true},
    {"jittered8", CROWD_CIRCLES, scene_build_jittered, 1.0, 8, SCENE_STRAIGHT, true},
    {"jittered16", CROWD_CIRCLES, scene_build_jittered, 1.0, 16, SCENE_STRAIGHT, true},
    {"jittered40", CROWD_CIRCLES, scene_build_jittered, 1.0, 40, SCENE_STRAIGHT, true},
    {"jittered100", CROWD_CIRCLES, scene_build_jittered, 1.0, 100, SCENE_STRAIGHT, true},
    {"jittered250", CROWD_CIRCLES, scene_build_jittered, 1.0, 250, SCENE_STRAIGHT, true},
    {"corridor2", CROWD_CORRIDORS, scene_build_corridor, 2, 50, SCENE_STRAIGHT, true},
    {"corridor3", CROWD_CORRIDORS, scene_build_corridor, 3, 50, SCENE_STRAIGHT, true},
    {"corridor4", CROWD_CORRIDORS, scene_build_corridor, 4, 50, SCENE_STRAIGHT, true},
    {"corridor6", CROWD_CORRIDORS, scene_build_corridor, 6, 50, SCENE_STRAIGHT, true},
    {"corridor2points", CROWD_CORRIDORS, scene_build_corridor_points, 2, 50, SCENE_STRAIGHT, true},
    {"crossing3", CROWD_CORRIDORS, scene_build_crossing, 3, 50, SCENE_STRAIGHT, true},
    {"crossing4", CROWD_CORRIDORS, scene_build_crossing, 4, 50, SCENE_STRAIGHT, true},
    {"crossing6", CROWD_CORRIDORS, scene_build_crossing, 6, 50, SCENE_STRAIGHT, true},
    {"fourways3", CROWD_CORRIDORS, scene_build_four_ways, 3, 25, SCENE_STRAIGHT, true},
    {"corner15", CROWD_CORRIDORS, scene_build_corner, 15, 200, SCENE_MESH, true},
    {"flowcorner15", CROWD_CORRIDORS, scene_build_corner, 15, 200, SCENE_FLOW, true},
    {"corner6", CROWD_CORRIDORS, scene_build_corner, 6, 200, SCENE_MESH, true},
    {"flowcorner6", CROWD_CORRIDORS, scene_build_corner, 6, 200, SCENE_FLOW, true},
    {"door0.8", CROWD_DOORS, scene_build_door, 0.8, 150, SCENE_POINTS, true},
    {"door1.0", CROWD_DOORS, scene_build_door, 1.0, 150, SCENE_POINTS, true},
    {"door1.2", CROWD_DOORS, scene_build_door, 1.2, 150, SCENE_POINTS, true},
    {"door1.6", CROWD_DOORS, scene_build_door, 1.6, 150, SCENE_POINTS, true},
    {"door2.0", CROWD_DOORS, scene_build_door, 2.0, 150, SCENE_POINTS, true},
    {"door3.0", CROWD_DOORS, scene_build_door, 3.0, 150, SCENE_POINTS, true},
    {"meshdoor0.8", CROWD_DOORS, scene_build_door, 0.8, 150, SCENE_MESH, true},
    {"meshdoor1.0", CROWD_DOORS, scene_build_door, 1.0, 150, SCENE_MESH, true},
    {"meshdoor1.2", CROWD_DOORS, scene_build_door, 1.2, 150, SCENE_MESH, true},
    {"meshdoor1.6", CROWD_DOORS, scene_build_door, 1.6, 150, SCENE_MESH, true},
    {"meshdoor2.0", CROWD_DOORS, scene_build_door, 2.0, 150, SCENE_MESH, true},
    {"meshdoor3.0", CROWD_DOORS, scene_build_door, 3.0, 150, SCENE_MESH, true},
    {"flowdoor0.8", CROWD_DOORS, scene_build_door, 0.8, 150, SCENE_FLOW, true},
    {"flowdoor1.2", CROWD_DOORS, scene_build_door, 1.2, 150, SCENE_FLOW, true},
    {"flowdoor2.0", CROWD_DOORS, scene_build_door, 2.0, 150, SCENE_FLOW, true},
    {"flowdoor3.0", CROWD_DOORS, scene_build_door, 3.0, 150, SCENE_FLOW, true},
    {"nearexits", CROWD_DOORS, scene_build_exits, 0, 300, SCENE_MESH, true},
    {"leastexits", CROWD_DOORS, scene_build_exits, 1, 300, SCENE_MESH, true},
    {"flownearexits", CROWD_DOORS, scene_build_exits, 0, 300, SCENE_FLOW, true},
    {"flowleastexits", CROWD_DOORS, scene_build_exits, 1, 300, SCENE_FLOW, true},
    {"pass", CROWD_STANDING, scene_build_pass, 5, 1, SCENE_STRAIGHT, false},
    {"passandtouch", CROWD_STANDING, scene_build_pass, 0.5, 1, SCENE_STRAIGHT, false},
    {"narrow", CROWD_STANDING, scene_build_narrow, 0.8, 2, SCENE_STRAIGHT, false},
    {"narrowrow", CROWD_STANDING, scene_build_narrow_row, 0.8, 6, SCENE_STRAIGHT, false},
    {"together60", CROWD_STANDING, scene_build_together, 0.8, 60, SCENE_STRAIGHT, true},
    {"together300", CROWD_STANDING, scene_build_together, 0.8, 300, SCENE_STRAIGHT, true},
    {"twoways", CROWD_STANDING, scene_build_two_ways, 0.8, 10, SCENE_POINTS, false},
    {"meshtwoways", CROWD_STANDING, scene_build_two_ways, 0.8, 10, SCENE_MESH, false},
    {"gather10", CROWD_GATHERINGS, scene_build_gather, 26, 10, SCENE_STRAIGHT, false},
    {"gather50", CROWD_GATHERINGS, scene_build_gather, 29, 50, SCENE_STRAIGHT, false},
    {"gather100", CROWD_GATHERINGS, scene_build_gather, 32, 100, SCENE_STRAIGHT, false},
    {"gather200", CROWD_GATHERINGS, scene_build_gather, 37, 200, SCENE_STRAIGHT, false},
    {"gather500", CROWD_GATHERINGS, scene_build_gather, 48, 500, SCENE_STRAIGHT, false},
    {"charge200", CROWD_GATHERINGS, scene_build_charge, 35, 200, SCENE_STRAIGHT, false},
    {"charge500", CROWD_GATHERINGS, scene_build_charge, 40, 500, SCENE_STRAIGHT, false},
    {"charge1000", CROWD_GATHERINGS, scene_build_charge, 46, 1000, SCENE_STRAIGHT, false},
    {"charge2000", CROWD_GATHERINGS, scene_build_charge, 55, 2000, SCENE_STRAIGHT, false},
    {"flowcharge200", CROWD_GATHERINGS, scene_build_charge, 35, 200, SCENE_FLOW, false},
    {"flowcharge1000", CROWD_GATHERINGS, scene_build_charge, 46, 1000, SCENE_FLOW, false},
    {"meshgather100", CROWD_GATHERINGS, scene_build_gather, 32, 100, SCENE_MESH, false},
    {"gatheraslant200", CROWD_GATHERINGS, scene_build_gather_aslant, 37, 200, SCENE_STRAIGHT,
     false},
    {"gatheraround200", CROWD_GATHERINGS, scene_build_gather_around, 36, 200, SCENE_STRAIGHT,
     false},
    {"gathermixed100", CROWD_GATHERINGS, scene_build_gather_mixed, 45, 100, SCENE_STRAIGHT, false},
    {"gathercorridor100", CROWD_GATHERINGS, scene_build_gather_corridor, 60, 100, SCENE_MESH,
     false},
    {"gathercorner100", CROWD_GATHERINGS, scene_build_gather_corner, 40, 100, SCENE_MESH, false},
    {"flowcorridor100", CROWD_GATHERINGS, scene_build_gather_corridor, 60, 100, SCENE_FLOW, false},
    {"fourorders200", CROWD_GATHERINGS, scene_build_four_orders, 37, 200, SCENE_STRAIGHT, false},
    {"onebyone40", CROWD_GATHERINGS, scene_build_one_by_one, 29, 40, SCENE_STRAIGHT, false},
    {"onebyone200", CROWD_GATHERINGS, scene_build_one_by_one, 37, 200, SCENE_STRAIGHT, false},
    {"onebyone1000", CROWD_GATHERINGS, scene_build_one_by_one, 62, 1000, SCENE_STRAIGHT, false},
    {"oncoming", CROWD_STEERBENCH, scene_build_oncoming, 0, 1, SCENE_STRAIGHT, false},
    {"oncominggroups", CROWD_STEERBENCH, scene_build_oncoming, 0.7, 8, SCENE_STRAIGHT, false},
    {"confusion3", CROWD_STEERBENCH, scene_build_confusion, 0, 3, SCENE_STRAIGHT, false},
    {"confusion4", CROWD_STEERBENCH, scene_build_confusion, 0, 4, SCENE_STRAIGHT, false},
    {"squeeze", CROWD_STEERBENCH, scene_build_squeeze, 1.2, 1, SCENE_STRAIGHT, false},
    {"doorway", CROWD_STEERBENCH, scene_build_doorway, 0.8, 1, SCENE_MESH, false},
    {"hallway", CROWD_STEERBENCH, scene_build_hallway, 4, 24, SCENE_STRAIGHT, true},
    {"frogger", CROWD_STEERBENCH, scene_build_frogger, 1.5, 8, SCENE_STRAIGHT, false},
    {"surprise", CROWD_STEERBENCH, scene_build_surprise, 1.6, 1, SCENE_MESH, false},
    {"surprise3", CROWD_STEERBENCH, scene_build_surprise, 1.6, 3, SCENE_MESH, false},
    {"rimea1", CROWD_RIMEA, scene_build_rimea1, 40, 1, SCENE_STRAIGHT, false},
    {"rimea4at0.5", CROWD_RIMEA, scene_build_rimea4, 0.5, 0, SCENE_OWN, true},
    {"rimea4at1", CROWD_RIMEA, scene_build_rimea4, 1, 0, SCENE_OWN, true},
    {"rimea4at2", CROWD_RIMEA, scene_build_rimea4, 2, 0, SCENE_OWN, true},
    {"rimea4at3", CROWD_RIMEA, scene_build_rimea4, 3, 0, SCENE_OWN, true},
    {"rimea4at4", CROWD_RIMEA, scene_build_rimea4, 4, 0, SCENE_OWN, true},
    {"rimea4at5", CROWD_RIMEA, scene_build_rimea4, 5, 0, SCENE_OWN, true},
    {"rimea4at6", CROWD_RIMEA, scene_build_rimea4, 6, 0, SCENE_OWN, true},
    {"rimea4gapat0.5", CROWD_RIMEA, scene_build_rimea4_headway, 0.5, 0, SCENE_OWN, true},
    {"rimea4gapat1", CROWD_RIMEA, scene_build_rimea4_headway, 1, 0, SCENE_OWN, true},
    {"rimea4gapat2", CROWD_RIMEA, scene_build_rimea4_headway, 2, 0, SCENE_OWN, true},
    {"rimea4gapat3", CROWD_RIMEA, scene_build_rimea4_headway, 3, 0, SCENE_OWN, true},
    {"rimea4gapat4", CROWD_RIMEA, scene_build_rimea4_headway, 4, 0, SCENE_OWN, true},
    {"rimea4gapat5", CROWD_RIMEA, scene_build_rimea4_headway, 5, 0, SCENE_OWN, true},
    {"rimea4gapat6", CROWD_RIMEA, scene_build_rimea4_headway, 6, 0, SCENE_OWN, true},
    {"rimea6", CROWD_RIMEA, scene_build_rimea6, 2, 20, SCENE_MESH, true},
    {"rimea9with4", CROWD_RIMEA, scene_build_rimea9, 4, 1000, SCENE_MESH, true},
    {"rimea9with2", CROWD_RIMEA, scene_build_rimea9, 2, 1000, SCENE_MESH, true},
    {"rimea9few4", CROWD_RIMEA, scene_build_rimea9, 4, 300, SCENE_MESH, true},
    {"rimea9few2", CROWD_RIMEA, scene_build_rimea9, 2, 300, SCENE_MESH, true},
    {"rimea12", CROWD_RIMEA, scene_build_rimea12, 1, 150, SCENE_MESH, true},
};
static const size_t kind_count = sizeof kinds / sizeof kinds[0];

size_t crowd_scene_count(void)
{
    return kind_count;
}

crowd_scene_info crowd_scene_get(size_t index)
{
    if (index >= kind_count) {
        return (crowd_scene_info){0};
    }
    return (crowd_scene_info){kinds[index].name, kinds[index].family, kinds[index].is_seeded};
}

const char *crowd_family_name(crowd_family family)
{
    static const char *const names[CROWD_FAMILY_COUNT] = {
        "circles", "corridors", "doors", "standing", "gatherings", "steerbench", "rimea"};
    return family >= 0 && family < CROWD_FAMILY_COUNT ? names[family] : "?";
}

static const scene_kind *find(const char *name)
{
    for (size_t i = 0; name != NULL && i < kind_count; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

static bool make_walls(scene *s)
{
    const wend_walls_def def = wend_walls_def_default();
    bool is_done = wend_walls_create(&def, &s->stops) == WEND_OK;
    for (size_t i = 0; is_done && i < s->wall_count; i++) {
        is_done = wend_walls_add_segment(s->stops, s->walls[i].a, s->walls[i].b, WEND_STOPS_ALL, 0,
                                         NULL) == WEND_OK;
    }
    return is_done;
}

static bool make_crowd(scene *s, const wend_executor *executor)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = (uint32_t)s->agent_count;
    def.walls = s->stops;
    def.step = STEP;
    def.seed = s->seed;
    def.flow = s->flow;
    def.route_source = scene_route_source(s);
    if (executor != NULL) {
        def.executor = *executor;
    }
    return wend_crowd_create(&def, &s->crowd) == WEND_OK;
}

static bool put_bodies(scene *s)
{
    for (size_t i = 0; i < s->agent_count; i++) {
        scene_agent *agent = &s->agents[i];
        wend_body_def def = wend_body_def_default();
        def.position = agent->start;
        def.radius = agent->radius;
        def.speed = agent->speed;
        def.user = i;
        def.headway = s->headway;
        s->order[i] = (uint32_t)i;
        if (wend_crowd_add_body(s->crowd, &def, &agent->id) != WEND_OK) {
            return false;
        }
    }
    return true;
}

static void set_limits(scene *s)
{
    double width = 0;
    for (size_t i = 0; i < s->agent_count; i++) {
        const double seconds = scene_free_metres(s, &s->agents[i]) / s->agents[i].speed;
        s->outcome.free_seconds = fmax(s->outcome.free_seconds, seconds);
    }
    for (size_t i = 0; i < s->exit_count; i++) {
        width += wend_vec2_distance(s->exits[i].a, s->exits[i].b);
    }
    if (s->limit_seconds > 0) {
        return;
    }
    s->limit_seconds = TIMES_FREE * s->outcome.free_seconds;
    if (s->exit_count > 0) {
        /* The time at the least flow, if that is more. */
        const double through = (double)s->agent_count / (FLOW_LEAST * width);
        s->limit_seconds = fmax(s->limit_seconds, s->outcome.free_seconds + through);
    }
}

static bool begin(scene *s, const wend_executor *executor, bool is_orca)
{
    s->radius = RADIUS;
    s->speed = SPEED;
    s->step = STEP;
    s->linger_seconds = LINGER;
    s->is_counted = true;
    s->kind->build(s);
    s->order = calloc(s->agent_count + 1, sizeof *s->order);
    s->out = calloc(s->agent_count + 1, sizeof *s->out);
    if (s->is_broken || s->order == NULL || s->out == NULL || s->agent_count == 0) {
        return false;
    }
    if (is_orca) {
        set_limits(s);
        return scene_orca_begin(s);
    }
    if (!make_walls(s) || !scene_routes_make(s) || !make_crowd(s, executor) || !put_bodies(s)) {
        return false;
    }
    set_limits(s);
    return scene_send(s);
}

static bool run(scene *s)
{
    double limit = s->limit_seconds;
    s->outcome.limit_seconds = limit;
    s->outcome.seconds = limit;
    bool were_in_place = false;
    while (s->seconds < limit) {
        if (s->before_tick != NULL) {
            s->before_tick(s);
        }
        if (s->orca != NULL) {
            scene_orca_tick(s);
        } else if (wend_crowd_tick(s->crowd) != WEND_OK) {
            return false;
        }
        s->seconds = (double)++s->outcome.ticks * STEP;
        scene_measure(s);
        if (!were_in_place && s->outcome.in_slot == s->agent_count &&
            s->outcome.told == s->agent_count) {
            were_in_place = true;
            s->outcome.seconds = s->seconds;
            limit = s->seconds + s->linger_seconds;
        }
    }
    scene_sum_up(s);
    return true;
}

static void end(scene *s)
{
    wend_crowd_destroy(s->crowd);
    scene_routes_free(s);
    scene_orca_end(s);
    wend_walls_destroy(s->stops);
    free(s->walls);
    free(s->agents);
    free(s->order);
    free(s->out);
}

static bool run_scene(const scene_kind *kind, uint64_t seed, const wend_executor *executor,
                      bool is_orca, crowd_outcome *outcome)
{
    scene s;
    memset(&s, 0, sizeof s);
    memset(outcome, 0, sizeof *outcome);
    if (kind == NULL || (is_orca && kind->routes != SCENE_STRAIGHT)) {
        return false;
    }
    s.kind = kind;
    s.seed = seed;
    const bool is_done = begin(&s, executor, is_orca) && run(&s);
    *outcome = s.outcome;
    end(&s);
    return is_done;
}

bool crowd_scene_run(const char *name, uint64_t seed, const wend_executor *executor,
                     crowd_outcome *outcome)
{
    return run_scene(find(name), seed, executor, false, outcome);
}

bool crowd_scene_run_orca(const char *name, uint64_t seed, crowd_outcome *outcome)
{
    return run_scene(find(name), seed, NULL, true, outcome);
}

const char *crowd_outcome_fault(const crowd_outcome *o)
{
    if (o->broken > 0) {
        return "positions that are no numbers";
    }
    if (o->wall_depth > OVERLAP_MOST) {
        return "in a wall";
    }
    if (o->overlap > OVERLAP_MOST) {
        return "overlap";
    }
    if (o->in_slot < o->agents) {
        return "not all there";
    }
    if (o->told < o->agents) {
        return "not all reported";
    }
    if (!o->is_endless && o->speed_end > STILL) {
        return "not still";
    }
    if (o->flow > 0 && (o->flow < FLOW_LEAST || o->flow > FLOW_MOST)) {
        return "flow";
    }
    return NULL;
}
