/* What an observer sees: the nearest sources in its cones, the visible points of each, and how certain it
 * is of them.
 * Cost: the cells of its range; for each source the walls near its rays and the bodies that block
 * nearby. */
#include "mind/senses/store.h"

#include "base/math/clamp.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- one source ---- */

wendi_sense_view wendi_sense_view_make(const wend_senses *senses, uint32_t observer,
                                       bool uses_index)
{
    const wendi_sense_observer *it = &senses->observers[observer];
    wendi_sense_view view = {.senses = senses,
                             .observer = it,
                             .profile = &senses->profiles[it->def.profile],
                             .eye = it->def.position,
                             .self = UINT32_MAX,
                             .uses_index = uses_index};
    view.eye.z += it->def.eye_height;
    if (wendi_slots_has(&senses->source_slots, it->def.self.index1, it->def.self.generation)) {
        view.self = it->def.self.index1 - 1;
    }
    return view;
}

bool wendi_sense_view_is_in_cones(const wendi_sense_view *view, double x, double y, double square,
                                  bool *is_peripheral)
{
    const wendi_sense_profile *profile = view->profile;
    const double ahead = view->observer->facing.x * x + view->observer->facing.y * y;
    /* the cosine times the distance is below `ahead`: squares, with their signs */
    const double square_ahead = ahead < 0 ? -(ahead * ahead) : ahead * ahead;
    *is_peripheral = false;
    if (square <= profile->square_range && square_ahead >= profile->square_cosine * square) {
        return true;
    }
    *is_peripheral = square <= profile->square_peripheral_range &&
                     square_ahead >= profile->square_peripheral_cosine * square;
    return *is_peripheral;
}

typedef struct sight_points {
    wend_vec3 at[4];
    uint32_t bits[4];
    uint32_t count;
} sight_points;

static sight_points points_of(const wendi_sense_view *view, const wend_source *source,
                              double distance)
{
    static const double sides[4] = {0, 0, -1, 1}, heights[4] = {0.5, 0.9375, 0.5, 0.5};
    const double x = source->position.x - view->eye.x, y = source->position.y - view->eye.y;
    const wend_vec2 toward =
        distance > 0 ? (wend_vec2){x / distance, y / distance} : view->observer->facing;
    const double aside = source->radius * 0.875;
    const wend_vec3 foot = source->position;
    sight_points points;
    points.count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if ((view->profile->def.points >> i & 1) != 0) {
            points.at[points.count] = (wend_vec3){foot.x + sides[i] * (toward.y * aside),
                                                  foot.y - sides[i] * (toward.x * aside),
                                                  foot.z + source->height * heights[i]};
            points.bits[points.count++] = (uint32_t)1 << i;
        }
    }
    return points;
}

/* True if the upright cylinder of a source lies on the segment. */
static bool is_behind(const wend_source *source, wend_vec3 from, wend_vec3 to)
{
    const double x = to.x - from.x, y = to.y - from.y, rise = to.z - from.z;
    const double off_x = from.x - source->position.x, off_y = from.y - source->position.y;
    const double a = x * x + y * y, b = x * off_x + y * off_y;
    const double c = off_x * off_x + off_y * off_y - source->radius * source->radius;
    double first = 0, last = 1;
    if (a > 0) {
        const double root = b * b - a * c;
        if (!(root > 0)) {
            return false;
        }
        const double half = wend_sqrt(root);
        first = wendi_max((-b - half) / a, 0);
        last = wendi_min((-b + half) / a, 1);
        if (!(first < last)) {
            return false;
        }
    } else if (!(c < 0)) {
        return false;
    }
    const double start = from.z + rise * first, end = from.z + rise * last;
    return wendi_max(start, end) > source->position.z &&
           wendi_min(start, end) < source->position.z + source->height;
}

