/* The strokes of ASCII characters, fitted to pixels.
 * Cost: a few dozen points. */
#include "io/draw/font.h"

#include <math.h>
#include <string.h>

/* A stroke is a row of points, two digits of base 36 each: x, then y downwards. Capitals reach from
 * y 0 to 14 (e), small letters begin at 4, tails end at 18 (i). A '~' rounds the corner at the
 * point behind it; a space begins another stroke.
 *
 *     'D' = "00~80~8e0e00"     00 ----- 80     the corners 80 and 8e become arcs
 *                              |          \
 *                              |          |
 *                              0e ----- 8e                                                   */
typedef struct glyph {
    int width;
    const char *strokes;
} glyph;

static const glyph glyphs[WENDI_FONT_GLYPHS] = {
    {3, ""},                                       /*   */
    {0, "0009 0e0e"},                              /* ! */
    {3, "0004 3034"},                              /* " */
    {8, "212d 616d 0484 0a8a"},                    /* # */
    {8, "83~81~01~07~87~8d~0d0b 4030 4f4f 404f"},  /* $ */
    {9, "20~00~05~45~4020 79~59~5e~9e~9979 801e"}, /* % */
    {8, "8e~14~10~60~64~07~0e~6e88"},              /* & */
    {0, "0004"},                                   /* ' */
    {3, "30~00~0g3g"},                             /* ( */
    {3, "00~30~3g0g"},                             /* ) */
    {6, "3139 0367 0763"},                         /* * */
    {6, "353b 0868"},                              /* + */
    {1, "1e0h"},                                   /* , */
    {5, "0858"},                                   /* - */
    {0, "0e0e"},                                   /* . */
    {6, "600f"},                                   /* / */
    {8, "40~00~0e~8e~8040"},                       /* 0 */
    {8, "13505e"},                                 /* 1 */
    {8, "03~00~80~860e8e"},                        /* 2 */
    {8, "02~00~80~8737 37~87~8e~0e0c"},            /* 3 */
    {8, "6e600a8a"},                               /* 4 */
    {8, "800006~86~8e~0e0c"},                      /* 5 */
    {8, "70~00~0e~8e~86~0609"},                    /* 6 */
    {8, "00803e"},                                 /* 7 */
    {8, "47~17~10~70~7747 47~07~0e~8e~8747"},      /* 8 */
    {8, "1e~8e~80~00~08~8885"},                    /* 9 */
    {0, "0606 0e0e"},                              /* : */
    {1, "1616 1e0h"},                              /* ; */
    {6, "64086c"},                                 /* < */
    {6, "0666 0a6a"},                              /* = */
    {6, "04680c"},                                 /* > */
    {7, "02~00~70~76~383a 3e3e"},                  /* ? */
    {10, "74~34~3a~7a 747a~aa~a0~00~0e8e"},        /* @ */
    {8, "0e408e 1a7a"},                            /* A */
    {8, "0e00~70~7707 07~87~8e0e"},                /* B */
    {8, "83~80~00~0e~8e8b"},                       /* C */
    {8, "00~80~8e0e00"},                           /* D */
    {7, "70000e7e 0767"},                          /* E */
    {7, "70000e 0767"},                            /* F */
    {8, "83~80~00~0e~8e8858"},                     /* G */
    {8, "000e 808e 0787"},                         /* H */
    {0, "000e"},                                   /* I */
    {6, "60~6e~0e0b"},                             /* J */
    {8, "000e 8009 368e"},                         /* K */
    {7, "000e7e"},                                 /* L */
    {10, "0e0059a0ae"},                            /* M */
    {8, "0e008e80"},                               /* N */
    {9, "40~00~0e~9e~9040"},                       /* O */
    {8, "0e00~80~8808"},                           /* P */
    {9, "40~00~0e~9e~9040 6a9f"},                  /* Q */
    {8, "0e00~80~8808 488e"},                      /* R */
    {8, "82~80~00~07~87~8e~0e0c"},                 /* S */
    {8, "0080 404e"},                              /* T */
    {8, "00~0e~8e80"},                             /* U */
    {8, "004e80"},                                 /* V */
    {12, "003e639ec0"},                            /* W */
    {8, "008e 800e"},                              /* X */
    {8, "004780 474e"},                            /* Y */
    {8, "00800e8e"},                               /* Z */
    {3, "30000g3g"},                               /* [ */
    {6, "006f"},                                   /* \ */
    {3, "00303g0g"},                               /* ] */
    {6, "043064"},                                 /* ^ */
    {8, "0g8g"},                                   /* _ */
    {2, "0023"},                                   /* ` */
    {7, "747e 79~74~04~0e~7e79"},                  /* a */
    {7, "000e 09~04~74~7e~0e09"},                  /* b */
    {7, "77~74~04~0e~7e7b"},                       /* c */
    {7, "707e 79~74~04~0e~7e79"},                  /* d */
    {7, "0979~74~04~0e~7e7c"},                     /* e */
    {5, "50~202e 0454"},                           /* f */
    {7, "74~7i~0i0h 79~74~04~0e~7e79"},            /* g */
    {7, "000e 09~04~747e"},                        /* h */
    {0, "040e 0000"},                              /* i */
    {3, "34~3i0i 3030"},                           /* j */
    {7, "000e 740a 387e"},                         /* k */
    {2, "00~0e2e"},                                /* l */
    {10, "040e 09~04~545e 59~54~a4ae"},            /* m */
    {7, "040e 09~04~747e"},                        /* n */
    {7, "44~04~0e~7e~7444"},                       /* o */
    {7, "040i 09~04~74~7e~0e09"},                  /* p */
    {7, "747i 79~74~04~0e~7e79"},                  /* q */
    {5, "040e 09~0454"},                           /* r */
    {7, "76~74~04~09~79~7e~0e0c"},                 /* s */
    {5, "20~2e5e 0454"},                           /* t */
    {7, "04~0e~7e79 747e"},                        /* u */
    {8, "044e84"},                                 /* v */
    {10, "042e558ea4"},                            /* w */
    {7, "047e 740e"},                              /* x */
    {8, "044e 842i"},                              /* y */
    {7, "04740e7e"},                               /* z */
    {4, "40~20270829~2g4g"},                       /* { */
    {0, "000g"},                                   /* | */
    {4, "00~20274829~2g0g"},                       /* } */
    {7, "09~26~5a77"},                             /* ~ */
};

