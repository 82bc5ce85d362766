/* Measures the quality of crowds over all scenes and seeds: arrivals, times, overlaps of bodies
 * and walls, flow through doors, and the tests of the RiMEA guideline.
 * Cost: up to a second for a scene and seed. */
#include "crowd/suite.h"
#include "crowd_scenes.h"
#include "search/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One scene over all seeds. */
typedef struct quality {
    size_t runs, good;
    double part_there, part_told; /* the least over the seeds */
    double slow_sum, slow_most;   /* time over the free time */
    double overlap, wall_depth;
    double flow_sum, flow_least, flow_most;
    double speed_end;
    crowd_motion motion; /* sums of ticks; the largest acceleration and angle */
    double seconds, pile;
    const char *fault; /* the first; NULL: none */
} quality;

static const bench_column columns[] = {{"scene", "scene"},
                                       {"runs", "runs"},
                                       {"good", "good"},
                                       {"there", "there, least %"},
                                       {"told", "reported, least %"},
                                       {"slow", "time / free, mean"},
                                       {"slow_most", "most"},
                                       {"overlap", "overlap, % of diameter"},
                                       {"wall", "in walls, %"},
                                       {"flow", "persons/m/s, mean"},
                                       {"flow_least", "least"},
                                       {"flow_most", "most"},
                                       {"speed_end", "m/s at the end"},
                                       {"seconds", "s, mean"},
                                       {"pile", "outermost / disc, most"},
                                       {"fault", "first fault"}};

static const double per_cent = 100;
enum { SCENES_MOST = 128, ORCA_SEEDS = 2 };

static void add_motion(crowd_motion *sum, const crowd_motion *m)
{
    sum->ticks += m->ticks;
    sum->seconds += m->seconds;
    sum->sharp += m->sharp;
    sum->reversals += m->reversals;
    sum->acceleration = fmax(sum->acceleration, m->acceleration);
    sum->heading_off = fmax(sum->heading_off, m->heading_off);
}

static void add(quality *q, const crowd_outcome *o)
{
    const char *fault = crowd_outcome_fault(o);
    const double slow = o->seconds / o->free_seconds;
    q->fault = q->fault == NULL ? fault : q->fault;
    q->good += fault == NULL ? 1 : 0;
    q->part_there = fmin(q->part_there, (double)o->in_slot / (double)o->agents);
    q->part_told = fmin(q->part_told, (double)o->told / (double)o->agents);
    q->slow_sum += slow;
    q->slow_most = fmax(q->slow_most, slow);
    q->overlap = fmax(q->overlap, o->overlap);
    q->wall_depth = fmax(q->wall_depth, o->wall_depth);
    q->flow_sum += o->flow;
    q->flow_least = fmin(q->flow_least, o->flow);
    q->flow_most = fmax(q->flow_most, o->flow);
    q->speed_end = fmax(q->speed_end, o->speed_end);
    add_motion(&q->motion, &o->motion);
    q->seconds += o->seconds;
    q->pile = fmax(q->pile, o->pile);
    q->runs++;
}

static void put_flow(bench_report *report, const quality *q)
{
    if (q->flow_most > 0) {
        bench_cell_number(report, q->flow_sum / (double)q->runs, 2);
        bench_cell_number(report, q->flow_least, 2);
        bench_cell_number(report, q->flow_most, 2);
        return;
    }
    for (int i = 0; i < 3; i++) {
        bench_cell_none(report);
    }
}

static void put(bench_report *report, const char *name, const quality *q)
{
    bench_cell_text(report, name);
    bench_cell_number(report, (double)q->runs, 0);
    bench_cell_number(report, (double)q->good, 0);
    bench_cell_number(report, per_cent * q->part_there, 1);
    bench_cell_number(report, per_cent * q->part_told, 1);
    bench_cell_number(report, q->slow_sum / (double)q->runs, 2);
    bench_cell_number(report, q->slow_most, 2);
    bench_cell_number(report, per_cent * q->overlap, 2);
    bench_cell_number(report, per_cent * q->wall_depth, 2);
    put_flow(report, q);
    bench_cell_number(report, q->speed_end, 3);
    bench_cell_number(report, q->seconds / (double)q->runs, 1);
    if (q->pile > 0) {
        bench_cell_number(report, q->pile, 2);
    } else {
        bench_cell_none(report);
    }
    bench_cell_text(report, q->fault == NULL ? "" : q->fault);
}

/* ---- motion from tick to tick ---- */