/* Takes the points behind a source from what is visible. */
static void hide_behind(const wendi_sense_view *view, uint32_t blocker, uint32_t target,
                        const sight_points *points, uint32_t visible[2])
{
    const wend_source *source = &view->senses->sources[blocker].def;
    if (blocker == view->self || blocker == target) {
        return;
    }
    const uint32_t left =
        (source->blocks_sight ? visible[0] : 0) | (source->blocks_shots ? visible[1] : 0);
    for (uint32_t i = 0; i < points->count; i++) {
        if ((left >> i & 1) != 0 && is_behind(source, view->eye, points->at[i])) {
            visible[0] &= source->blocks_sight ? ~((uint32_t)1 << i) : UINT32_MAX;
            visible[1] &= source->blocks_shots ? ~((uint32_t)1 << i) : UINT32_MAX;
        }
    }
}

static void hide_behind_all(const wendi_sense_view *view, uint32_t target,
                            const sight_points *points, uint32_t visible[2])
{
    const wend_senses *senses = view->senses;
    if (!view->uses_index) {
        for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
            if (wendi_slots_is_used(&senses->source_slots, i) && senses->sources[i].def.is_active) {
                hide_behind(view, i, target, points, visible);
            }
        }
        return;
    }
    /* all points lie within the target's radius of its middle */
    const wend_source *it = &senses->sources[target].def;
    const wend_vec2 eye = {view->eye.x, view->eye.y};
    const double x = it->position.x - eye.x, y = it->position.y - eye.y;
    const double reach = (senses->blocker_radius + it->radius) * (1 + 1e-9) +
                         (fabs(eye.x) + fabs(eye.y) + fabs(x) + fabs(y)) * 1e-15; /* roundings */
    const double square = x * x + y * y;
    wendi_sense_runs runs = wendi_sense_runs_make(
        &senses->blocker_index,
        (wend_vec2){eye.x + wendi_min(x, 0) - reach, eye.y + wendi_min(y, 0) - reach},
        (wend_vec2){eye.x + wendi_max(x, 0) + reach, eye.y + wendi_max(y, 0) + reach});
    for (uint32_t begin, end; wendi_sense_runs_next(&runs, &begin, &end);) {
        for (uint32_t i = begin; i < end && (visible[0] | visible[1]) != 0; i++) {
            const wendi_sense_entry *entry = &senses->blocker_index.entries[i];
            const double at_x = entry->x - eye.x, at_y = entry->y - eye.y;
            const double beside = x * at_y - y * at_x;
            /* a bit for roundings, see is_behind */
            const double wide = reach * reach + (at_x * at_x + at_y * at_y) * 1e-14;
            if (beside * beside <= wide * square) {
                hide_behind(view, entry->number, target, points, visible);
            }
        }
    }
}

static const wendi_wall_fan *fan_of(wendi_sense_view *view)
{
    if (!view->has_fan) {
        view->fan =
            wendi_wall_fan_make(view->senses->walls, wendi_senses_cells(view->senses), view->eye,
                                view->profile->def.sight_stops, view->profile->def.shot_stops);
        view->has_fan = true;
    }
    return &view->fan;
}

/* Sees those points of a source that bodies in the way leave of the visible ones. */
static void see_past_bodies(const wendi_sense_view *view, uint32_t source,
                            const sight_points *points, uint32_t visible[2], wend_sight *sight)
{
    const bool has_blockers = !view->uses_index || view->senses->blocker_index.count > 0;
    if ((visible[0] | visible[1]) != 0 && has_blockers) {
        hide_behind_all(view, source, points, visible);
    }
    uint32_t seen_count = 0;
    sight->points = sight->hittable = 0;
    for (uint32_t i = 0; i < points->count; i++) {
        seen_count += visible[0] >> i & 1;
        sight->points |= (visible[0] >> i & 1) != 0 ? points->bits[i] : 0;
        sight->hittable |= (visible[1] >> i & 1) != 0 ? points->bits[i] : 0;
    }
    sight->fraction = (double)seen_count / points->count;
}

