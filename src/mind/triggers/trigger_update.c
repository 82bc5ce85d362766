/* The update of triggers: agents sorted into cells, areas compared with the last tick, things
 * taken, times, noises.
 * Cost: sorting the agents; then the agents in the cells of what is awake. */
#include "mind/triggers/triggers.h"

#include "base/math/bits.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static const double RADIUS_MOST = 1024, LOUDNESS_MOST = 1000, LN_10 = 0x1.26bb1bbb55516p+1;

/* What an update was given. */
typedef struct trigger_input {
    const wend_trigger_noise *noises;
    size_t noise_count;
    double loudest;
} trigger_input;

/* ---- checks and memory ---- */

static wend_result check_noises(wend_message *m, const char *function,
                                const wend_trigger_noise *noises, size_t count, double *loudest)
{
    *loudest = -LOUDNESS_MOST;
    for (size_t i = 0; i < count; i++) {
        const wend_result result =
            wendi_check_vec3(m, function, "noises.position", noises[i].position);
        if (result != WEND_OK) {
            return result;
        }
        if (!(noises[i].loudness >= -LOUDNESS_MOST && noises[i].loudness <= LOUDNESS_MOST)) {
            return wendi_refuse(m, function, "noises.loudness", noises[i].loudness, -LOUDNESS_MOST,
                                LOUDNESS_MOST);
        }
        *loudest = noises[i].loudness > *loudest ? noises[i].loudness : *loudest;
    }
    return WEND_OK;
}

static bool reserve_agents(wend_triggers *triggers, size_t count)
{
    if (count <= triggers->agent_capacity) {
        return true;
    }
    const size_t twice = 2 * triggers->agent_capacity, capacity = twice < count ? count : twice;
    const wend_allocator *allocator = &triggers->allocator;
    wend_trigger_agent *agents = wendi_alloc_items(allocator, capacity, sizeof *agents);
    wendi_sort_pair *ranks = wendi_alloc_items(allocator, capacity, sizeof *ranks);
    wendi_sort_pair *scratch = wendi_alloc_items(allocator, capacity, sizeof *scratch);
    if (agents == NULL || ranks == NULL || scratch == NULL ||
        !wendi_trigger_cells_reserve(&triggers->agent_cells, capacity, allocator)) {
        wendi_free(allocator, agents, capacity * sizeof *agents);
        wendi_free(allocator, ranks, capacity * sizeof *ranks);
        wendi_free(allocator, scratch, capacity * sizeof *scratch);
        return false;
    }
    wendi_free(allocator, triggers->agents, triggers->agent_capacity * sizeof *triggers->agents);
    wendi_free(allocator, triggers->ranks, triggers->agent_capacity * sizeof *triggers->ranks);
    wendi_free(allocator, triggers->scratch, triggers->agent_capacity * sizeof *triggers->scratch);
    triggers->agents = agents;
    triggers->ranks = ranks;
    triggers->scratch = scratch;
    triggers->agent_capacity = capacity;
    return true;
}

static bool reserve_bodies(wend_triggers *triggers, size_t count)
{
    if (count <= triggers->body_capacity) {
        return true;
    }
    const wend_allocator *allocator = &triggers->allocator;
    wend_trigger_agent *bodies = wendi_alloc_items(allocator, count, sizeof *bodies);
    wend_body_id *ids = wendi_alloc_items(allocator, count, sizeof *ids);
    double *numbers = wendi_alloc_items(allocator, 3 * count, sizeof *numbers);
    if (bodies == NULL || ids == NULL || numbers == NULL) {
        wendi_free(allocator, bodies, count * sizeof *bodies);
        wendi_free(allocator, ids, count * sizeof *ids);
        wendi_free(allocator, numbers, 3 * count * sizeof *numbers);
        return false;
    }
    wendi_free(allocator, triggers->bodies, triggers->body_capacity * sizeof *triggers->bodies);
    wendi_free(allocator, triggers->body_ids, triggers->body_capacity * sizeof *triggers->body_ids);
    wendi_free(allocator, triggers->body_numbers,
               3 * triggers->body_capacity * sizeof *triggers->body_numbers);
    triggers->bodies = bodies;
    triggers->body_ids = ids;
    triggers->body_numbers = numbers;
    triggers->body_capacity = count;
    return true;
}