static const bench_column motion_columns[] = {{"scene", "scene"},
                                              {"sharp", "turns over 20°, %"},
                                              {"orca_sharp", "ORCA"},
                                              {"reversals", "left-right a second"},
                                              {"orca_reversals", "ORCA"},
                                              {"acceleration", "m/s², 99.9 %"},
                                              {"orca_acceleration", "ORCA"},
                                              {"heading", "heading off, most °"},
                                              {"orca_there", "there by ORCA, %"}};

/* A scene's motion by wend, and by ORCA where bodies move straight to their goals. */
typedef struct motion_row {
    const char *name;
    crowd_motion wend, orca;
    double there; /* by ORCA, part; below 0: not measured */
} motion_row;

static void put_pair(bench_report *report, double wend, double orca, bool has_orca, int digits)
{
    bench_cell_number(report, wend, digits);
    if (has_orca) {
        bench_cell_number(report, orca, digits);
    } else {
        bench_cell_none(report);
    }
}

static void put_motion(bench_report *report, const motion_row *row)
{
    static const double degrees = 57.29577951308232;
    const bool has = row->there >= 0;
    const crowd_motion *w = &row->wend;
    const crowd_motion *o = &row->orca;
    bench_cell_text(report, row->name);
    put_pair(report, per_cent * w->sharp / fmax(w->ticks, 1),
             per_cent * o->sharp / fmax(o->ticks, 1), has, 2);
    put_pair(report, w->reversals / fmax(w->seconds, 1), o->reversals / fmax(o->seconds, 1), has,
             2);
    put_pair(report, w->acceleration, o->acceleration, has, 1);
    bench_cell_number(report, degrees * w->heading_off, 0);
    if (has) {
        bench_cell_number(report, per_cent * row->there, 1);
    } else {
        bench_cell_none(report);
    }
}

/* ORCA takes much longer than the crowd: fewer seeds. */
static void run_orca(const crowd_suite *suite, crowd_scene_info scene, motion_row *row)
{
    const size_t most = suite->seeds < ORCA_SEEDS ? suite->seeds : ORCA_SEEDS;
    const size_t seeds = scene.is_seeded ? most : 1;
    row->there = 1;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        crowd_outcome outcome;
        if (!crowd_scene_run_orca(scene.name, seed, &outcome)) {
            row->there = -1;
            return;
        }
        add_motion(&row->orca, &outcome.motion);
        row->there = fmin(row->there, (double)outcome.in_slot / (double)outcome.agents);
    }
}

static void run_scene(crowd_suite *suite, crowd_scene_info scene, quality *q)
{
    const size_t seeds = scene.is_seeded ? suite->seeds : 1;
    memset(q, 0, sizeof *q);
    q->part_there = q->part_told = 1;
    q->flow_least = (double)INFINITY;
    bench_progress("quality", scene.name);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        crowd_outcome outcome;
        if (!crowd_scene_run(scene.name, seed, NULL, &outcome)) {
            crowd_suite_fail(suite, scene.name, "cannot be run");
            return;
        }
        add(q, &outcome);
    }
}

static bool is_wanted(const crowd_suite *suite, crowd_scene_info scene)
{
    return suite->scene == NULL || strncmp(scene.name, suite->scene, strlen(suite->scene)) == 0;
}

/* The sums over all scenes of the table. */
typedef struct totals {
    size_t runs, good;
    double part_there, overlap, wall_depth;
    size_t doors, narrower; /* wider doors that let no more through than the one before */
    double door_rate;       /* persons a second through the door before */
    const char *door_name;  /* NULL: none yet */
    motion_row motions[SCENES_MOST];
    size_t motion_count;
} totals;

/* Do more get through than through the narrower door before it in the table? */
static void add_door(totals *all, const char *name, const quality *q)
{
    const size_t letters = strcspn(name, "0123456789");
    const double rate = strtod(name + letters, NULL) * q->flow_sum / (double)q->runs;
    if (all->door_name != NULL && strncmp(name, all->door_name, letters) == 0) {
        all->doors++;
        all->narrower += rate > all->door_rate ? 0 : 1;
    }
    all->door_name = name;
    all->door_rate = rate;
}

