/* Steps of sequences: what an agent's present step becomes in a tick.
 * Cost: the conditions of the steps that are passed; no more steps than the sequence has are passed at
 * once, so a circle of steps that are done at once does not hold an update up. */
#include "mind/decide/rules.h"

#include <string.h>

void wendi_rule_sequence_end(wend_rules *rules, uint32_t agent, uint32_t sequence,
                             wend_sequence_outcome outcome, bool keeps)
{
    wend_rules_place *place = &wendi_rules_places_of(rules, agent)[sequence];
    if (!keeps) {
        memset(place, 0, sizeof *place);
    }
    place->has_started = false;
    place->started_tick = 0;
    place->outcome = outcome;
    rules->agents.states[agent].is_step_done = false;
}

/* Behind a step: the next one, and behind the last the next round. */
static wend_sequence_outcome pass(const wendi_rule_sequence *sequence, wend_rules_place *place)
{
    place->step_rounds = 0;
    if (++place->step < sequence->steps.count) {
        return WEND_SEQUENCE_NONE;
    }
    place->step = 0;
    place->rounds += place->rounds < UINT32_MAX - 1 ? 1 : 0;
    return sequence->repeat != WEND_RULES_ENDLESS && place->rounds >= sequence->repeat
               ? WEND_SEQUENCE_COMPLETE
               : WEND_SEQUENCE_NONE;
}

static wend_sequence_outcome follow(const wendi_rule_sequence *sequence, wend_rules_place *place,
                                    wend_step_way way, uint32_t step)
{
    place->has_started = false;
    place->started_tick = 0;
    if (way == WEND_STEP_ABORT) {
        return WEND_SEQUENCE_ABORTED;
    }
    if (way == WEND_STEP_NEXT) {
        return pass(sequence, place);
    }
    place->step = step;
    place->step_rounds = 0;
    return WEND_SEQUENCE_NONE;
}

/* Whether the step that started is done; a call of the user counts once. */
static bool is_done(wendi_rule_judge *judge, const wendi_rule_step *step, uint64_t elapsed)
{
    wendi_rule_agent *state = &judge->rules->agents.states[judge->agent];
    if (state->is_step_done) {
        state->is_step_done = false;
        return true;
    }
    if (step->ends.count == 0 && step->ticks_least == 0) {
        return false;
    }
    return elapsed >= step->ticks_least &&
           wendi_rule_conditions_hold(judge, step->ends, false, NULL);
}

wend_sequence_outcome wendi_rule_sequence_advance(wendi_rule_judge *judge, uint32_t index)
{
    const wendi_rule_set *set = &judge->rules->set;
    const wendi_rule_sequence *sequence = &set->sequences[index];
    wend_rules_place *place = &wendi_rules_places_of(judge->rules, judge->agent)[index];
    if (sequence->aborts.count > 0 &&
        wendi_rule_conditions_hold(judge, sequence->aborts, false, NULL)) {
        return WEND_SEQUENCE_ABORTED;
    }
    wend_sequence_outcome outcome = WEND_SEQUENCE_NONE;
    for (uint32_t passed = 0; passed <= sequence->steps.count && outcome == WEND_SEQUENCE_NONE;
         passed++) {
        const wendi_rule_step *step = &set->steps[sequence->steps.first + place->step];
        if (!place->has_started) {
            if (!wendi_rule_conditions_hold(judge, step->starts, false, NULL)) {
                if (step->otherwise == WEND_STEP_WAIT) {
                    return WEND_SEQUENCE_NONE;
                }
                outcome = follow(sequence, place, step->otherwise, step->otherwise_step);
                continue;
            }
            place->has_started = true;
            place->started_tick = judge->tick;
        }
        const uint64_t elapsed = judge->tick - place->started_tick;
        if (is_done(judge, step, elapsed)) {
            place->has_started = false;
            place->started_tick = 0;
            place->step_rounds += place->step_rounds < UINT32_MAX - 1 ? 1 : 0;
            if (step->repeat != WEND_RULES_ENDLESS && place->step_rounds >= step->repeat) {
                outcome = pass(sequence, place);
            }
        } else if (step->ticks_most > 0 && elapsed >= step->ticks_most) {
            outcome = follow(sequence, place, step->late, step->late_step);
        } else {
            return WEND_SEQUENCE_NONE;
        }
    }
    return outcome;
}