/* Sorts the agents, of which there are copies in `given`, by number. */
static wend_result sort_agents(wend_triggers *triggers, const char *function,
                               const wend_trigger_agent *given, size_t count)
{
    wend_message *m = &triggers->message;
    triggers->largest_radius = 0;
    for (size_t i = 0; i < count; i++) {
        const wend_result result =
            wendi_check_vec3(m, function, "agents.position", given[i].position);
        if (result != WEND_OK) {
            return result;
        }
        if (!(given[i].radius >= 0 && given[i].radius <= RADIUS_MOST)) {
            return wendi_refuse(m, function, "agents.radius", given[i].radius, 0, RADIUS_MOST);
        }
        triggers->ranks[i] = (wendi_sort_pair){given[i].agent, (uint32_t)i};
        triggers->largest_radius =
            given[i].radius > triggers->largest_radius ? given[i].radius : triggers->largest_radius;
    }
    wendi_sort_pairs(triggers->ranks, triggers->scratch, count);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && triggers->ranks[i].key == triggers->ranks[i - 1].key) {
            return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: agents: two have the number %llu",
                              function, (unsigned long long)triggers->ranks[i].key);
        }
        triggers->agents[i] = given[triggers->ranks[i].value];
    }
    triggers->agent_count = count;
    wendi_trigger_cells_build(&triggers->agent_cells,
                              count > 0 ? &triggers->agents->position : NULL,
                              sizeof *triggers->agents, count, triggers->def.cell_size);
    return WEND_OK;
}

/* ---- areas ---- */

static bool is_in_polygon(const wend_trigger *it, double x, double y)
{
    bool is_inside = false;
    for (size_t i = 0, j = it->point_count - 1; i < it->point_count; j = i++) {
        const wend_vec2 a = it->points[i], b = it->points[j];
        if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) {
            is_inside = !is_inside;
        }
    }
    return is_inside;
}

static bool is_in_area(const wend_trigger *it, wend_vec3 position)
{
    const double x = position.x - it->position.x, y = position.y - it->position.y;
    if (!(fabs(position.z - it->position.z) <= it->height)) {
        return false;
    }
    if (it->point_count > 0) {
        return is_in_polygon(it, position.x, position.y);
    }
    if (it->half_size.x > 0 || it->half_size.y > 0) {
        return fabs(x) <= it->half_size.x && fabs(y) <= it->half_size.y;
    }
    return x * x + y * y <= it->radius * it->radius;
}

static void bounds_of(const wend_trigger *it, wend_vec2 *low, wend_vec2 *high)
{
    if (it->point_count > 0) {
        *low = *high = it->points[0];
        for (size_t i = 1; i < it->point_count; i++) {
            const wend_vec2 point = it->points[i];
            low->x = point.x < low->x ? point.x : low->x;
            low->y = point.y < low->y ? point.y : low->y;
            high->x = point.x > high->x ? point.x : high->x;
            high->y = point.y > high->y ? point.y : high->y;
        }
        return;
    }
    const bool is_box = it->half_size.x > 0 || it->half_size.y > 0;
    const double x = is_box ? it->half_size.x : it->radius;
    const double y = is_box ? it->half_size.y : it->radius;
    *low = (wend_vec2){it->position.x - x, it->position.y - y};
    *high = (wend_vec2){it->position.x + x, it->position.y + y};
}

static bool is_awake_at(const wendi_trigger_record *record, uint64_t tick)
{
    return !record->is_asleep ||
           (record->wake_tick <= tick && record->wake_tick != WEND_TRIGGER_FOREVER);
}