void wendi_sense_view_see(wendi_sense_view *view, uint32_t source, wend_sight *sight,
                          wendi_wall_fan_proof *proof)
{
    const wend_senses *senses = view->senses;
    const sight_points points = points_of(view, &senses->sources[source].def, sight->distance);
    uint32_t visible[2] = {((uint32_t)1 << points.count) - 1, ((uint32_t)1 << points.count) - 1};
    if (senses->walls != NULL) {
        wendi_wall_fan_cast(fan_of(view), points.at, points.count, visible, proof);
    }
    see_past_bodies(view, source, &points, visible, sight);
}

/* Sees a source that no wall is near to. */
static void see_in_the_open(const wendi_sense_view *view, uint32_t source, wend_sight *sight)
{
    if (view->senses->blocker_index.count == 0) {
        sight->points = sight->hittable = view->profile->def.points & 15;
        sight->fraction = 1;
        return;
    }
    const sight_points points =
        points_of(view, &view->senses->sources[source].def, sight->distance);
    uint32_t visible[2] = {((uint32_t)1 << points.count) - 1, ((uint32_t)1 << points.count) - 1};
    see_past_bodies(view, source, &points, visible, sight);
}

bool wendi_sense_view_suffices(const wendi_sense_view *view, const wend_sight *sight)
{
    return sight->points != 0 && sight->fraction >= view->profile->def.min_fraction &&
           sight->light >= view->profile->def.min_light;
}

/* ---- all around ---- */

typedef struct sight_target {
    double square;
    uint32_t source;
    bool is_peripheral;
} sight_target;

typedef struct seen_target {
    uint32_t source;
    wend_sight sight;
} seen_target;

/* Puts a target into the list of the nearest ones. @return its length. */
static uint32_t put_target(sight_target *targets, uint32_t count, uint32_t limit, sight_target it)
{
    uint32_t at = count < limit ? count : limit - 1;
    if (count == limit && (it.square > targets[at].square ||
                           (!(it.square < targets[at].square) && it.source > targets[at].source))) {
        return count;
    }
    for (;
         at > 0 && (targets[at - 1].square > it.square ||
                    (!(targets[at - 1].square < it.square) && targets[at - 1].source > it.source));
         at--) {
        targets[at] = targets[at - 1];
    }
    targets[at] = it;
    return count < limit ? count + 1 : count;
}

/* How far the wider cone goes in a direction, at most. @param ahead, aside of the direction. */
static double extent_of(const wendi_sense_profile *profile, double reach, double ahead,
                        double aside)
{
    if (ahead >= profile->cosine) {
        return reach;
    }
    const double edge = profile->cosine * ahead + profile->sine * fabs(aside);
    return edge > 0 ? reach * edge : 0;
}

/* The nearest sources in the cones within a distance, by distance, then by index. */
static uint32_t find_within(const wendi_sense_view *view, double reach, sight_target *targets)
{
    const wend_senses *senses = view->senses;
    const wendi_sense_profile *profile = view->profile;
    const wend_vec2 facing = view->observer->facing;
    const uint32_t limit = senses->target_limit;
    /* more than all roundings, those of the cosines of narrow cones above all */
    const double slack = reach * 1e-7 + (fabs(view->eye.x) + fabs(view->eye.y)) * 1e-15;
    const wend_vec2 low = {view->eye.x - slack - extent_of(profile, reach, -facing.x, facing.y),
                           view->eye.y - slack - extent_of(profile, reach, -facing.y, facing.x)};
    const wend_vec2 high = {view->eye.x + slack + extent_of(profile, reach, facing.x, facing.y),
                            view->eye.y + slack + extent_of(profile, reach, facing.y, facing.x)};
    double most = reach * reach;
    uint32_t count = 0;
    assert(limit > 0);
    wendi_sense_runs runs = wendi_sense_runs_make(&senses->source_index, low, high);
    for (uint32_t begin, end; wendi_sense_runs_next(&runs, &begin, &end);) {
        for (uint32_t i = begin; i < end; i++) {
            const wendi_sense_entry *entry = &senses->source_index.entries[i];
            const double x = entry->x - view->eye.x, y = entry->y - view->eye.y;
            sight_target it = {.square = x * x + y * y, .source = entry->number};
            if (it.square <= most && (entry->groups & profile->def.groups) != 0 &&
                entry->number != view->self &&
                wendi_sense_view_is_in_cones(view, x, y, it.square, &it.is_peripheral)) {
                count = put_target(targets, count, limit, it);
                most = count == limit ? targets[count - 1].square : most;
            }
        }
    }
    return count;
}

