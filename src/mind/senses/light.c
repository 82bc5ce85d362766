/* Light at positions and on sources: ambient, own, and from lamps that walls do not hide.
 * Cost: the lamps in reach, a ray for each. */
#include "mind/senses/store.h"

#include "base/math/clamp.h"

static double light_of(const wend_senses *senses, const wend_lamp *lamp, wend_vec3 position)
{
    const double x = position.x - lamp->position.x, y = position.y - lamp->position.y;
    const double z = position.z - lamp->position.z;
    const double part = (x * x + y * y + z * z) / (lamp->radius * lamp->radius);
    if (!lamp->is_on || !(part < 1)) {
        return 0;
    }
    if (senses->walls != NULL) {
        const wendi_wall_fan fan = wendi_wall_fan_make(senses->walls, wendi_senses_cells(senses),
                                                       lamp->position, lamp->stops, lamp->stops);
        uint32_t visible[2];
        wendi_wall_fan_cast(&fan, &position, 1, visible, NULL);
        if (visible[0] == 0) {
            return 0;
        }
    }
    return lamp->strength * (1 - part);
}

/* Additions in the order of lamps, whatever the index. */
typedef struct near_lamps {
    uint32_t numbers[64];
    uint32_t count;
} near_lamps;

/* Lamps near a position by index; false when there are too many. */
static bool find_near(const wend_senses *senses, wend_vec3 position, near_lamps *near)
{
    const double reach = senses->lamp_radius;
    wendi_sense_runs runs = wendi_sense_runs_make(
        &senses->lamp_index, (wend_vec2){position.x - reach, position.y - reach},
        (wend_vec2){position.x + reach, position.y + reach});
    for (uint32_t begin, end; wendi_sense_runs_next(&runs, &begin, &end);) {
        for (uint32_t i = begin; i < end; i++) {
            const wendi_sense_entry *entry = &senses->lamp_index.entries[i];
            const double x = entry->x - position.x, y = entry->y - position.y;
            if (x * x + y * y > reach * reach) {
                continue;
            }
            const uint32_t number = entry->number;
            uint32_t at = near->count++;
            if (at == sizeof near->numbers / sizeof *near->numbers) {
                return false;
            }
            for (; at > 0 && near->numbers[at - 1] > number; at--) {
                near->numbers[at] = near->numbers[at - 1];
            }
            near->numbers[at] = number;
        }
    }
    return true;
}

double wendi_senses_light(const wend_senses *senses, wend_vec3 position, double own_light,
                          bool uses_index)
{
    double light = senses->ambient + own_light;
    near_lamps near = {.count = 0};
    if (senses->lamp_slots.count == 0 || light >= 1) {
        return wendi_min(light, 1);
    }
    if (uses_index && find_near(senses, position, &near)) {
        for (uint32_t i = 0; i < near.count && light < 1; i++) {
            light += light_of(senses, &senses->lamps[near.numbers[i]], position);
        }
        return wendi_min(light, 1);
    }
    for (uint32_t i = 0; i < senses->lamp_slots.limit && light < 1; i++) {
        if (wendi_slots_is_used(&senses->lamp_slots, i)) {
            light += light_of(senses, &senses->lamps[i], position);
        }
    }
    return wendi_min(light, 1);
}

void wendi_senses_light_source(wend_senses *senses, uint32_t source)
{
    wendi_sense_source *it = &senses->sources[source];
    const wend_vec3 centre = {it->def.position.x, it->def.position.y,
                              it->def.position.z + 0.5 * it->def.height};
    it->light = wendi_senses_light(senses, centre, it->def.light, true);
    it->is_lit = true;
}

double wend_senses_light_at(const wend_senses *senses, wend_vec3 position)
{
    const bool is_valid = senses != NULL && position.x >= -WEND_COORDINATE_MAX &&
                          position.x <= WEND_COORDINATE_MAX && position.y >= -WEND_COORDINATE_MAX &&
                          position.y <= WEND_COORDINATE_MAX && position.z >= -WEND_COORDINATE_MAX &&
                          position.z <= WEND_COORDINATE_MAX;
    return is_valid ? wendi_senses_light(senses, position, 0, false) : 0;
}
