/* Lines of scripts as words, and the commands that take them. */
#ifndef VIEW_SCRIPT_H
#define VIEW_SCRIPT_H

#include "view.h"

enum { VIEW_WORDS_MAX = 10, VIEW_WORD_CAPACITY = 128 };

typedef struct view_words {
    char text[VIEW_WORDS_MAX][VIEW_WORD_CAPACITY];
    int count, next;
} view_words;

/** The next word; "" behind the last one. */
const char *view_word_next(view_words *w);
/** Takes a word if it is this one. */
bool view_word_take(view_words *w, const char *word);
/** Takes a number if there is one; an m behind it is fine. */
bool view_word_take_number(view_words *w, double *value);
/** Reads a position, as pixels. */
bool view_word_take_position(viewer *v, view_words *w, double *x, double *y);

/** Runs a command. @return false: an unknown command or wrong arguments. */
bool view_command(viewer *v, const char *name, view_words *w);
/** One frame of a drag that is under way. */
void view_command_drag(viewer *v);

#endif
