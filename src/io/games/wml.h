/* Reads the part of the Wesnoth Markup Language that its data files are written in.
 *
 *     [movetype]                        open    movetype
 *         name=smallfoot                value   name = smallfoot
 *         note= _ "two" + " parts"      value   note = two parts
 *     [/movetype]                       close   movetype
 *
 * Macros are put in (see games/wml_preprocessor.h). Tags nest WENDI_WML_TAGS_MAX deep at most, a
 * value has up to WENDI_WML_VALUE_MAX bytes. */
#ifndef WENDI_IO_GAMES_WML_H
#define WENDI_IO_GAMES_WML_H

#include "io/games/wml_preprocessor.h"

enum {
    WENDI_WML_TAGS_MAX = 32,
    WENDI_WML_NAME_MAX = 128, /**< Bytes of a tag or key. */
    WENDI_WML_VALUE_MAX = 1 << 20
};

/** Receives tags and values in order; any result but WEND_OK ends the reading and is returned. The
 * spans are valid during the call. Functions may be NULL. */
typedef struct wendi_wml_handler {
    wend_result (*open)(void *context, wendi_span tag, uint32_t line);
    wend_result (*close)(void *context, wendi_span tag, uint32_t line);
    wend_result (*value)(void *context, wendi_span key, wendi_span value, uint32_t line);
    void *context;
} wendi_wml_handler;

/** Reads a file. @param macros known before, and those of the file added; their spans lie in bytes.
 * Its allocator is used. @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY, or the handler's
 * result. */
wend_result wendi_wml_read(const uint8_t *bytes, size_t count, wendi_wml_macros *macros,
                           const wendi_wml_handler *handler, wend_message *message);

#endif
