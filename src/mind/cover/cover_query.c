/* The best spots for an agent among threats.
 * Cost: three to six rays a threat for each candidate, nine for its peek; nothing is allocated. */
#include "mind/cover/cover.h"

#include "base/core/budget.h"
#include "base/math/vec2.h"

#include <math.h>
#include <string.h>

enum {
    QUERY_COOKIE = 0x43565234,
    CANDIDATES = 2 * WEND_COVER_CANDIDATES_MAX,
    WALLS_MOST = 64, /* walls around that are searched on the spot */
    PEEK_STEPS = 4
};

static const uint32_t DANGER_STEPS_MOST = 1024;

static const double LENGTH_LEAST = 1.0 / 64, SIZE_MOST = 65536, RADIUS_MOST = 64,
                    WEIGHT_MOST = 1048576;

wend_cover_query wend_cover_query_default(void)
{
    wend_cover_query query;
    memset(&query, 0, sizeof query);
    query.cookie = QUERY_COOKIE;
    query.max_distance = 20;
    query.max_cost = (double)INFINITY;
    query.max_candidates = 64;
    query.max_found = 32;
    query.is_crouch_allowed = true;
    query.min_separation = 0.5;
    query.distance_weight = 1;
    query.exposure_weight = 20;
    query.danger_weight = 1;
    query.peek_weight = 2;
    query.danger_spacing = 1;
    return query;
}

/* A spot under consideration. */
typedef struct cover_candidate {
    wend_vec2 position, direction, peek_position;
    double score, cost, exposure, danger;
    uint32_t place; /* or NONE */
    uint16_t exposed_to;
    uint8_t peek;
    bool is_crouched;
} cover_candidate;

/* A query under way. */
typedef struct cover_search {
    const wend_cover *cover;
    const wend_cover_query *query;
    wend_budget *budget;
    wend_cover_stats stats;
    double radius, weight_sum;
    uint32_t main_threat;
    cover_candidate list[CANDIDATES];
    uint32_t count;
    bool is_cut; /* the budget is used up */
} cover_search;

/* ---- one candidate ---- */

static bool is_claimed(const cover_search *s, wend_vec2 position)
{
    const wend_cover_query *query = s->query;
    if (query->reservations == NULL) {
        return false;
    }
    wend_claim claim = wend_claim_default();
    claim.kind = query->claim_kind;
    claim.agent = query->agent;
    claim.priority = query->priority;
    claim.is_place = true;
    claim.position = (wend_vec3){position.x, position.y, 0};
    claim.radius = s->radius;
    return !wend_reservations_is_free(query->reservations, &claim);
}

/* True if a place hides by its definition, whatever the rays say. */
static bool is_trusted(const cover_search *s, uint32_t place, wend_vec2 position, wend_vec2 shooter,
                       bool is_crouched)
{
    if (place == WENDI_COVER_NONE) {
        return false;
    }
    const wendi_cover_record *record = &s->cover->records[place];
    if (!(record->trusted_arc > 0) || (record->is_trusted_low && !is_crouched)) {
        return false;
    }
    const wend_vec2 way = wendi_vec2_normalize(wendi_vec2_sub(shooter, position));
    return way.x * record->direction.x + way.y * record->direction.y >= record->trusted_cosine;
}

/* @param exposed_to bits of threats that see a part. @return the mean by weight. */
static double expose(cover_search *s, const cover_candidate *it, bool is_crouched,
                     uint16_t *exposed_to)
{
    double sum = 0;
    *exposed_to = 0;
    for (size_t i = 0; i < s->query->threat_count; i++) {
        const wend_cover_threat *threat = &s->query->threats[i];
        const double distance = wendi_vec2_length(wendi_vec2_sub(threat->position, it->position));
        if (distance > threat->range ||
            is_trusted(s, it->place, it->position, threat->position, is_crouched)) {
            continue;
        }
        const uint32_t visible =
            wendi_cover_visible(s->cover, threat->position, it->position, s->radius, is_crouched);
        s->stats.rays += 3;
        sum += threat->weight * (visible / 3.0);
        *exposed_to = (uint16_t)(*exposed_to | (visible > 0 ? 1u << i : 0));
    }
    return s->weight_sum > 0 ? sum / s->weight_sum : *exposed_to != 0 ? 1 : 0;
}

static double danger_of(const cover_search *s, wend_vec2 to)
{
    const wend_cover_query *query = s->query;
    if (query->danger == NULL) {
        return 0;
    }
    const wend_vec2 way = wendi_vec2_sub(to, query->position);
    const double length = wendi_vec2_length(way), parts = length / query->danger_spacing;
    const uint32_t steps = parts < DANGER_STEPS_MOST ? (uint32_t)parts + 1 : DANGER_STEPS_MOST;
    double sum = 0;
    for (uint32_t i = 0; i < steps; i++) {
        const double at = (i + 0.5) / steps;
        const double danger =
            query->danger(query->user, (wend_vec2){query->position.x + way.x * at,
                                                   query->position.y + way.y * at});
        sum += danger > 0 ? danger : 0; /* NaN is no danger */
    }
    return sum * (length / steps);
}

