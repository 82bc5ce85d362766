/* The content that a converted map loses. */
#ifndef CLI_MAP_LEFT_OUT_H
#define CLI_MAP_LEFT_OUT_H

#include "core/cli.h"

#include "wend/io_map.h"
#include "wend/types.h"

enum { LEFT_OUT_MAX = 9, LEFT_OUT_CAPACITY = 48 };

typedef struct left_out {
    char parts[LEFT_OUT_MAX][LEFT_OUT_CAPACITY]; /* "2 classes" */
    size_t count;
} left_out;

/** Lists the content of a map that a file of a format cannot hold. @param grid as read, all
 * classes.
 * @param is_one_class the file will be a copy with the class that the user named. */
left_out left_out_of(const wend_map *file, const wend_grid *grid, wend_map_format to,
                     bool is_one_class);
/** A line on stderr, if anything is left out. */
void left_out_note(const cli *c, const left_out *left);

#endif