/* Lists the agents in each area that is awake at this tick. @return false without memory. */
static bool find_inside(wend_triggers *triggers, uint64_t tick)
{
    wendi_trigger_pairs *coming = &triggers->coming;
    coming->count = 0;
    for (uint32_t i = 0; i < triggers->slots.limit; i++) {
        const wendi_trigger_record *record = &triggers->records[i];
        if (!wendi_slots_is_used(&triggers->slots, i) || record->def.kind != WEND_TRIGGER_AREA ||
            !is_awake_at(record, tick)) {
            continue;
        }
        wend_vec2 low, high;
        uint32_t rank;
        size_t found = 0;
        bounds_of(&record->def, &low, &high);
        wendi_trigger_walk walk = wendi_trigger_cells_walk(&triggers->agent_cells, low, high);
        while (wendi_trigger_walk_next(&walk, &rank)) {
            if (is_in_area(&record->def, triggers->agents[rank].position)) {
                triggers->ranks[found++] = (wendi_sort_pair){rank, 0};
            }
        }
        wendi_sort_pairs(triggers->ranks, triggers->scratch, found);
        if (!wendi_trigger_pairs_reserve(coming, coming->count + found, &triggers->allocator)) {
            return false;
        }
        for (size_t k = 0; k < found; k++) {
            coming->items[coming->count++] =
                (wendi_trigger_pair){triggers->agents[triggers->ranks[k].key].agent, i};
        }
    }
    return true;
}

/* ---- events ---- */

static wend_trigger_event *add_event(wend_triggers *triggers, uint32_t index,
                                     wend_trigger_event_type type, uint64_t agent)
{
    const wend_trigger *it = &triggers->records[index].def;
    wend_trigger_event *event = &triggers->events[triggers->event_count++];
    *event = (wend_trigger_event){.type = type,
                                  .trigger = wend_triggers_id_at(triggers, index),
                                  .agent = agent,
                                  .tag = it->tag,
                                  .amount = it->amount,
                                  .user = it->user,
                                  .count = 1};
    return event;
}

/* Puts a trigger that fired to sleep, if it sleeps. */
static void sleep_now(wend_triggers *triggers, wendi_trigger_record *record, uint64_t ticks)
{
    if (ticks > 0) {
        record->is_asleep = true;
        record->wake_tick =
            ticks > UINT64_MAX - triggers->tick ? WEND_TRIGGER_FOREVER : triggers->tick + ticks;
        wendi_trigger_tell_item(triggers, record);
    }
}

/* Compares the agents that were and are in an area, by number. */
static void compare_area(wend_triggers *triggers, uint32_t index, size_t *old, size_t *now)
{
    const wendi_trigger_pairs *inside = &triggers->inside, *coming = &triggers->coming;
    wendi_trigger_record *record = &triggers->records[index];
    bool has_entered = false;
    for (;;) {
        const bool has_old = *old < inside->count && inside->items[*old].trigger == index;
        const bool has_now = *now < coming->count && coming->items[*now].trigger == index;
        if (!has_old && !has_now) {
            break;
        }
        const uint64_t was = has_old ? inside->items[*old].agent : UINT64_MAX;
        const uint64_t is = has_now ? coming->items[*now].agent : UINT64_MAX;
        if (has_old && has_now && was == is) {
            if (record->def.is_stay_reported) {
                (void)add_event(triggers, index, WEND_TRIGGER_STAYED, was);
            }
            ++*old;
            ++*now;
        } else if (has_old && (!has_now || was < is)) {
            (void)add_event(triggers, index, WEND_TRIGGER_LEFT, was);
            ++*old;
        } else {
            (void)add_event(triggers, index, WEND_TRIGGER_ENTERED, is);
            has_entered = true;
            ++*now;
        }
    }
    if (has_entered) {
        sleep_now(triggers, record, record->def.sleep_ticks);
    }
}

/* ---- things ---- */

static bool touches(const wend_trigger *it, wend_vec3 position, const wend_trigger_agent *agent,
                    double *square)
{
    const double x = agent->position.x - position.x, y = agent->position.y - position.y;
    const double sum = it->radius + agent->radius;
    *square = x * x + y * y;
    return *square <= sum * sum && fabs(agent->position.z - position.z) <= it->height;
}

