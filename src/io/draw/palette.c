/* The colours and widths of each meaning of wend_draw and its value. */
#include "io/draw/palette.h"

#include <string.h>

/* Steps of a gradient: enough to hide edges, few enough that runs of cells join. */
static const double gradient_steps = 48.0;

/** A colour of a scale. */
typedef struct stop {
    double at;
    wend_colour colour;
} stop;

/* Open ground is paper; expensive ground goes over meadow and forest to deep water. */
static const stop ground_stops[] = {
    {1.0, {247, 245, 239, 255}}, {2.0, {229, 234, 211, 255}}, {3.0, {203, 220, 183, 255}},
    {5.0, {166, 200, 158, 255}}, {8.0, {143, 187, 184, 255}}, {16.0, {121, 163, 193, 255}},
    {64.0, {84, 117, 163, 255}}, {254.0, {58, 76, 120, 255}},
};

/* First found is light sand, last found is dusk. */
static const stop searched_stops[] = {
    {0.0, {252, 222, 140, 150}},
    {0.5, {240, 150, 110, 150}},
    {1.0, {178, 84, 142, 150}},
};

static const stop reach_stops[] = {
    {0.0, {86, 176, 124, 190}},
    {1.0, {196, 226, 150, 90}},
};

/* Near is warm light, far is deep water. */
static const stop integration_stops[] = {
    {0.0, {255, 232, 168, 215}}, {0.2, {246, 189, 132, 215}}, {0.45, {212, 128, 138, 215}},
    {0.7, {128, 100, 158, 215}}, {1.0, {62, 84, 140, 215}},
};

static const wend_colour wall = {58, 62, 73, 255};
static const wend_colour white = {255, 255, 255, 255};
static const wend_colour halo = {255, 255, 255, 220};
static const wend_colour ink = {44, 47, 56, 255};

wend_colour wendi_draw_background(void)
{
    const wend_colour paper = {247, 245, 239, 255};
    return paper;
}

static uint8_t mix_byte(uint8_t a, uint8_t b, double t)
{
    return (uint8_t)(a + (b - a) * t + 0.5);
}

/** The colour of a value, interpolated between the stops beside it. */
static wend_colour on_scale(const stop *stops, size_t count, double at)
{
    if (!(at > stops[0].at)) {
        return stops[0].colour;
    }
    for (size_t i = 1; i < count; i++) {
        const stop *a = &stops[i - 1];
        const stop *b = &stops[i];
        if (at <= b->at) {
            double t = (at - a->at) / (b->at - a->at);
            wend_colour c = {mix_byte(a->colour.red, b->colour.red, t),
                             mix_byte(a->colour.green, b->colour.green, t),
                             mix_byte(a->colour.blue, b->colour.blue, t),
                             mix_byte(a->colour.alpha, b->colour.alpha, t)};
            return c;
        }
    }
    return stops[count - 1].colour;
}

/** 0 ... 1 in steps. */
static double stepped(double value)
{
    if (!(value > 0.0)) {
        return 0.0;
    }
    if (value >= 1.0) {
        return 1.0;
    }
    return (double)(int)(value * gradient_steps + 0.5) / gradient_steps;
}

/** A strong colour for the n-th of many. Hues lie a golden angle apart, so that near numbers get
 * far colours however many there are. */
static wend_colour nth_colour(double n)
{
    const double golden = 0.61803398874989485;
    double whole = n > 0.0 && n < 1e9 ? (double)(int64_t)n : 0.0;
    double turns = 0.585 + whole * golden;
    double hue = (turns - (double)(int64_t)turns) * 6.0;
    int sector = (int)hue;
    double rise = hue - sector;
    /* Value 0.80, saturation 0.80; yellow and green are darkened, for they glare on paper. */
    const double high = sector == 1 || sector == 2 ? 0.66 : 0.80;
    const double low = high * 0.2;
    double up = low + (high - low) * rise;
    double down = high - (high - low) * rise;
    const double rgb[6][3] = {{high, up, low},   {down, high, low}, {low, high, up},
                              {low, down, high}, {up, low, high},   {high, low, down}};
    wend_colour c = {(uint8_t)(rgb[sector][0] * 255.0 + 0.5),
                     (uint8_t)(rgb[sector][1] * 255.0 + 0.5),
                     (uint8_t)(rgb[sector][2] * 255.0 + 0.5), 255};
    return c;
}

