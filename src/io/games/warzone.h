/* Maps of Warzone 2100.
 *
 *   game.map     tiles and the heights of their corners          ttypes.ttp   the kinds of pictures
 *   droid.json   struct.json   feature.json                      the objects on the tiles
 *   dinit.bjo    struct.bjo    feat.bjo                          the same in older maps */
#ifndef WENDI_IO_GAMES_WARZONE_H
#define WENDI_IO_GAMES_WARZONE_H

#include "io/content/content.h"

/** True if the bytes start as a game.map does, or as an archive, which may hold maps. */
bool wendi_map_is_warzone(const uint8_t *bytes, size_t count);
/** Reads one into an empty content; classes "ground", "hover" and "air". */
wend_result wendi_map_read_warzone(const wendi_map_file_source *source, wendi_map_content *content);

/* ---- the parts of a map ---- */

enum { WENDI_WARZONE_PLAYERS_MAX = 32 };
/** The game's units along a tile's side. */
static const double WENDI_WARZONE_TILE = 128.0;

/** Reads sizes, and costs of the three classes. @param map a game.map. @param types a ttypes.ttp.
 */
wend_result wendi_warzone_read_terrain(wendi_span map, wendi_span types,
                                       wendi_map_content *content);

/** An object on the map. */
typedef struct wendi_warzone_object {
    wendi_span name;
    int32_t player; /**< -1 = none. */
    double x, y;    /**< The game's units. */
} wendi_warzone_object;

/** Receives one. Any result but WEND_OK ends the reading and is returned. */
typedef wend_result (*wendi_warzone_object_fn)(void *context, const wendi_warzone_object *object);

/** Reads every JSON object that has a "position".
 * @param file for messages. @return WEND_OK, WEND_ERROR_FILE, or the result of take. */
wend_result wendi_warzone_read_json(wendi_span text, const char *file,
                                    wendi_warzone_object_fn take_fn, void *context,
                                    wend_message *message);
/** Reads the records of a .bjo file likewise. */
wend_result wendi_warzone_read_bjo(wendi_span bytes, const char *file,
                                   wendi_warzone_object_fn take_fn, void *context,
                                   wend_message *message);

#endif
