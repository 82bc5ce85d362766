/* Colours and widths of the window: those of pictures for the meanings of wend_draw, and the inks of
 * panels.
 * Cost: constant. */
#include "view.h"

#include "wend/io_picture.h"

static SDL_Color colour_of(wend_colour c)
{
    return (SDL_Color){c.red, c.green, c.blue, c.alpha};
}

SDL_Color view_ground_colour(uint32_t cost, bool has_costs)
{
    const bool is_wall = cost >= WEND_COST_WALL;
    const wend_meaning meaning = is_wall ? WEND_MEANING_WALL : WEND_MEANING_GROUND;
    return colour_of(wend_style_of(meaning, has_costs ? (double)cost : 1.0).fill);
}

SDL_Color view_nth_colour(uint32_t n)
{
    return colour_of(wend_style_of(WEND_MEANING_BODY_GOAL, (double)n).fill);
}

view_look view_look_of(wend_meaning meaning, double value)
{
    const wend_style style = wend_style_of(meaning, value);
    return (view_look){colour_of(style.fill), colour_of(style.stroke), style.stroke_width,
                       style.mark_radius};
}

SDL_Color view_ink_colour(view_ink ink)
{
    static const SDL_Color inks[] = {
        {30, 34, 44, 255},    /* panel: nothing shines through */
        {66, 74, 92, 255},    /* edge */
        {236, 238, 243, 255}, /* text */
        {160, 168, 184, 255}, /* dim */
        {255, 196, 74, 255},  /* accent */
        {240, 96, 84, 255},   /* bad */
        {98, 206, 138, 255},  /* good */
        {58, 65, 82, 255},    /* track */
        {78, 88, 110, 255},   /* hot */
    };
    return inks[ink];
}
