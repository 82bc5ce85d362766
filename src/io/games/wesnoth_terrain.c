/* The cost of a terrain code, by the game's way of choosing among aliases, or without rules by the
 * letters of the code.
 * Cost: a binary search for each alias, at most STEPS_MAX of them. */
#include "io/games/wesnoth_terrain.h"
#include "wend/grid.h"

#include <string.h>

enum { LAYER_BYTES = 4, LAYER_BITS = 32, DEPTH_MAX = 16, STEPS_MAX = 256 };

/* ---- codes ---- */

static bool read_layer(wendi_span text, uint32_t *layer)
{
    if (text.length == 0 || text.length > LAYER_BYTES) {
        return false;
    }
    uint32_t value = 0;
    for (size_t i = 0; i < LAYER_BYTES; i++) {
        uint8_t c = i < text.length ? text.text[i] : 0;
        if (i < text.length && (c <= ' ' || c >= 0x7F || c == '^' || c == ',')) {
            return false;
        }
        value = (value << 8) | c;
    }
    *layer = value;
    return true;
}

bool wendi_wesnoth_code_from_text(wendi_span text, wendi_wesnoth_code *code)
{
    const uint8_t *hat = text.length == 0 ? NULL : memchr(text.text, '^', text.length);
    size_t base_length = hat == NULL ? text.length : (size_t)(hat - text.text);
    wendi_span base = {text.text, base_length};
    uint32_t layers[2] = {0, 0};
    if ((base_length > 0 || hat == NULL) && !read_layer(base, &layers[0])) {
        return false;
    }
    if (hat != NULL) {
        wendi_span overlay = {hat + 1, text.length - base_length - 1};
        if (!read_layer(overlay, &layers[1])) {
            return false;
        }
    }
    *code = ((uint64_t)layers[0] << LAYER_BITS) | layers[1];
    return true;
}

static char *write_layer(uint32_t layer, char *text)
{
    for (; layer != 0; layer <<= 8) {
        *text++ = (char)(layer >> 24);
    }
    return text;
}

void wendi_wesnoth_code_to_text(wendi_wesnoth_code code, char *text)
{
    text = write_layer((uint32_t)(code >> LAYER_BITS), text);
    if ((uint32_t)code != 0) {
        *text++ = '^';
        text = write_layer((uint32_t)code, text);
    }
    *text = '\0';
}

static wendi_wesnoth_code base_of(wendi_wesnoth_code code)
{
    return code >> LAYER_BITS << LAYER_BITS;
}

static wendi_wesnoth_code overlay_of(wendi_wesnoth_code code)
{
    return (uint32_t)code;
}

/* ---- the game's rules ---- */

/* "-" among aliases: from here on the worst counts; "+": the best again; "_bas": the aliases of
 * the base of an overlay. */
static const wendi_wesnoth_code mark_worst = (uint64_t)'-' << 56;
static const wendi_wesnoth_code mark_best = (uint64_t)'+' << 56;
static const wendi_wesnoth_code mark_base =
    (uint64_t)'_' << 56 | (uint64_t)'b' << 48 | (uint64_t)'a' << 40 | (uint64_t)'s' << 32;

