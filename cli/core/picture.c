/* Makes the requested pictures with a function that paints them: PNG and SVG files, and characters
 * on stdout.
 * Cost: one painting for each. */
#include "core/picture.h"

#include "core/ascii.h"
#include "core/output.h"

#include <stdio.h>

void picture_arguments_add(args *a, picture_arguments *p)
{
    *p = (picture_arguments){.columns = 100};
    args_text(a, "--png", "FILE", "draw a picture", &p->png);
    args_text(a, "--svg", "FILE", "draw a picture that can be scaled", &p->svg);
    args_file(a, ARG_WRITES, "--png", &p->png);
    args_file(a, ARG_WRITES, "--svg", &p->svg);
    args_flag(a, "--ascii", "draw in the terminal (not with --json)", &p->is_ascii);
    args_integer(a, "--columns", "N", "most characters in a row of --ascii (default 100)", 1,
                 WEND_GRID_SIDE_MAX, &p->columns);
}

bool picture_is_wanted(const picture_arguments *p)
{
    return p->png != NULL || p->svg != NULL || p->is_ascii;
}

int picture_write(const cli *c, const char *file, wend_picture_format format, const wend_grid *grid,
                  picture_paint_fn paint, void *context)
{
    wend_message message = {0};
    wend_picture_def def = wend_picture_def_default();
    def.format = format;
    wend_grid_bounds(grid, &def.low, &def.high);
    def.message = &message;
    wend_picture *picture = NULL;
    wend_result result = wend_picture_create(&def, &picture);
    if (result == WEND_OK) {
        const wend_draw draw = wend_picture_draw(picture);
        paint(context, &draw);
    }
    const int exit_code = result == WEND_OK ? output_picture(c, picture, file, format)
                                            : cli_fail_call(c, file, result, &message);
    wend_picture_destroy(picture);
    return exit_code;
}

int picture_write_files(const cli *c, const picture_arguments *p, const wend_grid *grid,
                        picture_paint_fn paint, void *context)
{
    int exit_code = CLI_OK;
    if (p->png != NULL) {
        exit_code = picture_write(c, p->png, WEND_PICTURE_PNG, grid, paint, context);
    }
    if (p->svg != NULL && exit_code == CLI_OK) {
        exit_code = picture_write(c, p->svg, WEND_PICTURE_SVG, grid, paint, context);
    }
    return exit_code;
}

int picture_write_ascii(const cli *c, const picture_arguments *p, const wend_grid *grid,
                        picture_paint_fn paint, void *context)
{
    if (!p->is_ascii || c->is_json) {
        return CLI_OK;
    }
    ascii_canvas *canvas = ascii_create(grid, (int32_t)p->columns);
    if (canvas == NULL) {
        return cli_fail(c, "--ascii: out of memory");
    }
    const wend_draw draw = ascii_draw(canvas);
    paint(context, &draw);
    ascii_write(canvas, stdout);
    ascii_destroy(canvas);
    return CLI_OK;
}
