/* Draws senses: cones, lines to what is seen, sources, noises, lamps.
 * Cost: linear in what is drawn. */
#include "mind/senses/store.h"

#include "wend/draw.h"

enum { ARC_STEPS = 24 };

static void draw_cone(const wend_draw *draw, const wend_observer *observer, double range,
                      double angle, double value)
{
    wend_vec2 outline[ARC_STEPS + 2];
    const wend_vec2 centre = {observer->position.x, observer->position.y};
    if (!(range > 0) || draw->polygon == NULL) {
        return;
    }
    for (int i = 0; i <= ARC_STEPS; i++) {
        const double at = observer->heading + angle * ((double)i / (double)ARC_STEPS - 0.5);
        outline[i] = (wend_vec2){centre.x + range * wend_cos(at), centre.y + range * wend_sin(at)};
    }
    outline[ARC_STEPS + 1] = centre;
    draw->polygon(draw->context, outline, ARC_STEPS + 2, WEND_MEANING_VIEW_CONE, value);
}

static void draw_perceptions(const wend_senses *senses, uint32_t observer, uint32_t show,
                             const wend_draw *draw)
{
    const wendi_sense_observer *it = &senses->observers[observer];
    const wend_vec2 from = {it->def.position.x, it->def.position.y};
    const wend_perception *kept = wendi_senses_kept(senses, observer, it->kept_half);
    for (uint32_t i = 0; i < it->kept_count; i++) {
        if ((show & WEND_SENSES_SHOW_RAYS) != 0 && kept[i].is_perceived && draw->line != NULL) {
            draw->line(draw->context, from, (wend_vec2){kept[i].position.x, kept[i].position.y},
                       WEND_MEANING_VIEW_CONE, kept[i].certainty);
        }
    }
    uint32_t other = wendi_senses_first_other(senses, observer);
    for (; other < senses->other_count && senses->others[other].observer == observer; other++) {
        const wend_perception *p = &senses->others[other].perception;
        const wend_vec2 at = {p->position.x, p->position.y};
        if ((show & WEND_SENSES_SHOW_NOISES) == 0 || p->sense != WEND_SENSE_HEARING) {
            continue;
        }
        if (draw->circle != NULL) {
            draw->circle(draw->context, at, 0, WEND_MEANING_NOTE, p->strength);
        }
        if (draw->line != NULL) {
            draw->line(draw->context, at, from, WEND_MEANING_NOTE, p->certainty);
        }
    }
}

static void draw_observer(const wend_senses *senses, uint32_t observer, uint32_t show,
                          const wend_draw *draw)
{
    const wend_observer *it = &senses->observers[observer].def;
    const wend_sense_profile *profile = &senses->profiles[it->profile].def;
    if ((show & WEND_SENSES_SHOW_CONES) != 0) {
        draw_cone(draw, it, profile->peripheral_range, profile->peripheral_angle, 0);
        draw_cone(draw, it, profile->sight_range, profile->sight_angle, 1);
    }
    draw_perceptions(senses, observer, show, draw);
}

wend_result wend_senses_draw_observer(const wend_senses *senses, wend_observer_id id, uint32_t show,
                                      const wend_draw *draw)
{
    if (senses == NULL || draw == NULL || (show & ~(uint32_t)WEND_SENSES_SHOW_ALL) != 0) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_slots_has(&senses->observer_slots, id.index1, id.generation)) {
        return WEND_ERROR_STALE;
    }
    draw_observer(senses, id.index1 - 1, show, draw);
    return WEND_OK;
}

wend_result wend_senses_draw(const wend_senses *senses, uint32_t show, const wend_draw *draw)
{
    if (senses == NULL || draw == NULL || (show & ~(uint32_t)WEND_SENSES_SHOW_ALL) != 0) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < senses->lamp_slots.limit; i++) {
        const wend_lamp *lamp = &senses->lamps[i];
        if ((show & WEND_SENSES_SHOW_LAMPS) != 0 && draw->circle != NULL && lamp->is_on &&
            wendi_slots_is_used(&senses->lamp_slots, i)) {
            draw->circle(draw->context, (wend_vec2){lamp->position.x, lamp->position.y},
                         lamp->radius, WEND_MEANING_REACH, lamp->strength);
        }
    }
    for (uint32_t i = 0; i < senses->observer_slots.limit; i++) {
        if (wendi_slots_is_used(&senses->observer_slots, i)) {
            draw_observer(senses, i, show, draw);
        }
    }
    for (uint32_t i = 0; i < senses->source_slots.limit; i++) {
        const wend_source *source = &senses->sources[i].def;
        if ((show & WEND_SENSES_SHOW_SOURCES) != 0 && draw->circle != NULL && source->is_active &&
            wendi_slots_is_used(&senses->source_slots, i)) {
            draw->circle(draw->context, (wend_vec2){source->position.x, source->position.y},
                         source->radius, WEND_MEANING_ITEM, source->tag);
        }
    }
    return WEND_OK;
}
