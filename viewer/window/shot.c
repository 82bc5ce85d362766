/* Reads the pixels of the painted picture and saves them to files.
 * Cost: 4 bytes a pixel; encoding. */
#include "view.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

bool view_pixels(viewer *v, uint8_t **pixels, int *width, int *height)
{
    *width = v->camera.width;
    *height = v->camera.height;
    *pixels = malloc((size_t)*width * (size_t)*height * 4);
    if (*pixels == NULL ||
        SDL_RenderReadPixels(v->renderer, NULL, SDL_PIXELFORMAT_RGBA32, *pixels, *width * 4) != 0) {
        free(*pixels);
        *pixels = NULL;
        return false;
    }
    return true;
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t count = strlen(ending);
    return length >= count && SDL_strcasecmp(text + length - count, ending) == 0;
}

/* The window has no transparency: red, green and blue are kept. */
static wend_result write_png(const char *file, uint8_t *pixels, int width, int height,
                             wend_message *message)
{
    const size_t count = (size_t)width * (size_t)height;
    for (size_t i = 0; i < count; i++) {
        memmove(pixels + 3 * i, pixels + 4 * i, 3);
    }
    const wend_result result = wend_io_save_png_file(file, width, height, pixels, message);
    return result == WEND_ERROR_UNSUPPORTED
               ? view_fail(message, result,
                           "%s: this build cannot write PNG; name a .bmp, or install libpng-dev",
                           file)
               : result;
}

static wend_result write_bmp(const char *file, uint8_t *pixels, int width, int height,
                             wend_message *message)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(pixels, width, height, 32, width * 4,
                                                              SDL_PIXELFORMAT_RGBA32);
    const bool is_written = surface != NULL && SDL_SaveBMP(surface, file) == 0;
    SDL_FreeSurface(surface);
    return is_written ? WEND_OK
                      : view_fail(message, WEND_ERROR_FILE, "%s: cannot be written: %s", file,
                                  SDL_GetError());
}

wend_result view_shot(viewer *v, const char *file, wend_message *message)
{
    uint8_t *pixels = NULL;
    int width = 0;
    int height = 0;
    if (!view_pixels(v, &pixels, &width, &height)) {
        return view_fail(message, WEND_ERROR_MEMORY, "%s: the picture cannot be read", file);
    }
    wend_result result = WEND_ERROR_UNSUPPORTED;
    if (ends_with(file, ".png")) {
        result = write_png(file, pixels, width, height, message);
    } else if (ends_with(file, ".bmp")) {
        result = write_bmp(file, pixels, width, height, message);
    } else {
        result =
            view_fail(message, WEND_ERROR_ARGUMENT, "%s: expected a name in .png or .bmp", file);
    }
    free(pixels);
    return result;
}
