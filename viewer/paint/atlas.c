/* Makes a texture with all glyphs in two sizes and with discs.
 * Cost: a few milliseconds, once and when the size of text changes. */
#include "io/draw/font.h"
#include "paint/batch.h"

#include <stdlib.h>
#include <string.h>

/* Pixels being painted: white with an alpha, or grey for the rims of bodies. */
typedef struct sheet {
    uint8_t *pixels; /* [height][VIEW_ATLAS_WIDTH][4], red green blue alpha */
    int height;
    int x, y, row; /* where the next sprite goes, and how high its row is */
} sheet;

/* Finds room for a sprite, with a free pixel around it. */
static view_sprite put_sprite(sheet *s, int width, int height)
{
    if (s->x + width + 1 > VIEW_ATLAS_WIDTH) {
        s->x = 1;
        s->y += s->row + 1;
        s->row = 0;
    }
    const view_sprite sprite = {(int16_t)s->x, (int16_t)s->y, (int16_t)width, (int16_t)height, 0};
    s->x += width + 1;
    s->row = height > s->row ? height : s->row;
    return sprite;
}

static void dot(const sheet *s, int x, int y, float white, float alpha)
{
    if (s->pixels == NULL) {
        return;
    }
    uint8_t *p = s->pixels + ((size_t)y * VIEW_ATLAS_WIDTH + (size_t)x) * 4;
    p[0] = p[1] = p[2] = (uint8_t)(white * 255.0F + 0.5F);
    p[3] = (uint8_t)(alpha * 255.0F + 0.5F);
}

static float clamped(float x)
{
    return x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x;
}

static view_sprite paint_glyph(sheet *s, char c, int cap, bool is_title)
{
    wendi_font_glyph strokes;
    wendi_font_get(c, cap, is_title, &strokes);
    const int margin = strokes.margin;
    view_sprite sprite =
        put_sprite(s, strokes.width + 1 + 2 * margin, cap + wendi_font_tail(cap) + 2 * margin);
    sprite.advance = (int16_t)strokes.advance;
    for (int y = 0; y < sprite.height && s->pixels != NULL; y++) {
        for (int x = 0; x < sprite.width; x++) {
            dot(s, sprite.x + x, sprite.y + y, 1.0F,
                wendi_font_coverage(&strokes, x - margin, y - margin));
        }
    }
    return sprite;
}

static void paint_text(sheet *s, view_atlas *atlas, view_text_size size, int cap)
{
    for (int i = 0; i < VIEW_GLYPHS; i++) {
        atlas->glyphs[size][i] = paint_glyph(s, (char)(' ' + i), cap, size == VIEW_TEXT_TITLE);
    }
    atlas->cap[size] = cap;
    atlas->line[size] = cap + (cap * 4 + 4) / 5;
}

static void paint_disc_pixel(const sheet *s, view_disc_kind kind, int x, int y, float d,
                             float radius)
{
    const float cover = clamped(radius + 0.5F - d);
    const float rim = radius < 8.0F ? 1.0F : radius / 8.0F;
    const float inner = clamped(radius - rim + 0.5F - d);
    if (kind == VIEW_DISC_RING) {
        const float thick = radius < 8.0F ? 1.5F : 2.0F;
        dot(s, x, y, 1.0F, cover - clamped(radius - thick + 0.5F - d));
    } else if (kind == VIEW_DISC_BODY && radius >= 2.5F) {
        dot(s, x, y, 0.62F + 0.38F * inner, cover);
    } else {
        dot(s, x, y, 1.0F, cover);
    }
}

static view_sprite paint_disc(sheet *s, view_disc_kind kind, int radius)
{
    const int half = radius + 1;
    const view_sprite sprite = put_sprite(s, 2 * half, 2 * half);
    for (int y = 0; y < 2 * half && s->pixels != NULL; y++) {
        for (int x = 0; x < 2 * half; x++) {
            const float dx = (float)(x - half) + 0.5F;
            const float dy = (float)(y - half) + 0.5F;
            paint_disc_pixel(s, kind, sprite.x + x, sprite.y + y, SDL_sqrtf(dx * dx + dy * dy),
                             (float)radius);
        }
    }
    return sprite;
}

/* Without pixels it only finds out how high the sheet must be. */
static void paint_all(sheet *s, view_atlas *atlas, int cap)
{
    s->x = s->y = 1;
    s->row = 0;
    paint_text(s, atlas, VIEW_TEXT_BODY, cap);
    paint_text(s, atlas, VIEW_TEXT_TITLE, (cap * 7 + 2) / 5);
    for (int kind = 0; kind < VIEW_DISC_KINDS; kind++) {
        for (int radius = 1; radius < VIEW_DISC_RADII; radius++) {
            atlas->discs[kind][radius] = paint_disc(s, (view_disc_kind)kind, radius);
        }
    }
    s->height = s->y + s->row + 1;
}

static SDL_Texture *texture_of(SDL_Renderer *renderer, const sheet *s)
{
    SDL_Texture *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32,
                                             SDL_TEXTUREACCESS_STATIC, VIEW_ATLAS_WIDTH, s->height);
    if (texture != NULL) {
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
        SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
        SDL_UpdateTexture(texture, NULL, s->pixels, VIEW_ATLAS_WIDTH * 4);
    }
    return texture;
}

bool view_atlas_make(view_atlas *atlas, SDL_Renderer *renderer, int cap)
{
    view_atlas made;
    sheet s;
    memset(&made, 0, sizeof made);
    memset(&s, 0, sizeof s);
    cap = cap < 7 ? 7 : cap > 48 ? 48 : cap;
    paint_all(&s, &made, cap);
    s.pixels = calloc((size_t)s.height * VIEW_ATLAS_WIDTH, 4);
    if (s.pixels == NULL) {
        return false;
    }
    paint_all(&s, &made, cap);
    made.texture = texture_of(renderer, &s);
    made.height = s.height;
    free(s.pixels);
    if (made.texture == NULL) {
        return false;
    }
    view_atlas_free(atlas);
    *atlas = made;
    return true;
}

void view_atlas_free(view_atlas *atlas)
{
    if (atlas->texture != NULL) {
        SDL_DestroyTexture(atlas->texture);
        atlas->texture = NULL;
    }
}