/* Steps to one side until the shot is clear. */
static bool peek_to(cover_search *s, cover_candidate *it, wend_vec2 side, wend_vec2 target)
{
    for (int i = 1; i <= PEEK_STEPS; i++) {
        const double step = s->cover->def.peek_distance * i / (double)PEEK_STEPS;
        const wend_vec2 at = {it->position.x + side.x * step, it->position.y + side.y * step};
        if (!wendi_cover_stands(s->cover, at, s->radius, true) ||
            !wend_walls_can_walk(s->cover->def.walls, it->position, at, s->radius,
                                 s->cover->def.stops_walk)) {
            return false;
        }
        s->stats.rays++;
        if (wendi_cover_is_clear(s->cover, at, target, false)) {
            it->peek_position = at;
            return true;
        }
    }
    return false;
}

static void find_peek(cover_search *s, cover_candidate *it)
{
    const wend_cover_threat *threat = &s->query->threats[s->main_threat];
    const bool has_direction = !wendi_is_zero(it->direction.x) || !wendi_is_zero(it->direction.y);
    /* Along the wall, which a step across the way to the threat may run into. */
    const wend_vec2 ahead =
        has_direction ? it->direction
                      : wendi_vec2_normalize(wendi_vec2_sub(threat->position, it->position));
    const wend_vec2 left = {0.0 - ahead.y, ahead.x}, right = {ahead.y, 0.0 - ahead.x};
    it->peek = WEND_COVER_PEEK_NONE;
    it->peek_position = it->position;
    if (it->is_crouched) {
        s->stats.rays++;
        if (wendi_cover_is_clear(s->cover, it->position, threat->position, false)) {
            it->peek = WEND_COVER_PEEK_UP;
            return;
        }
    }
    if (s->cover->def.peek_distance > 0) {
        it->peek = peek_to(s, it, left, threat->position)    ? WEND_COVER_PEEK_LEFT
                   : peek_to(s, it, right, threat->position) ? WEND_COVER_PEEK_RIGHT
                                                             : WEND_COVER_PEEK_NONE;
    }
}

/* Tests a candidate, and keeps it if it is cover. @return false: the budget is used up. */
static bool consider(cover_search *s, wend_vec2 position, wend_vec2 direction, uint32_t place)
{
    const wend_cover_query *query = s->query;
    if (wendi_budget_grant(s->budget, 1) == 0) {
        s->is_cut = true;
        return false;
    }
    wendi_budget_spend(s->budget, 1);
    cover_candidate *it = &s->list[s->count];
    *it = (cover_candidate){.position = position, .direction = direction, .place = place};
    if (!wendi_cover_stands(s->cover, position, s->radius, true)) {
        return true;
    }
    it->exposure = expose(s, it, false, &it->exposed_to);
    if (it->exposure > query->max_exposure && query->is_crouch_allowed) {
        it->is_crouched = true;
        it->exposure = expose(s, it, true, &it->exposed_to);
    }
    if (it->exposure > query->max_exposure) {
        return true;
    }
    s->stats.hidden++;
    it->cost = query->cost != NULL ? query->cost(query->user, query->position, position)
                                   : wendi_vec2_length(wendi_vec2_sub(position, query->position));
    if (!(it->cost <= query->max_cost) || !(it->cost < (double)INFINITY)) {
        return true;
    }
    it->danger = danger_of(s, position);
    find_peek(s, it);
    it->score = query->distance_weight * it->cost + query->exposure_weight * it->exposure +
                query->danger_weight * it->danger -
                (it->peek != WEND_COVER_PEEK_NONE ? query->peek_weight : 0);
    s->count++;
    return true;
}

/* ---- candidates ---- */

static bool is_free_place(void *user, uint64_t agent, wend_item_id item)
{
    const cover_search *s = user;
    wend_item place;
    (void)agent;
    return wend_items_get(s->cover->places, item, &place) == WEND_OK &&
           !is_claimed(s, s->cover->records[place.user].position);
}

static void consider_places(cover_search *s)
{
    wend_item_id ids[WEND_COVER_CANDIDATES_MAX];
    wend_items_query query = wend_items_query_default();
    query.max_distance = s->query->max_distance;
    query.is_item = s->query->reservations != NULL ? is_free_place : NULL;
    query.user = s;
    const wend_vec3 at = {s->query->position.x, s->query->position.y, 0};
    const size_t count =
        wend_items_nearest_many(s->cover->places, at, &query, ids, s->query->max_candidates);
    for (size_t i = 0; i < count; i++) {
        wend_item item;
        (void)wend_items_get(s->cover->places, ids[i], &item);
        const uint32_t place = (uint32_t)item.user;
        const wendi_cover_record *record = &s->cover->records[place];
        s->stats.places_tested++;
        if (!consider(s, record->position, record->direction, place)) {
            s->stats.places_tested--;
            return;
        }
    }
}