/* The agent of a number, or NULL. */
static const wend_trigger_agent *find_agent(const wend_triggers *triggers, uint64_t number)
{
    size_t low = 0, high = triggers->agent_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (triggers->agents[middle].agent < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < triggers->agent_count && triggers->agents[low].agent == number
               ? &triggers->agents[low]
               : NULL;
}

static void take(wend_triggers *triggers, uint32_t index)
{
    wendi_trigger_record *record = &triggers->records[index];
    const wend_trigger *it = &record->def;
    wend_vec3 position;
    double square;
    if (!wendi_trigger_position(triggers, record, &position)) {
        return;
    }
    if (record->is_held) {
        const wend_trigger_agent *last = find_agent(triggers, record->last_agent);
        record->is_held = last != NULL && touches(it, position, last, &square);
    }
    if (record->is_asleep) {
        return;
    }
    const double reach = it->radius + triggers->largest_radius;
    wendi_trigger_walk walk = wendi_trigger_cells_walk(
        &triggers->agent_cells, (wend_vec2){position.x - reach, position.y - reach},
        (wend_vec2){position.x + reach, position.y + reach});
    uint32_t rank;
    size_t found = 0;
    while (wendi_trigger_walk_next(&walk, &rank)) {
        if (touches(it, position, &triggers->agents[rank], &square)) {
            triggers->ranks[found++] = (wendi_sort_pair){rank, rank};
        }
    }
    /* By number first, then by distance: a stable sort leaves equal ones by number. */
    wendi_sort_pairs(triggers->ranks, triggers->scratch, found);
    for (size_t i = 0; i < found; i++) {
        (void)touches(it, position, &triggers->agents[triggers->ranks[i].value], &square);
        triggers->ranks[i].key = wendi_f64_sort_key(square);
    }
    wendi_sort_pairs(triggers->ranks, triggers->scratch, found);
    for (size_t i = 0; i < found; i++) {
        const uint64_t agent = triggers->agents[triggers->ranks[i].value].agent;
        if (record->is_held && record->last_agent == agent && !it->is_repeated) {
            continue;
        }
        if (triggers->def.accept == NULL ||
            triggers->def.accept(triggers->def.user, triggers, wend_triggers_id_at(triggers, index),
                                 agent)) {
            (void)add_event(triggers, index, WEND_TRIGGER_TAKEN, agent);
            record->last_agent = agent;
            record->has_taker = record->is_held = true;
            sleep_now(triggers, record, it->sleep_ticks);
            return;
        }
    }
}

/* ---- times ---- */

static void reach_time(wend_triggers *triggers, uint32_t index)
{
    wendi_trigger_record *record = &triggers->records[index];
    const uint64_t period = record->def.period, tick = triggers->tick;
    if (record->next_tick > tick) {
        return;
    }
    wend_trigger_event *event = add_event(triggers, index, WEND_TRIGGER_TIMED, 0);
    if (period == 0) {
        sleep_now(triggers, record, WEND_TRIGGER_FOREVER);
        return;
    }
    event->count = (tick - record->next_tick) / period + 1;
    const uint64_t step = event->count * period; /* no more than the period beyond the tick */
    if (record->next_tick > UINT64_MAX - step || step < period) {
        sleep_now(triggers, record, WEND_TRIGGER_FOREVER);
    } else {
        record->next_tick += step;
    }
}

/* ---- noises ---- */

static double level_of(const wend_triggers *triggers, const wend_trigger_noise *noise,
                       wend_vec3 position)
{
    if (triggers->def.level != NULL) {
        return triggers->def.level(triggers->def.user, noise, position);
    }
    const double x = noise->position.x - position.x, y = noise->position.y - position.y;
    const double z = noise->position.z - position.z, square = x * x + y * y + z * z;
    return square > 1 ? noise->loudness - 10 * wend_log(square) / LN_10 : noise->loudness;
}

static void hear(wend_triggers *triggers, uint32_t index, const trigger_input *input)
{
    wendi_trigger_record *record = &triggers->records[index];
    const double threshold = record->def.loudness;
    const wend_vec3 at = record->def.position;
    double reach = 2 * WEND_COORDINATE_MAX;
    if (triggers->def.level == NULL) {
        if (input->noise_count == 0 || input->loudest < threshold) {
            return;
        }
        /* A little more than the distance at which the loudest falls to the threshold. */
        const double distance = wend_exp((input->loudest - threshold) * LN_10 / 20) * 1.001 + 1;
        reach = distance < reach ? distance : reach;
    }
    wendi_trigger_walk walk =
        wendi_trigger_cells_walk(&triggers->noise_cells, (wend_vec2){at.x - reach, at.y - reach},
                                 (wend_vec2){at.x + reach, at.y + reach});
    uint32_t noise;
    size_t best = SIZE_MAX;
    double best_level = 0;
    while (wendi_trigger_walk_next(&walk, &noise)) {
        const double level = level_of(triggers, &input->noises[noise], at);
        if (level >= threshold &&
            (best == SIZE_MAX || level > best_level || (level >= best_level && noise < best))) {
            best = noise;
            best_level = level;
        }
    }
    if (best != SIZE_MAX) {
        wend_trigger_event *event =
            add_event(triggers, index, WEND_TRIGGER_HEARD, input->noises[best].agent);
        event->user = input->noises[best].user;
        event->level = best_level;
        sleep_now(triggers, record, record->def.sleep_ticks);
    }
}

/* ---- the update ---- */

/* Fires all triggers, by index. Nothing here can fail. */
static void fire(wend_triggers *triggers, const trigger_input *input)
{
    size_t old = 0, now = 0;
    for (uint32_t i = 0; i < triggers->slots.limit; i++) {
        wendi_trigger_record *record = &triggers->records[i];
        if (!wendi_slots_is_used(&triggers->slots, i)) {
            continue;
        }
        if (record->is_asleep && is_awake_at(record, triggers->tick)) {
            record->is_asleep = false;
            record->wake_tick = 0;
            wendi_trigger_tell_item(triggers, record);
            (void)add_event(triggers, i, WEND_TRIGGER_WOKE, 0);
        }
        switch (record->def.kind) {
        case WEND_TRIGGER_TAKE:
            take(triggers, i);
            break;
        case WEND_TRIGGER_AREA:
            compare_area(triggers, i, &old, &now);
            break;
        case WEND_TRIGGER_TIME:
            if (!record->is_asleep) {
                reach_time(triggers, i);
            }
            break;
        case WEND_TRIGGER_SOUND:
            if (!record->is_asleep) {
                hear(triggers, i, input);
            }
            break;
        default:
            break;
        }
    }
}

static wend_result run(wend_triggers *triggers, const char *function, uint64_t tick,
                       const wend_trigger_agent *agents, size_t agent_count,
                       const trigger_input *input)
{
    const wend_result result = sort_agents(triggers, function, agents, agent_count);
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_trigger_cells_reserve(&triggers->noise_cells, input->noise_count,
                                     &triggers->allocator) ||
        !find_inside(triggers, tick) ||
        !wendi_triggers_reserve_events(triggers, 2 * (size_t)triggers->slots.count +
                                                     triggers->inside.count +
                                                     triggers->coming.count)) {
        return wendi_fail_plain(&triggers->message, function, WEND_ERROR_MEMORY);
    }
    wendi_trigger_cells_build(&triggers->noise_cells,
                              input->noise_count > 0 ? &input->noises->position : NULL,
                              sizeof *input->noises, input->noise_count, triggers->def.cell_size);
    triggers->tick = tick;
    triggers->event_count = 0;
    triggers->is_updating = true;
    fire(triggers, input);
    triggers->is_updating = false;
    const wendi_trigger_pairs old = triggers->inside;
    triggers->inside = triggers->coming;
    triggers->coming = old;
    return WEND_OK;
}

