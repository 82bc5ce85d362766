/* Definitions of squads, and whether numbers that are given to squads are in range. */
#include "mind/squad/squad.h"

#include "base/core/message.h"
#include "wend/walls.h"

#include <string.h>

enum { SQUAD_COOKIE = 0x53514432 };

static const double METRES_MOST = 1000, RATIO_MOST = 1000, KEEP_MOST = 10;

wend_squad_def wend_squad_def_default(void)
{
    wend_squad_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SQUAD_COOKIE;
    def.files = 5;
    def.spacing = 1;
    def.arrival = 1;
    def.retreat_ratio = 0.4;
    def.return_ratio = 0.7;
    def.threat_range = 50;
    def.retreat_distance = 20;
    def.spread_limit = 30;
    def.engage_range = 10;
    def.bound = 8;
    def.flank_distance = 12;
    def.keep_target = 0.15;
    return def;
}

/* A field and its range. */
typedef struct squad_field {
    const char *name;
    double value, low, high;
} squad_field;

static wend_result check_fields(const squad_field *fields, size_t count, wend_message *m,
                                const char *function)
{
    for (size_t i = 0; i < count; i++) {
        if (!(fields[i].value >= fields[i].low && fields[i].value <= fields[i].high)) {
            return wendi_refuse(m, function, fields[i].name, fields[i].value, fields[i].low,
                                fields[i].high);
        }
    }
    return WEND_OK;
}

static const double LEAST_LENGTH = 1e-6;

wend_result wendi_squad_check_def(const wend_squad_def *def, wend_message *m, const char *function)
{
    const double most = WEND_SQUAD_VALUE_MAX;
    const squad_field fields[] = {
        {"files", def->files, 1, WEND_SQUAD_MEMBERS_MAX},
        {"spacing", def->spacing, 0, METRES_MOST},
        {"arrival", def->arrival, LEAST_LENGTH, METRES_MOST},
        {"retreat_ratio", def->retreat_ratio, 0, RATIO_MOST},
        {"return_ratio", def->return_ratio, def->retreat_ratio, RATIO_MOST},
        {"threat_range", def->threat_range, 0, most},
        {"retreat_distance", def->retreat_distance, 0, most},
        {"spread_limit", def->spread_limit, 0, most},
        {"engage_range", def->engage_range, 0, most},
        {"bound", def->bound, LEAST_LENGTH, METRES_MOST},
        {"flank_distance", def->flank_distance, LEAST_LENGTH, METRES_MOST},
        {"keep_target", def->keep_target, 0, KEEP_MOST},
        {"rally.x", def->rally.x, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX},
        {"rally.y", def->rally.y, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX}};
    if (def->cookie != SQUAD_COOKIE) {
        return wendi_refuse_cookie(m, function, def->cookie, "wend_squad_def_default");
    }
    return check_fields(fields, sizeof fields / sizeof *fields, m, function);
}

wend_result wendi_squad_check_member(const wend_squad_member *it, wend_message *m,
                                     const char *function)
{
    const squad_field fields[] = {{"kind", (double)it->kind, 0, (double)WEND_UNIT_RANGED},
                                  {"strength", it->strength, 0, WEND_SQUAD_VALUE_MAX},
                                  {"range", it->range, 0, WEND_SQUAD_VALUE_MAX},
                                  {"radius", it->radius, 0, METRES_MOST},
                                  {"roles", it->roles, 0, WEND_SQUAD_CAN_ALL}};
    return check_fields(fields, sizeof fields / sizeof *fields, m, function);
}

wend_result wendi_squad_check_state(const wend_squad_state *it, wend_message *m,
                                    const char *function)
{
    const squad_field fields[] = {{"health", it->health, 0, 1},
                                  {"speed", it->speed, 0, WEND_SQUAD_VALUE_MAX},
                                  {"ammunition", it->ammunition, 0, WEND_SQUAD_VALUE_MAX}};
    const wend_result result = wendi_check_vec2(m, function, "position", it->position);
    return result != WEND_OK ? result
                             : check_fields(fields, sizeof fields / sizeof *fields, m, function);
}

wend_result wendi_squad_check_enemy(const wend_squad_enemy *it, wend_message *m,
                                    const char *function)
{
    const squad_field fields[] = {{"strength", it->strength, 0, WEND_SQUAD_VALUE_MAX},
                                  {"health", it->health, 0, WEND_SQUAD_VALUE_MAX},
                                  {"certainty", it->certainty, 0, 1}};
    const wend_result result = wendi_check_vec2(m, function, "position", it->position);
    return result != WEND_OK ? result
                             : check_fields(fields, sizeof fields / sizeof *fields, m, function);
}

wend_result wendi_squad_check_order(const wend_squads *squads, wend_squad_order *order,
                                    wend_message *m, const char *function)
{
    static const double radius = 10, ring = 2, edge = 5, turn = 1e6;
    const bool is_scouting = order->kind == WEND_SQUAD_SCOUT;
    if (order->radius >= 0 && order->radius <= 0) {
        order->radius = order->kind == WEND_SQUAD_ESCORT ? ring : is_scouting ? edge : radius;
    }
    if (!order->has_heading) {
        order->heading = 0;
    }
    if (!is_scouting) {
        order->low = order->high = (wend_vec2){0, 0};
    }
    const squad_field fields[] = {{"kind", (double)order->kind, 0, (double)WEND_SQUAD_SCOUT},
                                  {"tactic", (double)order->tactic, 0, (double)WEND_SQUAD_BOUNDING},
                                  {"radius", order->radius, 0, WEND_SQUAD_VALUE_MAX},
                                  {"heading", order->heading, -turn, turn}};
    uint32_t columns, rows;
    wend_result result = check_fields(fields, sizeof fields / sizeof *fields, m, function);
    result = result == WEND_OK ? wendi_check_vec2(m, function, "at", order->at) : result;
    result = result == WEND_OK ? wendi_check_vec2(m, function, "low", order->low) : result;
    result = result == WEND_OK ? wendi_check_vec2(m, function, "high", order->high) : result;
    if (result == WEND_OK && is_scouting &&
        !wendi_squad_cells(order, squads->max_cells, &columns, &rows)) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT,
                          "%s: the area from low to high must have from 1 to %u cells of edge %s",
                          function, (unsigned)squads->max_cells,
                          wendi_format_number(order->radius).text);
    }
    return result;
}