/* The square of a distance within which there are enough sources: those of the last look, where all of them
 * are still in the cones; else HUGE_VAL. */
static double square_of_last(const wendi_sense_view *view)
{
    const wend_senses *senses = view->senses;
    const wendi_sense_observer *observer = view->observer;
    double most = 0;
    if (observer->trace_count < senses->target_limit) {
        return HUGE_VAL;
    }
    for (uint32_t i = 0; i < senses->target_limit; i++) {
        const uint32_t source = observer->traces[i].source;
        const wend_source *it = &senses->sources[source].def;
        const double x = it->position.x - view->eye.x, y = it->position.y - view->eye.y;
        const double square = x * x + y * y;
        bool is_peripheral;
        if (!wendi_slots_is_used(&senses->source_slots, source) || !it->is_active ||
            source == view->self || (it->groups & view->profile->def.groups) == 0 ||
            !wendi_sense_view_is_in_cones(view, x, y, square, &is_peripheral)) {
            return HUGE_VAL;
        }
        most = wendi_max(most, square);
    }
    return most;
}

/* The nearest sources in the cones: within the distance of those of the last look, else in a wider and wider
 * circle, until there are enough. The first circle is a bit wider than the last look needed; it only saves
 * time. */
static uint32_t find_targets(const wendi_sense_view *view, double *search, sight_target *targets)
{
    const uint32_t limit = view->senses->target_limit;
    const double whole = view->profile->reach, last = square_of_last(view);
    /* whatever lies outside is farther than the circle, roundings included */
    double reach = last < whole * whole ? wendi_min(wend_sqrt(last) * (1 + 1e-9), whole)
                   : *search > 0        ? wendi_min(*search, whole)
                                        : whole;
    assert(limit > 0);
    uint32_t count = find_within(view, reach, targets);
    while (reach < whole &&
           !(count == limit &&
             (last < whole * whole || targets[count - 1].square < reach * reach * (1 - 1e-9)))) {
        reach = wendi_min(1.5 * reach, whole);
        count = find_within(view, reach, targets);
    }
    *search = count == limit ? 1.25 * wend_sqrt(targets[count - 1].square) + 1e-3 * whole : whole;
    return count;
}

/* ---- traces of the last look ---- */

/* A bit more than the distance of two positions, whatever the roundings. */
static double moved(wend_vec2 from, wend_vec2 to)
{
    return wend_vec2_distance(from, to) * (1 + 1e-12) + 1e-30;
}

/* The distance within which all points of a target lie, see points_of, with all roundings. */
static double radius_of(const wend_source *target)
{
    return target->radius * (0.875 * (1 + 1e-9)) +
           (fabs(target->position.x) + fabs(target->position.y)) * 1e-15 + 1e-29;
}

static const wendi_sense_trace *trace_of(const wendi_sense_trace *traces, uint32_t count,
                                         uint32_t source)
{
    for (uint32_t i = 0; i < count; i++) {
        if (traces[i].source == source) {
            return &traces[i];
        }
    }
    return NULL;
}

/* Looks at a target in enough light, through what is known of the walls between.
 * @param last its trace; NULL: none. @param eye_moved since then. @param trace the new one. */