typedef struct point {
    float x, y; /* pixels */
} point;

/* Pixels of units. */
typedef struct fit {
    float across; /* pixels a unit of x */
    float small;  /* row where small letters begin */
    float bottom; /* row of the line they stand on */
} fit;

static int rounded(float x)
{
    return (int)(x + 0.5F);
}

static fit fit_of(const glyph *g, int cap, int *width)
{
    /* Eight units are an even number of pixels, so that strokes in the middle are sharp too. */
    const float bottom = (float)(cap - 1);
    int eight = rounded(bottom * 0.62F);
    eight += eight % 2;
    *width = rounded((float)(g->width * eight) / 8.0F);
    const fit f = {g->width > 0 ? (float)*width / (float)g->width : 0.0F,
                   (float)rounded(bottom * 4.0F / 14.0F), bottom};
    return f;
}

/* The base line and the line of capitals are sharp: strokes between are stretched. */
static float row_of(const fit *f, int y)
{
    if (y <= 4) {
        return f->small * (float)y / 4.0F;
    }
    return f->small + (f->bottom - f->small) * (float)(y - 4) / 10.0F;
}

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void put(wendi_font_glyph *strokes, float x, float y)
{
    if (strokes->count < WENDI_FONT_POINTS) {
        strokes->x[strokes->count] = x;
        strokes->y[strokes->count] = y;
        strokes->ends[strokes->count] = false;
        strokes->count++;
    }
}

