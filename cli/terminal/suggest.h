/* The names that were probably meant by one that is none. */
#ifndef CLI_TERMINAL_SUGGEST_H
#define CLI_TERMINAL_SUGGEST_H

#include <stddef.h>

enum { SUGGEST_CAPACITY = 192 };

/** Finds the names nearest to a text: by letters that are wrong, missing, too many or exchanged
 * with their neighbour, one for each three at most, or by a beginning of three letters and more.
 * Capitals and leading dashes make no difference.
 * @param names [count]; of names that are equally near the first two are taken.
 * @param text the unknown name; texts and names of 64 bytes and more have no similar ones.
 * @param suggestion [SUGGEST_CAPACITY], becomes "; did you mean 'a'?", "; did you mean 'a' or
 * 'b'?" or "".
 * @return suggestion. */
const char *suggest(const char *text, const char *const *names, size_t count, char *suggestion);

#endif
