/* takes: bytes of a text file.
 * gives: its words, whatever lies between them, and their lines.
 * cost:  linear in the bytes; no memory. */
#include "io/core/words.h"

wendi_words wendi_words_begin(const uint8_t *bytes, size_t count)
{
    const wendi_words words = {wendi_lines_begin(bytes, count), {bytes, 0}};
    return words;
}

wendi_span wendi_words_next(wendi_words *words)
{
    for (;;) {
        wendi_span word = wendi_span_word(&words->rest);
        if (word.length > 0 || !wendi_lines_next(&words->lines, &words->rest)) {
            return word;
        }
    }
}

size_t wendi_words_left(const wendi_words *words)
{
    return words->rest.length + (size_t)(words->lines.end - words->lines.at);
}