/* One found on the spot. @return false: no more of them. */
static bool consider_found(cover_search *s, wend_vec2 position, wend_vec2 direction)
{
    const double distance = wendi_vec2_length(wendi_vec2_sub(position, s->query->position));
    if (s->stats.found_tested == s->query->max_found) {
        return false;
    }
    if (!(distance <= s->query->max_distance) || is_claimed(s, position)) {
        return true;
    }
    const bool goes_on = consider(s, position, direction, WENDI_COVER_NONE);
    s->stats.found_tested += goes_on ? 1 : 0;
    return goes_on;
}

/* The distance from an obstacle's centre to its farthest point in a direction. */
static double support(const wendi_cover_solid *solid, wend_vec2 direction)
{
    if (wendi_is_zero(solid->half_size.x) && wendi_is_zero(solid->half_size.y)) {
        return solid->radius;
    }
    return fabs(direction.x * solid->heading.x + direction.y * solid->heading.y) *
               solid->half_size.x +
           fabs(direction.y * solid->heading.x - direction.x * solid->heading.y) *
               solid->half_size.y;
}

/* Behind each obstacle around, on the line from the main threat through its centre. */
static void consider_obstacles(cover_search *s)
{
    wend_item_id ids[WEND_COVER_CANDIDATES_MAX];
    wend_items_query query = wend_items_query_default();
    query.max_distance = s->query->max_distance;
    const wend_vec3 at = {s->query->position.x, s->query->position.y, 0};
    const wend_vec2 threat = s->query->threats[s->main_threat].position;
    const size_t count =
        wend_items_nearest_many(s->cover->solid_places, at, &query, ids, s->query->max_found);
    for (size_t i = 0; i < count && !s->is_cut; i++) {
        wend_item item;
        (void)wend_items_get(s->cover->solid_places, ids[i], &item);
        const wendi_cover_solid *solid = &s->cover->solid_records[item.user];
        const wend_vec2 away = wendi_vec2_normalize(wendi_vec2_sub(solid->position, threat));
        const double distance = support(solid, away) + s->radius + s->cover->def.gap;
        const wend_vec2 position = {solid->position.x + away.x * distance,
                                    solid->position.y + away.y * distance};
        if (!consider_found(s, position, (wend_vec2){0.0 - away.x, 0.0 - away.y})) {
            return;
        }
    }
}

static bool consider_sample(void *context, uint64_t key, wend_vec2 position, wend_vec2 direction)
{
    (void)key;
    return consider_found(context, position, direction);
}

/* Along the walls around, nearer ones only where there are too many. */
static void consider_walls(cover_search *s)
{
    wend_wall_id ids[WALLS_MOST];
    size_t count = 0;
    double radius = s->query->max_distance;
    const uint32_t stops = s->cover->def.stops | s->cover->def.stops_low;
    while (wend_walls_query_circle(s->cover->def.walls, s->query->position, radius, stops, ids,
                                   WALLS_MOST, &count) == WEND_TRUNCATED &&
           radius > LENGTH_LEAST) {
        radius /= 2;
    }
    for (size_t i = 0; i < count && i < WALLS_MOST && !s->is_cut; i++) {
        wend_wall wall;
        if (s->stats.found_tested < s->query->max_found &&
            wend_walls_get(s->cover->def.walls, ids[i], &wall) == WEND_OK) {
            wendi_cover_samples(s->cover, &wall, s->radius, consider_sample, s);
        }
    }
}

/* ---- the query ---- */

static bool is_from_to(double value, double low, double high)
{
    return value >= low && value <= high;
}

static bool is_sound(const wend_cover_query *query)
{
    if (query == NULL || query->cookie != QUERY_COOKIE || query->threats == NULL ||
        query->threat_count < 1 || query->threat_count > WEND_COVER_THREATS_MAX ||
        wendi_check_vec2(NULL, NULL, NULL, query->position) != WEND_OK ||
        !is_from_to(query->radius, 0, RADIUS_MOST) ||
        !is_from_to(query->max_distance, 0, WEND_COORDINATE_MAX) || !(query->max_cost >= 0) ||
        !is_from_to(query->max_exposure, 0, 1) ||
        query->max_candidates > WEND_COVER_CANDIDATES_MAX ||
        query->max_found > WEND_COVER_CANDIDATES_MAX ||
        !is_from_to(query->min_separation, 0, WEND_COORDINATE_MAX) ||
        !is_from_to(query->distance_weight, 0, WEIGHT_MOST) ||
        !is_from_to(query->exposure_weight, 0, WEIGHT_MOST) ||
        !is_from_to(query->danger_weight, 0, WEIGHT_MOST) ||
        !is_from_to(query->peek_weight, 0, WEIGHT_MOST) ||
        !is_from_to(query->danger_spacing, LENGTH_LEAST, SIZE_MOST)) {
        return false;
    }
    for (size_t i = 0; i < query->threat_count; i++) {
        const wend_cover_threat *threat = &query->threats[i];
        if (wendi_check_vec2(NULL, NULL, NULL, threat->position) != WEND_OK ||
            !is_from_to(threat->weight, 0, WEIGHT_MOST) || !(threat->range >= 0)) {
            return false;
        }
    }
    return true;
}

