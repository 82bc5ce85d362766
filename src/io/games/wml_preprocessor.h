/* The characters of a WML file, after its comments are gone and its
 * macros put in.
 *
 *     bytes   a=1 # one \n {FLY 2} b={X}
 *     gives   a=1       \n fly=2   b=             an undefined macro leaves nothing
 *
 *     frames  file > body of FLY > argument "2"   each is read to its end, then the one below it
 *
 * Expansion is bounded, in frames over each other and in characters. */
#ifndef WENDI_IO_GAMES_WML_PREPROCESSOR_H
#define WENDI_IO_GAMES_WML_PREPROCESSOR_H

#include "io/core/lines.h"
#include "wend/base.h"

enum {
    WENDI_WML_PARAMETERS_MAX = 8, /**< Of one macro. */
    WENDI_WML_FRAMES_MAX = 16,    /**< Macros within macros. */
    WENDI_WML_MACROS_MAX = 4096
};

/** A macro; the spans lie in the bytes of the file that defined it. */
typedef struct wendi_wml_macro {
    wendi_span name, body;
    wendi_span parameters[WENDI_WML_PARAMETERS_MAX];
    uint32_t parameter_count;
} wendi_wml_macro;

/** All macros that were defined; the later of two with one name holds. Zeroed = none, over libc. */
typedef struct wendi_wml_macros {
    wendi_wml_macro *items; /**< [count] */
    size_t count, capacity;
    wend_allocator allocator;
} wendi_wml_macros;

void wendi_wml_macros_free(wendi_wml_macros *macros);

/** A stretch that is being read. */
typedef struct wendi_wml_frame {
    const uint8_t *at, *end;
    size_t macro; /**< The macro of this body; SIZE_MAX = none. */
    wendi_span arguments[WENDI_WML_PARAMETERS_MAX];
} wendi_wml_frame;

/** Special characters. */
typedef enum wendi_wml_mode {
    WENDI_WML_PLAIN = 0, /**< Comments, directives and macros. */
    WENDI_WML_QUOTED,    /**< Macros. */
    WENDI_WML_RAW        /**< Nothing. */
} wendi_wml_mode;

/** Values of wendi_wml_source_next that are no character. */
enum { WENDI_WML_END = -1, WENDI_WML_FAILED = -2 };

typedef struct wendi_wml_source {
    wendi_wml_macros *macros;
    wendi_wml_frame frames[WENDI_WML_FRAMES_MAX];
    uint32_t depth;  /**< Frames in use. */
    uint32_t line;   /**< Of the file, also while a macro is read. */
    uint64_t budget; /**< Characters that may still be given. */
    int back;        /**< Given back; WENDI_WML_END = none. */
    wend_message *message;
    wend_result result; /**< Kind of the failure. */
} wendi_wml_source;

/** Starts at the first byte; bytes and macros must live as long. */
void wendi_wml_source_begin(wendi_wml_source *text, wendi_wml_macros *macros, const uint8_t *bytes,
                            size_t count, wend_message *message);
/** The next character, 0 to 255, WENDI_WML_END, or WENDI_WML_FAILED with result and message, after
 * which no more may be read. */
int wendi_wml_source_next(wendi_wml_source *text, wendi_wml_mode mode);
/** Puts one character back: it comes next in any mode. */
void wendi_wml_source_back(wendi_wml_source *text, int c);

#endif