static void see_again(wendi_sense_view *view, const wendi_sense_trace *last, double eye_moved,
                      wend_sight *sight, wendi_sense_trace *trace)
{
    enum { LOOKS_AHEAD = 6 };
    const wendi_wall_fan *fan = fan_of(view);
    const double radius = radius_of(&view->senses->sources[trace->source].def);
    wendi_wall_fan_proof proof = {.margin = radius};
    if (last != NULL) {
        if (last->edge1 > 0 &&
            wendi_wall_fan_is_stopped_by(fan, last->edge1 - 1, trace->at, radius)) {
            trace->edge1 = last->edge1;
            return;
        }
        /* the line has not moved farther than its ends */
        const double line_moved = wendi_max(eye_moved, moved(last->at, trace->at));
        trace->clear = last->clear - line_moved;
        trace->near_count = last->near_count;
        memcpy(trace->near, last->near, sizeof last->near);
        proof.is_near_enough = trace->clear >= radius;
        if (proof.is_near_enough && last->near_count == 0 && !fan->is_in_solid) {
            see_in_the_open(view, trace->source, sight);
            return;
        }
        proof.margin = (double)LOOKS_AHEAD * line_moved;
        proof.blocker1 = last->edge1;
        proof.near_count = last->near_count;
        memcpy(proof.near, last->near, sizeof last->near);
    }
    /* cells: the walls stay as they are */
    proof.margin = fan->cells != NULL ? wendi_min(proof.margin, fan->cells->size / 4) : 0;
    wendi_sense_view_see(view, trace->source, sight, &proof);
    trace->edge1 = proof.blocker1;
    if (!proof.is_near_enough) {
        /* the first ray goes to the middle, else to a side */
        const bool goes_to_middle = (view->profile->def.points & 3) != 0;
        trace->clear = goes_to_middle ? proof.clear : wendi_max(proof.clear - radius, 0);
        trace->near_count = proof.near_count;
        memcpy(trace->near, proof.near, sizeof proof.near);
    }
}

/* Copies the traces of the last look. @return their number; 0 where the walls are others. */
static uint32_t get_traces(const wendi_sense_observer *observer, uint64_t revision,
                           wendi_sense_trace *traces)
{
    const uint32_t count = observer->traces_revision == revision ? observer->trace_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        traces[i] = observer->traces[i];
    }
    return count;
}

/* Puts a seen target into the list, by index. @return its length. */
static uint32_t put_seen(seen_target *seen, uint32_t count, const seen_target *it)
{
    uint32_t at = count;
    for (; at > 0 && seen[at - 1].source > it->source; at--) {
        seen[at] = seen[at - 1];
    }
    seen[at] = *it;
    return count + 1;
}

/* Looks at the targets. @param seen those that are seen, by index. @return their number. */
static uint32_t see_targets(wendi_sense_view *view, wendi_sense_observer *observer,
                            const sight_target *targets, uint32_t count, seen_target *seen)
{
    const wend_senses *senses = view->senses;
    const uint64_t revision = wend_walls_revision(senses->walls);
    const wend_vec2 eye = {view->eye.x, view->eye.y};
    const double eye_moved = moved(observer->traces_eye, eye);
    wendi_sense_trace last[WENDI_SENSES_TRACES];
    const uint32_t last_count = get_traces(observer, revision, last);
    uint32_t seen_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wendi_sense_source *source = &senses->sources[targets[i].source];
        seen_target it = {targets[i].source,
                          {.distance = wend_sqrt(targets[i].square),
                           .light = source->light,
                           .is_in_range = true,
                           .is_peripheral = targets[i].is_peripheral}};
        /* written where it stays, field by field: to copy it at once would wait for its parts */
        wendi_sense_trace *trace =
            &observer->traces[i < WENDI_SENSES_TRACES ? i : (uint32_t)WENDI_SENSES_TRACES];
        trace->source = it.source;
        trace->edge1 = trace->near_count = 0;
        trace->at.x = source->def.position.x;
        trace->at.y = source->def.position.y;
        trace->clear = 0;
        if (source->light < view->profile->def.min_light) {
            it.sight.points = 0;
        } else if (senses->walls != NULL) {
            see_again(view, trace_of(last, last_count, it.source), eye_moved, &it.sight, trace);
        } else {
            see_in_the_open(view, it.source, &it.sight);
        }
        if (wendi_sense_view_suffices(view, &it.sight)) {
            seen_count = put_seen(seen, seen_count, &it);
        }
    }
    observer->traces_revision = revision;
    observer->traces_eye = eye;
    observer->trace_count = count < WENDI_SENSES_TRACES ? count : (uint32_t)WENDI_SENSES_TRACES;
    return seen_count;
}