static float length_of(point a, point b)
{
    return sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static point toward(point a, point b, float part)
{
    const point p = {a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
    return p;
}

/* A quarter of a circle instead of the corner b, as a cubic curve. */
static void put_arc(wendi_font_glyph *strokes, point a, point b, point c, float in, float out)
{
    enum { STEPS = 6 };
    const float radius = in < out ? in : out;
    const point begin = toward(b, a, radius / length_of(a, b));
    const point end = toward(b, c, radius / length_of(b, c));
    const point p = toward(begin, b, 0.5523F);
    const point q = toward(end, b, 0.5523F);
    for (int i = 0; i <= STEPS; i++) {
        const float t = (float)i / (float)STEPS;
        const float u = 1.0F - t;
        put(strokes,
            u * u * u * begin.x + 3.0F * u * u * t * p.x + 3.0F * u * t * t * q.x +
                t * t * t * end.x,
            u * u * u * begin.y + 3.0F * u * u * t * p.y + 3.0F * u * t * t * q.y +
                t * t * t * end.y);
    }
}

typedef struct corner {
    point at;
    bool is_round;
} corner;

/* Part of the line from a to b that an arc at b may use. */
static float share(const corner *a, const corner *b)
{
    const float length = length_of(a->at, b->at);
    return a->is_round ? length / 2.0F : length;
}

static void put_stroke(wendi_font_glyph *strokes, const corner *corners, int count)
{
    for (int i = 0; i < count; i++) {
        const corner *here = &corners[i];
        if (!here->is_round || i == 0 || i == count - 1) {
            put(strokes, here->at.x, here->at.y);
            continue;
        }
        put_arc(strokes, corners[i - 1].at, here->at, corners[i + 1].at,
                share(&corners[i - 1], here), share(&corners[i + 1], here));
    }
    if (strokes->count > 0) {
        strokes->ends[strokes->count - 1] = true;
    }
}

/* Reads points up to the stroke's end. @return behind it. */
static const char *read_stroke(const char *text, const fit *f, corner *corners, int capacity,
                               int *count)
{
    *count = 0;
    while (*text != '\0' && *text != ' ' && *count < capacity) {
        corner *c = &corners[(*count)++];
        c->is_round = *text == '~';
        text += c->is_round;
        c->at.x = (float)digit(text[0]) * f->across;
        c->at.y = row_of(f, digit(text[1]));
        text += 2;
    }
    return *text == ' ' ? text + 1 : text;
}

/* Strokes of text that is to stand out are wider. */
static float weight_of(int cap, bool is_title)
{
    return 1.05F + (float)cap * 0.035F + (is_title ? 0.35F : 0.0F);
}

void wendi_font_get(char c, int cap, bool is_title, wendi_font_glyph *strokes)
{
    corner corners[16];
    int count = 0;
    memset(strokes, 0, sizeof *strokes);
    const glyph *g = &glyphs[c >= ' ' && c <= '~' ? c - ' ' : '?' - ' '];
    const fit f = fit_of(g, cap, &strokes->width);
    const char *text = g->strokes;
    while (*text != '\0') {
        text = read_stroke(text, &f, corners, 16, &count);
        put_stroke(strokes, corners, count);
    }
    strokes->weight = weight_of(cap, is_title);
    strokes->margin = (int)(strokes->weight / 2.0F + 1.0F);
    strokes->advance = strokes->width + 1 + (int)(strokes->weight + 0.5F) + (cap + 4) / 8;
}

/* The square of the distance from a point to a line between two points. */
static float off_line(point p, point a, point b)
{
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float length = dx * dx + dy * dy;
    float t = length > 0.0F ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0.0F;
    t = t < 0.0F ? 0.0F : t > 1.0F ? 1.0F : t;
    const float ex = p.x - a.x - dx * t;
    const float ey = p.y - a.y - dy * t;
    return ex * ex + ey * ey;
}

float wendi_font_coverage(const wendi_font_glyph *strokes, int x, int y)
{
    const point p = {(float)x, (float)y};
    float best = 1e9F;
    for (int i = 0; i < strokes->count; i++) {
        const int next = strokes->ends[i] || i + 1 == strokes->count ? i : i + 1;
        const point a = {strokes->x[i], strokes->y[i]};
        const point b = {strokes->x[next], strokes->y[next]};
        const float d = off_line(p, a, b);
        best = d < best ? d : best;
    }
    const float cover = strokes->weight / 2.0F + 0.5F - sqrtf(best);
    return cover < 0.0F ? 0.0F : cover > 1.0F ? 1.0F : cover;
}
