/* core/words.h: text files in which a line's end is a space like any other. */
#ifndef WENDI_IO_CORE_WORDS_H
#define WENDI_IO_CORE_WORDS_H

#include "io/core/lines.h"

typedef struct wendi_words {
    wendi_lines lines;
    wendi_span rest; /**< Of the line being read. */
} wendi_words;

wendi_words wendi_words_begin(const uint8_t *bytes, size_t count);

/** The next word; length 0 at the end of the bytes. words->lines.number is its line. */
wendi_span wendi_words_next(wendi_words *words);

/** Bytes not looked at yet. */
size_t wendi_words_left(const wendi_words *words);

#endif