static void put_family(crowd_suite *suite, crowd_family family, totals *all)
{
    for (size_t i = 0; i < crowd_scene_count(); i++) {
        const crowd_scene_info scene = crowd_scene_get(i);
        quality q;
        if (scene.family != family || !is_wanted(suite, scene)) {
            continue;
        }
        run_scene(suite, scene, &q);
        if (q.runs == 0) {
            continue;
        }
        put(&suite->report, scene.name, &q);
        if (all->motion_count < SCENES_MOST) {
            motion_row *row = &all->motions[all->motion_count++];
            *row = (motion_row){.name = scene.name, .wend = q.motion};
            run_orca(suite, scene, row);
        }
        if (family == CROWD_DOORS) {
            add_door(all, scene.name, &q);
        }
        all->runs += q.runs;
        all->good += q.good;
        all->part_there = fmin(all->part_there, q.part_there);
        all->overlap = fmax(all->overlap, q.overlap);
        all->wall_depth = fmax(all->wall_depth, q.wall_depth);
    }
}

static bool has_wanted(const crowd_suite *suite, crowd_family family)
{
    for (size_t i = 0; i < crowd_scene_count(); i++) {
        const crowd_scene_info scene = crowd_scene_get(i);
        if (scene.family == family && is_wanted(suite, scene)) {
            return true;
        }
    }
    return false;
}

bool crowd_quality_has(const crowd_suite *suite)
{
    bool has = false;
    for (int family = 0; family < (int)CROWD_RIMEA; family++) {
        has = has || has_wanted(suite, (crowd_family)family);
    }
    return has;
}

size_t crowd_quality_names(const char **names, size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < crowd_scene_count() && count < capacity; i++) {
        const crowd_scene_info scene = crowd_scene_get(i);
        if (scene.family != CROWD_RIMEA) {
            names[count++] = scene.name;
        }
    }
    return count;
}

void bench_crowd_quality(crowd_suite *suite)
{
    totals all = {.part_there = 1};
    for (int family = 0; family < (int)CROWD_RIMEA; family++) {
        if (!has_wanted(suite, (crowd_family)family)) {
            continue;
        }
        bench_table_begin(&suite->report, crowd_family_name((crowd_family)family),
                          crowd_family_name((crowd_family)family), columns,
                          sizeof columns / sizeof columns[0]);
        put_family(suite, (crowd_family)family, &all);
        bench_table_end(&suite->report);
    }
    if (all.runs == 0) {
        return;
    }
    bench_table_begin(&suite->report, "motion", "Motion from tick to tick, beside plain ORCA",
                      motion_columns, sizeof motion_columns / sizeof motion_columns[0]);
    for (size_t i = 0; i < all.motion_count; i++) {
        put_motion(&suite->report, &all.motions[i]);
    }
    bench_table_end(&suite->report);
    bench_report_target(&suite->report, "scenes: runs without a fault, %",
                        per_cent * (double)all.good / (double)all.runs, per_cent, true);
    bench_report_target(&suite->report, "scenes: arrived, least, %", per_cent * all.part_there,
                        per_cent, true);
    bench_report_target(&suite->report, "scenes: deepest overlap, % of the diameter",
                        per_cent * all.overlap, 5, false);
    bench_report_target(&suite->report, "scenes: deepest in a wall, % of the diameter",
                        per_cent * all.wall_depth, 5, false);
    if (all.doors > 0) {
        bench_report_target(&suite->report,
                            "doors: wider ones that let no more persons a second through",
                            (double)all.narrower, 0, false);
    }
}

/* ---- RiMEA: a figure or two of each test ---- */

static const bench_column rimea_columns[] = {{"test", "test"},
                                             {"figure", "figure"},
                                             {"value", "value"},
                                             {"overlap", "overlap, % of diameter"},
                                             {"wall", "in walls, %"}};

static bool run_one(crowd_suite *suite, const char *name, crowd_outcome *outcome)
{
    bench_progress("rimea", name);
    if (crowd_scene_run(name, 1, NULL, outcome)) {
        return true;
    }
    crowd_suite_fail(suite, name, "cannot be run");
    return false;
}

static void put_figure(crowd_suite *suite, const char *test, const char *figure, double value,
                       const crowd_outcome *o)
{
    bench_cell_text(&suite->report, test);
    bench_cell_text(&suite->report, figure);
    bench_cell_number(&suite->report, value, 2);
    bench_cell_number(&suite->report, per_cent * o->overlap, 2);
    bench_cell_number(&suite->report, per_cent * o->wall_depth, 2);
}

static void put_speed(crowd_suite *suite)
{
    static const double length = 40, speed = 1.33, within = 0.05;
    crowd_outcome o;
    if (run_one(suite, "rimea1", &o)) {
        put_figure(suite, "1", "speed along 40 m, preferred 1.33 m/s", length / o.first_out, &o);
        bench_report_target(&suite->report, "RiMEA 1: off the speed wanted, part of it",
                            fabs(length / o.first_out / speed - 1), within, false);
    }
}