static wend_colour with_alpha(wend_colour c, uint8_t alpha)
{
    c.alpha = alpha;
    return c;
}

/** A look of one colour: lines of this width, discs of this radius. */
static wend_style plain(wend_colour colour, double width, double radius)
{
    wend_style look;
    memset(&look, 0, sizeof look);
    look.fill = colour;
    look.stroke = colour;
    look.stroke_width = width;
    look.mark_radius = radius;
    return look;
}

/** The same with a casing, which sets it off from the ground. */
static wend_style cased(wend_colour colour, double width, double radius)
{
    wend_style look = plain(colour, width, radius);
    look.casing = halo;
    return look;
}

/** An area: filled lightly, outlined in full. */
static wend_style area(wend_colour colour, uint8_t fill_alpha, double width)
{
    wend_style look = plain(colour, width, 3.0);
    look.fill = with_alpha(colour, fill_alpha);
    return look;
}

static wend_style ground(wend_colour colour)
{
    wend_style look = plain(colour, 1.0, 2.0);
    look.stroke = with_alpha(colour, 0);
    look.is_tile = true;
    return look;
}

/** Ground with an outline. */
static wend_style fence(wend_colour colour)
{
    wend_style look = area(colour, 90, 1.0);
    look.is_tile = true;
    return look;
}

static wend_style marker(double red, double green, double blue)
{
    const wend_colour c = {(uint8_t)red, (uint8_t)green, (uint8_t)blue, 255};
    wend_style look = cased(c, 2.0, 6.0);
    look.casing = white;
    return look;
}

static wend_style ground_look(wend_meaning meaning, double value)
{
    if (meaning == WEND_MEANING_WALL) {
        return ground(wall);
    }
    if (meaning == WEND_MEANING_SEARCHED) {
        return ground(on_scale(searched_stops, 3, stepped(value)));
    }
    if (meaning == WEND_MEANING_REACH) {
        return ground(on_scale(reach_stops, 2, stepped(value)));
    }
    if (meaning == WEND_MEANING_INTEGRATION) {
        return ground(on_scale(integration_stops,
                               sizeof integration_stops / sizeof integration_stops[0],
                               stepped(value)));
    }
    return ground(on_scale(ground_stops, sizeof ground_stops / sizeof ground_stops[0], value));
}

/** Bodies: discs in the colour of their group, and thin lines over them. */
static wend_style crowd_look(wend_meaning meaning, double value)
{
    static const wend_colour azure = {34, 104, 190, 255};
    static const wend_colour amber = {214, 138, 30, 255};
    static const wend_colour moss = {70, 140, 90, 255};
    static const wend_colour alarm = {214, 48, 64, 255};
    static const wend_colour mauve = {118, 84, 178, 255};
    wend_style look;
    switch ((uint32_t)meaning) {
    case WEND_MEANING_BODY:
        look = area(nth_colour(value), 225, 0.8);
        look.stroke = with_alpha(ink, 200);
        look.mark_radius = 4.0;
        return look;
    case WEND_MEANING_VELOCITY:
        return plain(azure, 1.4, 2.0);
    case WEND_MEANING_PREFERRED:
        return plain(amber, 1.0, 2.0);
    case WEND_MEANING_BODY_PATH:
        return plain(with_alpha(nth_colour(value), 150), 1.2, 2.0);
    case WEND_MEANING_BODY_GOAL:
        return cased(nth_colour(value), 1.0, 3.0);
    case WEND_MEANING_NEIGHBOUR:
        return plain(with_alpha(ink, 70), 0.8, 2.0);
    case WEND_MEANING_HALF_PLANE:
        return plain(with_alpha(alarm, 130), 0.9, 2.0);
    case WEND_MEANING_SLOT:
        return area(moss, 40, 1.2);
    case WEND_MEANING_SLOT_MEMBER:
        return plain(with_alpha(moss, 170), 0.9, 2.0);
    case WEND_MEANING_ANCHOR:
        return cased(moss, 2.0, 5.0);
    case WEND_MEANING_ZONE:
        return area(value >= 2.0 ? mauve : value >= 1.0 ? azure : amber, 50, 1.4);
    case WEND_MEANING_STUCK:
        return area(alarm, 0, 2.2);
    case WEND_MEANING_HEADING:
    default:
        return plain(ink, 1.2, 2.0);
    }
}

