/* The arguments --png, --svg and --ascii, and the writing of these pictures. */
#ifndef CLI_CORE_PICTURE_H
#define CLI_CORE_PICTURE_H

#include "core/args.h"

#include "wend/io_picture.h"
#include "wend/types.h"

/* Files of pictures. */
typedef struct picture_arguments {
    const char *png, *svg; /* NULL = none */
    bool is_ascii;
    int64_t columns; /* most characters in a row of --ascii */
} picture_arguments;

/** Adds --png, --svg, --ascii and --columns. */
void picture_arguments_add(args *a, picture_arguments *p);
/** True if any picture is requested. */
bool picture_is_wanted(const picture_arguments *p);

/** Draws everything of one picture, ground included. */
typedef void (*picture_paint_fn)(void *context, const wend_draw *draw);

/** Paints and writes the pictures in files. @return CLI_OK or CLI_BAD. */
int picture_write_files(const cli *c, const picture_arguments *p, const wend_grid *grid,
                        picture_paint_fn paint, void *context);
/** Paints the characters on stdout; nothing without --ascii or with --json.
 * @return CLI_OK or CLI_BAD. */
int picture_write_ascii(const cli *c, const picture_arguments *p, const wend_grid *grid,
                        picture_paint_fn paint, void *context);
/** One picture into one file. */
int picture_write(const cli *c, const char *file, wend_picture_format format, const wend_grid *grid,
                  picture_paint_fn paint, void *context);

#endif