/* Checks that come before agents are looked at. */
static wend_result begin(wend_triggers *triggers, const char *function, uint64_t tick,
                         trigger_input *input)
{
    if (triggers->is_updating) {
        return wendi_fail_plain(&triggers->message, function, WEND_ERROR_BUSY);
    }
    if (tick < triggers->tick) {
        return wendi_refuse(&triggers->message, function, "tick", (double)tick,
                            (double)triggers->tick, (double)UINT64_MAX);
    }
    if (input->noises == NULL && input->noise_count > 0) {
        return wendi_refuse_null(&triggers->message, function, "noises");
    }
    if (input->noise_count > WEND_TRIGGER_AGENTS_MAX) {
        return wendi_refuse(&triggers->message, function, "noise_count", (double)input->noise_count,
                            0, WEND_TRIGGER_AGENTS_MAX);
    }
    return check_noises(&triggers->message, function, input->noises, input->noise_count,
                        &input->loudest);
}

wend_result wend_triggers_update(wend_triggers *triggers, uint64_t tick,
                                 const wend_trigger_agent *agents, size_t agent_count,
                                 const wend_trigger_noise *noises, size_t noise_count)
{
    static const char function[] = "wend_triggers_update";
    trigger_input input = {noises, noise_count, 0};
    if (triggers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = begin(triggers, function, tick, &input);
    if (result != WEND_OK) {
        return result;
    }
    if (agents == NULL && agent_count > 0) {
        return wendi_refuse_null(&triggers->message, function, "agents");
    }
    if (agent_count > WEND_TRIGGER_AGENTS_MAX) {
        return wendi_refuse(&triggers->message, function, "agent_count", (double)agent_count, 0,
                            WEND_TRIGGER_AGENTS_MAX);
    }
    if (!reserve_agents(triggers, agent_count)) {
        return wendi_fail_plain(&triggers->message, function, WEND_ERROR_MEMORY);
    }
    return run(triggers, function, tick, agents, agent_count, &input);
}

wend_result wend_triggers_update_crowd(wend_triggers *triggers, uint64_t tick,
                                       const wend_crowd *crowd, const double *floor_heights,
                                       uint32_t floor_count, const wend_trigger_noise *noises,
                                       size_t noise_count)
{
    static const char function[] = "wend_triggers_update_crowd";
    trigger_input input = {noises, noise_count, 0};
    if (triggers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (crowd == NULL) {
        return wendi_refuse_null(&triggers->message, function, "crowd");
    }
    const uint32_t floors = floor_heights == NULL ? 0 : floor_count;
    for (uint32_t i = 0; i < floors; i++) {
        if (!(floor_heights[i] >= -WEND_COORDINATE_MAX &&
              floor_heights[i] <= WEND_COORDINATE_MAX)) {
            return wendi_refuse(&triggers->message, function, "floor_heights", floor_heights[i],
                                -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX);
        }
    }
    const wend_result result = begin(triggers, function, tick, &input);
    if (result != WEND_OK) {
        return result;
    }
    const size_t count = wend_crowd_body_count(crowd);
    if (!reserve_bodies(triggers, count) || !reserve_agents(triggers, count)) {
        return wendi_fail_plain(&triggers->message, function, WEND_ERROR_MEMORY);
    }
    const size_t capacity = triggers->body_capacity;
    double *x = triggers->body_numbers, *y = count == 0 ? NULL : x + capacity;
    double *radius = count == 0 ? NULL : x + 2 * capacity;
    (void)wend_crowd_get_bodies(crowd, count, triggers->body_ids, x, y, NULL, radius, NULL);
    for (size_t i = 0; i < count; i++) {
        const wend_body_id id = triggers->body_ids[i];
        wend_body body;
        const bool has_height =
            floors > 0 && wend_crowd_get_body(crowd, id, &body) == WEND_OK && body.floor < floors;
        triggers->bodies[i] =
            (wend_trigger_agent){(uint64_t)id.generation << 32 | id.index1,
                                 {x[i], y[i], has_height ? floor_heights[body.floor] + 0.0 : 0},
                                 radius[i]};
    }
    return run(triggers, function, tick, triggers->bodies, count, &input);
}
