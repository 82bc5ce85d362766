/* Finds the one or two names most similar to an unknown one, as the end of a sentence.
 * Cost: the product of the two lengths for each name. */
#include "suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 63, LETTERS_FOR_ONE = 3, WRONG_MOST = 3, BEGINNING_LEAST = 3, SHOWN = 2 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Small letters without leading dashes. @return its length; 0 for texts that are too long. */
static size_t take_letters(const char *text, char *letters)
{
    text += strspn(text, "-");
    const size_t length = strlen(text);
    if (length > LENGTH_MAX) {
        return 0;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        letters[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    return length;
}

/* Damerau's distance with neighbours exchanged at most once (optimal string alignment). Three rows
 * of the table are enough:
 *
 *            t e x t
 *        rows[0]  i - 2      exchange: rows[0][j - 2] + 1
 *        rows[1]  i - 1      missing:  rows[1][j] + 1,  wrong: rows[1][j - 1] + 1
 *        rows[2]  i          too many: rows[2][j - 1] + 1 */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LENGTH_MAX + 1] = {{0}};
    for (size_t j = 0; j <= b_length; j++) {
        rows[2][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        memcpy(rows[0], rows[1], sizeof rows[0]);
        memcpy(rows[1], rows[2], sizeof rows[1]);
        rows[2][0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t wrong = a[i - 1] == b[j - 1] ? 0 : 1;
            size_t best = least(rows[1][j], rows[2][j - 1]) + 1;
            best = least(best, rows[1][j - 1] + wrong);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                best = least(best, rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
    }
    return rows[2][b_length];
}

/* Distance of a name; above WRONG_MOST it is not similar. */
static size_t far_from(const char *text, size_t text_length, const char *name)
{
    char letters[LENGTH_MAX + 1];
    const size_t length = take_letters(name, letters);
    const size_t most = least((text_length + 1) / LETTERS_FOR_ONE, WRONG_MOST);
    if (length == 0) {
        return WRONG_MOST + 1;
    }
    const size_t wrong = distance(text, text_length, letters, length);
    if (wrong <= most && wrong < length) {
        return wrong;
    }
    const bool begins = text_length >= BEGINNING_LEAST && text_length < length &&
                        memcmp(text, letters, text_length) == 0;
    return begins ? WRONG_MOST : WRONG_MOST + 1;
}

const char *suggest(const char *text, const char *const *names, size_t count, char *suggestion)
{
    char letters[LENGTH_MAX + 1];
    const char *nearest[SHOWN] = {NULL};
    size_t shown = 0;
    size_t best = WRONG_MOST;
    const size_t length = take_letters(text, letters);
    suggestion[0] = '\0';
    for (size_t i = 0; i < count && length > 0; i++) {
        const size_t wrong = far_from(letters, length, names[i]);
        shown = wrong < best ? 0 : shown;
        const bool is_shown = shown > 0 && strcmp(nearest[shown - 1], names[i]) == 0;
        if (wrong <= best && shown < SHOWN && !is_shown) {
            nearest[shown++] = names[i];
            best = wrong;
        }
    }
    if (shown == 1) {
        snprintf(suggestion, SUGGEST_CAPACITY, "; did you mean '%s'?", nearest[0]);
    } else if (shown > 1) {
        snprintf(suggestion, SUGGEST_CAPACITY, "; did you mean '%s' or '%s'?", nearest[0],
                 nearest[1]);
    }
    return suggestion;
}