/* Blue for the own side, red for the enemies, the stronger the denser. */
static wend_style influence_look(double value)
{
    static const wend_colour own = {34, 104, 190, 255};
    static const wend_colour enemies = {214, 48, 64, 255};
    const double size = value < 0 ? -value : value;
    const double dense = size < 1 ? wend_sqrt(size) : 1; /* NaN is dense */
    return ground(with_alpha(value < 0 ? enemies : own, (uint8_t)(30 + 190 * dense)));
}

wend_style wend_style_of(wend_meaning meaning, double value)
{
    static const wend_colour teal = {22, 132, 138, 255};
    static const wend_colour slate = {120, 130, 150, 150};
    static const wend_colour violet = {118, 84, 178, 255};
    static const wend_colour sun = {240, 186, 60, 255};
    static const wend_colour ember = {236, 120, 52, 255};
    switch (meaning) {
    case WEND_MEANING_GROUND:
    case WEND_MEANING_WALL:
    case WEND_MEANING_SEARCHED:
    case WEND_MEANING_REACH:
    case WEND_MEANING_INTEGRATION:
        return ground_look(meaning, value);
    case WEND_MEANING_FRONTIER:
        return fence(teal);
    case WEND_MEANING_PATH:
        return cased(nth_colour(value), 2.4, 3.0);
    case WEND_MEANING_LEG:
        return cased(ink, 1.5, 2.2);
    case WEND_MEANING_START:
        return marker(46, 150, 92);
    case WEND_MEANING_GOAL:
        return marker(208, 66, 58);
    case WEND_MEANING_ITEM:
        return cased(nth_colour(value + 3.0), 1.5, 4.0);
    case WEND_MEANING_SECTOR:
        return plain(slate, 1.0, 2.0);
    case WEND_MEANING_EDGE:
        return plain(with_alpha(ink, 130), 1.0, 2.0);
    case WEND_MEANING_PORTAL:
        return plain(violet, 2.5, 3.0);
    case WEND_MEANING_AGENT:
        return cased(nth_colour(value), 1.5, 4.0);
    case WEND_MEANING_VIEW_CONE:
        return area(sun, 70, 1.0);
    case WEND_MEANING_LEVEL:
        return plain(with_alpha(white, 150), 1.2, 2.0);
    case WEND_MEANING_LINE_OF_SIGHT:
        return ground(with_alpha(sun, 120));
    case WEND_MEANING_CORNER:
        return ground(with_alpha(ember, 120));
    case WEND_MEANING_INFLUENCE:
        return influence_look(value);
    case WEND_MEANING_FLOW:
        return plain(with_alpha(ink, 190), 1.2, 2.0);
    case WEND_MEANING_WAVE_FRONT:
        return area(teal, 60, 2.0);
    case WEND_MEANING_BODY:
    case WEND_MEANING_HEADING:
    case WEND_MEANING_VELOCITY:
    case WEND_MEANING_PREFERRED:
    case WEND_MEANING_BODY_PATH:
    case WEND_MEANING_BODY_GOAL:
    case WEND_MEANING_NEIGHBOUR:
    case WEND_MEANING_HALF_PLANE:
    case WEND_MEANING_SLOT:
    case WEND_MEANING_SLOT_MEMBER:
    case WEND_MEANING_ANCHOR:
    case WEND_MEANING_ZONE:
    case WEND_MEANING_STUCK:
        return crowd_look(meaning, value);
    case WEND_MEANING_NOTE:
    case WEND_MEANING_COUNT:
    default:
        return plain(ink, 1.0, 2.0);
    }
}