/* True if a candidate comes before another: less score, then places by index, then the order of
 * consideration. */
static bool is_before(const cover_search *s, uint32_t a, uint32_t b)
{
    const cover_candidate *x = &s->list[a], *y = &s->list[b];
    if (x->score < y->score || x->score > y->score) {
        return x->score < y->score;
    }
    return x->place != y->place ? x->place < y->place : a < b;
}

static wend_cover_spot spot_of(const cover_search *s, const cover_candidate *it)
{
    const bool is_place = it->place != WENDI_COVER_NONE;
    wend_cover_spot spot = {
        .place = is_place ? wend_cover_id_at(s->cover, it->place) : (wend_cover_id){0, 0},
        .origin = WEND_COVER_FOUND,
        .position = it->position,
        .direction = it->direction,
        .radius = s->radius,
        .score = it->score,
        .cost = it->cost,
        .exposure = it->exposure,
        .danger = it->danger,
        .exposed_to = it->exposed_to,
        .is_crouched = it->is_crouched,
        .peek = (wend_cover_peek)it->peek,
        .peek_position = it->peek_position,
    };
    if (is_place) {
        spot.origin = s->cover->records[it->place].wall == WENDI_COVER_NONE ? WEND_COVER_DESIGNED
                                                                            : WEND_COVER_COMPUTED;
    }
    return spot;
}

/* The best in order, each far enough from those before. */
static size_t choose(const cover_search *s, wend_cover_spot *spots, size_t capacity)
{
    uint16_t order[CANDIDATES];
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t at = i;
        for (; at > 0 && is_before(s, i, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = (uint16_t)i;
    }
    size_t count = 0;
    for (uint32_t i = 0; i < s->count && count < capacity; i++) {
        const cover_candidate *it = &s->list[order[i]];
        bool is_apart = true;
        for (size_t k = 0; k < count && is_apart; k++) {
            is_apart = wendi_vec2_length(wendi_vec2_sub(spots[k].position, it->position)) >=
                       s->query->min_separation;
        }
        if (is_apart) {
            spots[count++] = spot_of(s, it);
        }
    }
    return count;
}

wend_result wend_cover_find(const wend_cover *cover, const wend_cover_query *query,
                            wend_budget *budget, wend_cover_spot *spots, size_t capacity,
                            size_t *count, wend_cover_stats *stats)
{
    if (count != NULL) {
        *count = 0;
    }
    if (stats != NULL) {
        memset(stats, 0, sizeof *stats);
    }
    if (cover == NULL || spots == NULL || capacity == 0 || count == NULL || !is_sound(query)) {
        return WEND_ERROR_ARGUMENT;
    }
    cover_search s;
    memset(&s.stats, 0, sizeof s.stats);
    s.cover = cover;
    s.query = query;
    s.budget = budget;
    s.radius = query->radius > 0 ? query->radius : cover->def.radius;
    s.weight_sum = 0;
    s.main_threat = s.count = 0;
    s.is_cut = false;
    for (uint32_t i = 0; i < query->threat_count; i++) {
        s.weight_sum += query->threats[i].weight;
        if (query->threats[i].weight > query->threats[s.main_threat].weight) {
            s.main_threat = i;
        }
    }
    consider_places(&s);
    if (!s.is_cut && query->max_found > 0) {
        consider_obstacles(&s);
        if (!s.is_cut && !wend_cover_is_current(cover)) {
            consider_walls(&s);
        }
    }
    *count = choose(&s, spots, capacity);
    if (stats != NULL) {
        *stats = s.stats;
    }
    return s.is_cut ? WEND_PARTIAL : WEND_OK;
}

wend_claim wend_cover_spot_claim(const wend_cover_spot *spot, uint32_t claim_kind, uint64_t agent)
{
    wend_claim claim = wend_claim_default();
    claim.kind = claim_kind;
    claim.agent = agent;
    if (spot != NULL) {
        claim.is_place = true;
        claim.position = (wend_vec3){spot->position.x, spot->position.y, 0};
        claim.radius = spot->radius;
    }
    return claim;
}