size_t wendi_wesnoth_position(const wendi_wesnoth_rules *rules, wendi_wesnoth_code code)
{
    size_t low = 0;
    size_t high = rules->terrain_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rules->terrains[middle].code < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static const wendi_wesnoth_terrain *find(const wendi_wesnoth_rules *rules, wendi_wesnoth_code code)
{
    size_t at = wendi_wesnoth_position(rules, code);
    bool is_there = at < rules->terrain_count && rules->terrains[at].code == code;
    return is_there ? &rules->terrains[at] : NULL;
}

/** A lone overlay with the base it stands on by default. */
static wendi_wesnoth_code with_base(const wendi_wesnoth_rules *rules, wendi_wesnoth_code code)
{
    const wendi_wesnoth_terrain *terrain = base_of(code) == 0 ? find(rules, code) : NULL;
    return terrain == NULL ? code : base_of(terrain->default_base) | overlay_of(code);
}

bool wendi_wesnoth_has_terrain(const wendi_wesnoth_rules *rules, wendi_wesnoth_code code)
{
    code = with_base(rules, code);
    return find(rules, code) != NULL ||
           (find(rules, base_of(code)) != NULL && find(rules, overlay_of(code)) != NULL);
}

typedef struct evaluation {
    const wendi_wesnoth_rules *rules;
    const uint8_t *points; /**< [terrain_count], of the movetype. */
    uint32_t steps;        /**< Left. */
} evaluation;

/** The best or worst of a list so far. */
typedef struct choice {
    bool has_begun, takes_worst;
    uint32_t points;
} choice;

static bool points_of(evaluation *e, wendi_wesnoth_code code, uint32_t depth, uint32_t *points);

/** Takes one member of a list: a mark, or a terrain. */
static bool choose(evaluation *e, choice *c, wendi_wesnoth_code member, uint32_t depth)
{
    if (!c->has_begun) {
        c->has_begun = true;
        c->points = member == mark_worst ? 1 : WENDI_WESNOTH_UNREACHABLE;
    }
    if (member == mark_worst || member == mark_best) {
        c->takes_worst = member == mark_worst;
        return true;
    }
    uint32_t points = 0;
    if (!points_of(e, member, depth + 1, &points)) {
        return false;
    }
    if (c->takes_worst ? points > c->points : points < c->points) {
        c->points = points;
    }
    return true;
}

/** Evaluates the aliases of a terrain; `base` replaces the first mark for it, if it is
 * not NULL, and whether the worst counts is then as it was before. */
static bool choose_list(evaluation *e, choice *c, const wendi_wesnoth_terrain *terrain,
                        const wendi_wesnoth_terrain *base, uint32_t depth)
{
    if (terrain->alias_count == 0) {
        return choose(e, c, terrain->code, depth);
    }
    for (size_t i = 0; i < terrain->alias_count; i++) {
        wendi_wesnoth_code member = e->rules->aliases.items[terrain->first_alias + i];
        if (member == mark_base && base != NULL) {
            bool takes_worst = c->takes_worst;
            if (!choose_list(e, c, base, NULL, depth)) {
                return false;
            }
            c->takes_worst = takes_worst;
            base = NULL;
        } else if (!choose(e, c, member, depth)) {
            return false;
        }
    }
    return true;
}

static bool stands_for_itself(const wendi_wesnoth_rules *rules,
                              const wendi_wesnoth_terrain *terrain)
{
    return terrain->alias_count == 0 ||
           (terrain->alias_count == 1 &&
            rules->aliases.items[terrain->first_alias] == terrain->code);
}

/** The points of a terrain; unknown terrain cannot be entered. @return false: too many steps. */
static bool points_of(evaluation *e, wendi_wesnoth_code code, uint32_t depth, uint32_t *points)
{
    *points = WENDI_WESNOTH_UNREACHABLE;
    if (depth > DEPTH_MAX || e->steps == 0) {
        return false;
    }
    e->steps--;
    choice c = {false, false, WENDI_WESNOTH_UNREACHABLE};
    const wendi_wesnoth_terrain *whole = find(e->rules, code);
    if (whole != NULL && stands_for_itself(e->rules, whole)) {
        *points = e->points[whole - e->rules->terrains];
        return true;
    }
    const wendi_wesnoth_terrain *base = find(e->rules, base_of(code));
    const wendi_wesnoth_terrain *overlay = find(e->rules, overlay_of(code));
    if (whole == NULL && (base == NULL || overlay == NULL)) {
        return true;
    }
    bool done = whole != NULL ? choose_list(e, &c, whole, NULL, depth)
                              : choose_list(e, &c, overlay, base, depth);
    *points = c.points;
    return done;
}

bool wendi_wesnoth_points(const wendi_wesnoth_rules *rules, size_t movetype,
                          wendi_wesnoth_code code, uint32_t *points)
{
    evaluation e = {rules, rules->points.items + movetype * rules->terrain_count, STEPS_MAX};
    return points_of(&e, with_base(rules, code), 0, points);
}

/* ---- without rules ---- */

/** A letter of a code, 0 = the first of the base, 4 = the first of the overlay; 0 = none. */
static char letter(wendi_wesnoth_code code, unsigned place)
{
    return (char)((code >> (56 - 8 * place)) & 0x7F);
}

/** Water: deep, a ford, a reef, shallow. */
static uint8_t plain_water(char second, char third)
{
    if (second == 'o' || second == 'd') {
        return WEND_COST_WALL;
    }
    return third == 'f' ? 1 : third == 'r' ? 2 : 3;
}

/** The cost of a base, walls where walkers cannot go. */
static uint8_t plain_base(wendi_wesnoth_code code)
{
    char second = letter(code, 1);
    switch (letter(code, 0)) {
    case 'G': /* grass */
    case 'R': /* roads */
    case 'I': /* floors */
    case 'C': /* castles */
    case 'K': /* keeps */
        return 1;
    case 'D': /* sand */
    case 'T': /* mushrooms */
        return 2;
    case 'U': /* caves, their paved floors */
        return second == 'r' ? 1 : 2;
    case 'H': /* hills, those under snow */
        return second == 'a' ? 3 : 2;
    case 'A': /* snow and ice */
    case 'S': /* swamp */
        return 3;
    case 'M': /* mountains, volcanoes */
        return second == 'v' ? WEND_COST_WALL : 3;
    case 'W':
        return plain_water(second, letter(code, 2));
    default:
        return WEND_COST_WALL;
    }
}

static uint8_t larger(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

uint8_t wendi_wesnoth_plain_cost(wendi_wesnoth_code code)
{
    uint8_t base = plain_base(code);
    switch (letter(code, 4)) {
    case 'B': /* bridges */
        return 1;
    case 'V': /* villages, those of merfolk in the water */
        return letter(code, 5) == 'm' ? base : 1;
    case 'D': /* rubble */
        return letter(code, 5) == 'r' ? larger(base, 2) : base;
    case 'F': /* trees */
    case 'T': /* mushrooms */
    case 'U':
        return larger(base, 2);
    case 'X': /* walls */
    case 'Q': /* chasms */
    case '_': /* off the map */
        return WEND_COST_WALL;
    default: /* plants, gates, light and other looks */
        return base;
    }
}
