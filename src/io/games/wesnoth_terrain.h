/* The costs of terrain in The Battle for Wesnoth.
 *
 *     Gs^Fp     a base and an overlay, up to four characters each
 *     aliases   Ww: best of Wst          ^Fp: worst of the base's own, Ft
 *     points    smallfoot: shallow_water 3, forest 2 ...      99 = cannot enter
 *
 * The rules come from the game's own data files; nothing of them is built in. */
#ifndef WENDI_IO_GAMES_WESNOTH_TERRAIN_H
#define WENDI_IO_GAMES_WESNOTH_TERRAIN_H

#include "base/core/array.h"
#include "io/games/wml.h"

/** A terrain: the base's four characters in the upper half, the overlay's in the lower one, the
 * first character highest; a missing layer is 0. */
typedef uint64_t wendi_wesnoth_code;

enum {
    WENDI_WESNOTH_UNREACHABLE = 99, /**< Movement points of impassable terrain. */
    WENDI_WESNOTH_TERRAINS_MAX = 4096,
    WENDI_WESNOTH_MOVETYPES_MAX = 256,
    WENDI_WESNOTH_CODE_CAPACITY = 10 /**< Bytes of a code as text, the zero included. */
};

/** Reads "Gg", "Gg^Vh" or "^Vh" that fills the span. @return false: it is none. */
bool wendi_wesnoth_code_from_text(wendi_span text, wendi_wesnoth_code *code);
/** @param text [WENDI_WESNOTH_CODE_CAPACITY]. */
void wendi_wesnoth_code_to_text(wendi_wesnoth_code code, char *text);

/** The cost for walkers when there are no rules: by the letters of the code, 1 to 255, see
 * docs/formats.md. */
uint8_t wendi_wesnoth_plain_cost(wendi_wesnoth_code code);

/** One [terrain_type]. */
typedef struct wendi_wesnoth_terrain {
    wendi_wesnoth_code code, default_base; /**< 0 = no default base. */
    size_t id;                             /**< Where its name begins in texts. */
    size_t first_alias, alias_count;       /**< 0 aliases: its own type. */
} wendi_wesnoth_terrain;

/** One [movetype]. */
typedef struct wendi_wesnoth_movetype {
    size_t name;  /**< Where its name begins in texts. */
    size_t equal; /**< The first movetype with the same points; itself if it is that one. */
} wendi_wesnoth_movetype;

typedef struct wendi_wesnoth_rules {
    wendi_array_u8 texts;            /**< Names, each with a zero behind it. */
    wendi_array_u64 aliases;         /**< Codes, and the marks for best, worst and base. */
    wendi_wesnoth_terrain *terrains; /**< [terrain_count], by rising code. */
    size_t terrain_count, terrain_capacity;
    wendi_wesnoth_movetype movetypes[WENDI_WESNOTH_MOVETYPES_MAX];
    size_t movetype_count;
    wendi_array_u8 points; /**< [movetype_count][terrain_count], 1 to 99. */
    wendi_wml_macros macros;
    wend_message *message;
} wendi_wesnoth_rules;

/** No rules yet. @param allocator NULL = libc. */
void wendi_wesnoth_rules_init(wendi_wesnoth_rules *rules, const wend_allocator *allocator,
                              wend_message *message);
void wendi_wesnoth_rules_free(wendi_wesnoth_rules *rules);
/** Reads macros that the other files use. The bytes must live until all is read.
 * Results of all three: WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY. */
wend_result wendi_wesnoth_read_macros(wendi_wesnoth_rules *rules, const uint8_t *bytes,
                                      size_t count);
/** Reads every [terrain_type] of core/terrain.cfg, at least one; before the movement. */
wend_result wendi_wesnoth_read_terrains(wendi_wesnoth_rules *rules, const uint8_t *bytes,
                                        size_t count);
/** Reads every [movetype] of core/units.cfg. */
wend_result wendi_wesnoth_read_movetypes(wendi_wesnoth_rules *rules, const uint8_t *bytes,
                                         size_t count);

/** Position of a code among the terrains, or where it would be inserted. */
size_t wendi_wesnoth_position(const wendi_wesnoth_rules *rules, wendi_wesnoth_code code);
const char *wendi_wesnoth_movetype_name(const wendi_wesnoth_rules *rules, size_t movetype);
/** True if the rules know all layers of a code. Unknown terrain cannot be entered. */
bool wendi_wesnoth_has_terrain(const wendi_wesnoth_rules *rules, wendi_wesnoth_code code);
/** The movement points a terrain costs. A lone overlay lies on its default base.
 * @param points 1 to WENDI_WESNOTH_UNREACHABLE. @return false: its aliases go round in circles. */
bool wendi_wesnoth_points(const wendi_wesnoth_rules *rules, size_t movetype,
                          wendi_wesnoth_code code, uint32_t *points);

#endif