/* ---- certainty ---- */

/* What certainty gains in some seconds of sight. */
static double gain_of(const wendi_sense_view *view, const seen_target *target, double seconds)
{
    const wend_sense_profile *profile = &view->profile->def;
    const double acuity = target->sight.is_peripheral ? profile->peripheral_acuity : 1;
    const double quality = acuity * target->sight.fraction * target->sight.light *
                           view->senses->sources[target->source].def.visibility;
    const double range =
        target->sight.is_peripheral ? profile->peripheral_range : profile->sight_range;
    const double time =
        profile->notice_seconds +
        (profile->notice_seconds_far - profile->notice_seconds) * (target->sight.distance / range);
    return !(quality > 0) ? 0 : time * 1e9 > quality * seconds ? quality * seconds / time : 1;
}

static void perceive(const wendi_sense_view *view, const seen_target *target, uint64_t tick,
                     double seconds, wend_perception *it)
{
    const wend_senses *senses = view->senses;
    const wend_source *source = &senses->sources[target->source].def;
    it->user = source->user;
    it->tag = source->tag;
    it->team = source->team;
    it->position = source->position;
    it->distance = target->sight.distance;
    it->certainty = wendi_min(it->certainty + gain_of(view, target, seconds), 1);
    it->fraction = target->sight.fraction;
    it->points = target->sight.points;
    it->hittable = target->sight.hittable;
    it->strength = target->sight.light;
    it->reaction = source->reaction;
    it->tick = tick;
    it->is_perceived = true;
    it->is_noticed = it->is_noticed || it->certainty >= 1;
    it->is_peripheral = target->sight.is_peripheral;
    it->is_hostile = wendi_senses_is_hostile(&view->observer->def, source->team);
}

/* Drops what is not seen and least certain, of equals the last, until there is room. */
static uint32_t fit(wend_perception *all, uint32_t count, uint32_t limit)
{
    while (count > limit) {
        uint32_t least = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++) {
            if (!all[i].is_perceived &&
                (least == UINT32_MAX || all[i].certainty <= all[least].certainty)) {
                least = i;
            }
        }
        count--;
        memmove(&all[least], &all[least + 1], (count - least) * sizeof *all);
    }
    return count;
}