enum { DENSITIES = 7 };
static const char *const densities[DENSITIES] = {"0.5", "1", "2", "3", "4", "5", "6"};

/* Speeds over density, as parts of those wanted. @return true if they fall. */
static bool put_diagram_of(crowd_suite *suite, const char *scene, const char *headway,
                           double speeds[DENSITIES])
{
    double before = (double)INFINITY;
    bool falls = true;
    for (size_t i = 0; i < DENSITIES; i++) {
        char name[BENCH_NAME_CAPACITY];
        char figure[BENCH_NAME_CAPACITY];
        crowd_outcome o;
        snprintf(name, sizeof name, "%s%s", scene, densities[i]);
        if (!run_one(suite, name, &o)) {
            return false;
        }
        snprintf(figure, sizeof figure, "speed at %s persons a square metre%s, part of the wanted",
                 densities[i], headway);
        put_figure(suite, "4", figure, o.speed_part, &o);
        falls = falls && o.speed_part <= before;
        before = o.speed_part;
        speeds[i] = o.speed_part;
    }
    return falls;
}

static void put_diagram(crowd_suite *suite)
{
    enum { AT_4 = 4, AT_5 = 5 };
    static const double wanted = 1.33, fastest = 0.35, slowest = 0.1; /* metres a second */
    double speeds[DENSITIES] = {0};
    const bool falls = put_diagram_of(suite, "rimea4at", "", speeds);
    bench_report_target(&suite->report, "RiMEA 4: speed falls with density (1 = it does)",
                        falls ? 1 : 0, 1, true);
    (void)put_diagram_of(suite, "rimea4gapat", ", headway 0.5 s", speeds);
    bench_report_target(&suite->report, "RiMEA 4: m/s at 4 persons a square metre, with a headway",
                        wanted * speeds[AT_4], fastest, false);
    bench_report_target(&suite->report, "RiMEA 4: m/s at 5 persons a square metre, with a headway",
                        wanted * speeds[AT_5], slowest, true);
}

static void put_corner(crowd_suite *suite)
{
    crowd_outcome o;
    if (run_one(suite, "rimea6", &o)) {
        put_figure(suite, "6", "of 20 persons, around the corner", (double)o.in_slot, &o);
        bench_report_target(&suite->report, "RiMEA 6: persons around the corner", (double)o.in_slot,
                            (double)o.agents, true);
        bench_report_target(&suite->report, "RiMEA 6: deepest in a wall, % of the diameter",
                            per_cent * o.wall_depth, 5, false);
    }
}

static void put_exits(crowd_suite *suite)
{
    crowd_outcome four, two;
    if (!run_one(suite, "rimea9with4", &four) || !run_one(suite, "rimea9with2", &two)) {
        return;
    }
    put_figure(suite, "9", "seconds for 1000 through four exits", four.last_out, &four);
    put_figure(suite, "9", "seconds for 1000 through two exits", two.last_out, &two);
    put_figure(suite, "9", "times as long", two.last_out / four.last_out, &two);
    bench_report_target(&suite->report, "RiMEA 9: half the exits take times as long, at least",
                        two.last_out / four.last_out, 1.7, true);
    bench_report_target(&suite->report, "RiMEA 9: half the exits take times as long, at most",
                        two.last_out / four.last_out, 2.3, false);
}

static void put_bottleneck(crowd_suite *suite)
{
    crowd_outcome o;
    if (!run_one(suite, "rimea12", &o)) {
        return;
    }
    put_figure(suite, "12", "persons a metre and second into the passage", o.flow, &o);
    put_figure(suite, "12", "speed before it, part of the free one", o.speed_before, &o);
    put_figure(suite, "12", "speed behind it", o.speed_behind, &o);
    bench_report_target(&suite->report, "RiMEA 12: speed behind the passage, part of the free one",
                        o.speed_behind, 0.5, true);
    bench_report_target(&suite->report, "RiMEA 12: speed before it", o.speed_before, 0.5, false);
}

void bench_crowd_rimea(crowd_suite *suite)
{
    if (suite->scene != NULL) {
        return;
    }
    bench_table_begin(&suite->report, "rimea", "Tests of the RiMEA guideline", rimea_columns,
                      sizeof rimea_columns / sizeof rimea_columns[0]);
    put_speed(suite);
    put_diagram(suite);
    put_corner(suite);
    put_exits(suite);
    put_bottleneck(suite);
    bench_table_end(&suite->report);
}
