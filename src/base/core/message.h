/* Messages of failures: the text that a failing call writes for its caller, in one line.
 *
 * Every object keeps a wend_message of its own for its last failure (wend_grid_error and the
 * like). Only failing calls that may change the object write it: success costs nothing, const
 * calls on several threads never write to it, and saves and hashes leave it out. */
#ifndef WENDI_BASE_CORE_MESSAGE_H
#define WENDI_BASE_CORE_MESSAGE_H

#include "base/math/floating_point.h"
#include "wend/base.h"

#if defined(__MINGW32__)
/* mingw-w64's own printf has the formats of C17, Microsoft's library does not. */
#define WENDI_PRINTF(format_index, first_index)                                                    \
    __attribute__((format(gnu_printf, format_index, first_index)))
#elif defined(__GNUC__)
#define WENDI_PRINTF(format_index, first_index)                                                    \
    __attribute__((format(printf, format_index, first_index)))
#else
#define WENDI_PRINTF(format_index, first_index)
#endif

/** Empties a message; NULL is fine. */
void wendi_message_clear(wend_message *m);
/** The message that a call reports to, emptied: the caller's, or `own` where the caller has none. */
wend_message *wendi_message_or(wend_message *message, wend_message *own);

/** Writes a message without a line and returns r: `return wendi_fail(m, WEND_ERROR_FULL, ...)`.
 * Text that is too long is cut. Only integers and text may be formatted: the decimal point of %f
 * depends on the locale. @param m may be NULL. */
wend_result wendi_fail(wend_message *m, wend_result r, const char *format, ...) WENDI_PRINTF(3, 4);

/** The same for a line of a file; returns WEND_ERROR_FILE. @param line 1-based, 0 = no line. */
wend_result wendi_fail_line(wend_message *m, uint32_t line, const char *format, ...)
    WENDI_PRINTF(3, 4);

/** A number as text that is the same in every locale: `wendi_format_number(x).text` as a value
 * for %s. */
typedef struct wendi_formatted_number {
    char text[32];
} wendi_formatted_number;
wendi_formatted_number wendi_format_number(double value);

/** Refuses a field: "wend_crowd_add_body: radius is 100, and must be from 0 to 8". Returns
 * WEND_ERROR_ARGUMENT. @param m may be NULL. @param function NULL: for readers of files, whose
 * sentences begin with the line of the file instead. */
wend_result wendi_refuse(wend_message *m, const char *function, const char *field, double value,
                         double low, double high);
/** Refuses a field as wendi_refuse does unless it is within these limits, which NaN is not. @return true: it
 * is. */
bool wendi_check_range(wend_message *m, const char *function, const char *field, double value,
                       double low, double high);
/** Refuses a position with a coordinate that is NaN or beyond WEND_COORDINATE_MAX:
 * "wend_walls_add: a.x is nan, and must be from -1073741824 to 1073741824". Returns WEND_OK for
 * any other. @param name "a". */
wend_result wendi_check_vec3(wend_message *m, const char *function, const char *name,
                             wend_vec3 place);
/** The same in the plane. */
wend_result wendi_check_vec2(wend_message *m, const char *function, const char *name,
                             wend_vec2 point);
/** The same for NULL: "wend_crowd_add_body: def is NULL". */
wend_result wendi_refuse_null(wend_message *m, const char *function, const char *field);
/** Refuses an index: "wend_grid_fill: movement_class is 4, but the number of classes is 1". Returns
 * WEND_ERROR_ARGUMENT. @param function as above. */
wend_result wendi_refuse_index(wend_message *m, const char *function, const char *field,
                               uint64_t index, const char *things, uint64_t count);
/** Refuses an item that was removed or never existed: "wend_graph_set_open: edge 8 does not exist or was
 * removed". Returns WEND_ERROR_STALE. @param kind "edge". */
wend_result wendi_refuse_gone(wend_message *m, const char *function, const char *kind,
                              uint32_t index);
/** Refuses an id: "wend_crowd_set_goal: body 3 of generation 1 does not exist or was removed: its id is
 * out of date". Returns WEND_ERROR_STALE. @param kind "body". */
wend_result wendi_refuse_id(wend_message *m, const char *function, const char *kind,
                            uint32_t index1, uint32_t generation);
/** Writes the plain text of a result: "function: out of memory". Returns r; writes nothing where
 * r is no error. @param m may be NULL. */
wend_result wendi_fail_plain(wend_message *m, const char *function, wend_result r);
/** Writes "function: reason", for readers of saved objects. Returns r. @param reason NULL: the plain
 * text of r. @param m may be NULL. */
wend_result wendi_fail_reason(wend_message *m, const char *function, wend_result r,
                              const char *reason);
/** Ends a call that other calls were made by: the sentence of a failure begins with this
 * function's name in place of theirs. Without a sentence it is as wendi_fail_plain. Returns r.
 * @param m may be NULL. */
wend_result wendi_fail_as(wend_message *m, const char *function, wend_result r);
/** The same, and copies the sentence into the object's own message where both exist.
 * WEND_ERROR_BUSY leaves both as they are. */
wend_result wendi_fail_as_both(wend_message *own, wend_message *before, const char *function,
                               wend_result r);
/** Refuses a definition without its cookie: "wend_grid_create: cookie is 0: this was made without
 * wend_grid_def_default()". Returns WEND_ERROR_ARGUMENT. @param function as above. */
wend_result wendi_refuse_cookie(wend_message *m, const char *function, uint32_t cookie,
                                const char *maker);
/** True if a definition comes from its _default function. A cookie of 0 means a zeroed
 * definition, whose message pointer is NULL or was set, so the refusal is written there. Any
 * other wrong cookie means garbage, whose message pointer is not used. @param function as above. */
bool wendi_has_cookie(uint32_t cookie, uint32_t expected, wend_message *message,
                      const char *function, const char *maker);

#endif