void wendi_senses_look(wend_senses *senses, uint32_t observer, uint64_t tick)
{
    wendi_sense_observer *it = &senses->observers[observer];
    wendi_sense_view view = wendi_sense_view_make(senses, observer, true);
    sight_target targets[WEND_SENSES_TARGETS_MAX];
    seen_target seen[WEND_SENSES_TARGETS_MAX];
    wend_perception more[WEND_SENSES_TARGETS_MAX + WEND_SENSES_KEPT_MAX];
    const uint32_t target_count =
        view.profile->reach > 0 ? find_targets(&view, &it->search, targets) : 0;
    const uint32_t seen_count = see_targets(&view, it, targets, target_count, seen);
    const wend_perception *before = wendi_senses_kept(senses, observer, it->kept_half);
    const uint64_t ticks = it->last_tick == 0 ? 1 : tick - it->last_tick;
    const double passed = (double)ticks * senses->tick_seconds;
    const double looked = ticks < it->def.every ? passed : it->def.every * senses->tick_seconds;
    const double forget = view.profile->def.forget_seconds;
    wend_perception *after = wendi_senses_kept(senses, observer, 1 - it->kept_half);
    wend_perception *all = it->kept_count + seen_count <= senses->perception_limit ? after : more;

    bool has_changes = false;
    uint32_t count = 0;
    for (uint32_t i = 0, k = 0; i < it->kept_count || k < seen_count;) {
        const uint32_t old = i < it->kept_count ? before[i].source.index1 - 1 : UINT32_MAX;
        const uint32_t now = k < seen_count ? seen[k].source : UINT32_MAX;
        if (old <= now) {
            const wend_perception *kept = &before[i++];
            const bool is_there = wendi_senses_is_active_source(senses, kept->source);
            if (is_there && k < seen_count && old == now) {
                all[count] = *kept;
                perceive(&view, &seen[k++], tick, looked, &all[count]);
                has_changes = has_changes || all[count].is_noticed != kept->is_noticed;
                count++;
            } else if (is_there && kept->certainty * forget > passed) {
                all[count] = *kept;
                all[count].certainty -= passed / forget;
                all[count++].is_perceived = false;
            } else {
                has_changes = true;
            }
            continue;
        }
        has_changes = true;
        wend_perception *fresh = &all[count++];
        memset(fresh, 0, sizeof *fresh);
        fresh->sense = WEND_SENSE_SIGHT;
        fresh->source = (wend_source_id){now + 1, senses->source_slots.generation[now]};
        fresh->first_tick = tick;
        perceive(&view, &seen[k++], tick, looked, fresh);
    }
    has_changes = has_changes || count > senses->perception_limit;
    count = fit(all, count, senses->perception_limit);
    if (count > 0 && all != after) {
        memcpy(after, all, count * sizeof *all);
    }
    it->new_count = count;
    it->target_count = target_count;
    it->event_count = has_changes ? wendi_senses_list_changes(senses, observer, NULL) : 0;
}

/* ---- events ---- */

static void put_event(const wend_senses *senses, uint32_t observer, wend_sense_event_kind kind,
                      const wend_perception *perception, wend_sense_event *events, uint32_t *count)
{
    if (events != NULL) {
        events[*count] =
            (wend_sense_event){kind,
                               {observer + 1, senses->observer_slots.generation[observer]},
                               senses->observers[observer].def.user,
                               *perception};
    }
    (*count)++;
}

uint32_t wendi_senses_list_changes(const wend_senses *senses, uint32_t observer,
                                   wend_sense_event *events)
{
    const wendi_sense_observer *it = &senses->observers[observer];
    const wend_perception *before = wendi_senses_kept(senses, observer, it->kept_half);
    const wend_perception *after = wendi_senses_kept(senses, observer, 1 - it->kept_half);
    uint32_t count = 0;
    for (uint32_t i = 0, k = 0; i < it->kept_count || k < it->new_count;) {
        const uint32_t old = i < it->kept_count ? before[i].source.index1 : UINT32_MAX;
        const uint32_t now = k < it->new_count ? after[k].source.index1 : UINT32_MAX;
        const bool is_same =
            old == now && before[i].source.generation == after[k].source.generation;
        if (is_same) {
            if (after[k].is_noticed && !before[i].is_noticed) {
                put_event(senses, observer, WEND_SENSE_NOTICED, &after[k], events, &count);
            }
            i++;
            k++;
        } else if (old <= now) {
            put_event(senses, observer, WEND_SENSE_LOST, &before[i++], events, &count);
        } else {
            put_event(senses, observer, WEND_SENSE_BEGAN, &after[k], events, &count);
            if (after[k].is_noticed) {
                put_event(senses, observer, WEND_SENSE_NOTICED, &after[k], events, &count);
            }
            k++;
        }
    }
    return count;
}
