/* Pictures: takes the shapes of wend_draw in metres and draws them in pixels as PNG or SVG. Lines
 * that continue each other, and cells in a row, are joined first. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "base/math/vec2.h"
#include "io/core/decimal.h"
#include "io/core/output.h"
#include "io/core/png.h"
#include "io/draw/canvas.h"
#include "io/draw/palette.h"
#include "wend/io_picture.h"

#include <assert.h>
#include <string.h>

static const uint32_t def_cookie = 0x50494354u;

static const int32_t side_pixels_max = 16384;
static const double side_pixels_usual = 1024.0;
static const double side_pixels_large = 4096.0;

/* Shapes farther out than this are left out. */
static const double pixels_max = 1e9;
/* Width of a casing on each side. */
static const double casing_width = 1.3;
/* Width of a line that means ground or a wall. */
static const double ground_line_width = 2.0;
/* Cells smaller than this, in pixels, have no room for an outline. */
static const double outline_from = 5.0;

/** Shapes arrive one by one; a run of cells or a line is held back until another shape arrives. */
struct wend_picture {
    wendi_canvas *canvas;
    wend_allocator allocator;
    wend_picture_format format;
    wend_vec2 corner; /**< Metres at pixel 0, 0. */
    wend_vec2 scale;  /**< Pixels a metre; that of y is negative where y points up. */

    bool has_cells; /**< A run of cells is held back: */
    wend_vec2 cells_low, cells_high;
    wend_style cells_look;

    wend_vec2 *points; /**< [point_capacity], a line of several segments is held back. */
    size_t point_count, point_capacity;
    wend_meaning line_meaning;
    double line_value;
    wend_message error; /* of the last failure */
};

/* ---- points ---- */

static wend_vec2 to_pixels(const wend_picture *p, wend_vec2 metres)
{
    wend_vec2 pixels = {(metres.x - p->corner.x) * p->scale.x,
                        (metres.y - p->corner.y) * p->scale.y};
    return pixels;
}

static bool is_drawable(wend_vec2 pixels)
{
    return pixels.x > -pixels_max && pixels.x < pixels_max && pixels.y > -pixels_max &&
           pixels.y < pixels_max;
}

static bool is_same_number(double a, double b)
{
    return !(a < b) && !(a > b);
}

static void stroke(wend_picture *p, const wend_vec2 *points, size_t count, const wend_style *look)
{
    const wendi_canvas_kind *kind = p->canvas->kind;
    if (look->casing.alpha > 0) {
        kind->stroke(p->canvas, points, count, look->stroke_width + 2.0 * casing_width,
                     look->casing);
    }
    if (look->stroke.alpha > 0) {
        kind->stroke(p->canvas, points, count, look->stroke_width, look->stroke);
    }
}

/* ---- shapes held back ---- */

static void flush_cells(wend_picture *p)
{
    if (!p->has_cells) {
        return;
    }
    p->has_cells = false;
    const wend_style *look = &p->cells_look;
    p->canvas->kind->rectangle(p->canvas, p->cells_low, p->cells_high, look->fill);
    if (look->stroke.alpha > 0 && p->cells_high.y - p->cells_low.y >= outline_from) {
        /* Half a pixel in, so that the outline lies on whole pixels of the cell. */
        wend_vec2 a = {p->cells_low.x + 0.5, p->cells_low.y + 0.5};
        wend_vec2 b = {p->cells_high.x - 0.5, p->cells_high.y - 0.5};
        const wend_vec2 outline[5] = {a, {b.x, a.y}, b, {a.x, b.y}, a};
        stroke(p, outline, 5, look);
    }
}

static void flush_line(wend_picture *p)
{
    if (p->point_count >= 2) {
        wend_style look = wend_style_of(p->line_meaning, p->line_value);
        if (look.stroke.alpha == 0) {
            /* Ground has no outline; a line that means ground, such as a wall of a mesh, is drawn
             * in the colour of that ground. */
            look.stroke = look.fill;
            look.stroke_width = ground_line_width;
        }
        stroke(p, p->points, p->point_count, &look);
    }
    p->point_count = 0;
}

static void flush(wend_picture *p)
{
    flush_cells(p);
    flush_line(p);
}

/* ---- cells ---- */

/** True if a run of cells continues the one that is held back, in the same style. */
static bool continues_cells(const wend_picture *p, wend_vec2 low, wend_vec2 high,
                            const wend_style *look)
{
    return p->has_cells && look->stroke.alpha == 0 &&
           wendi_colour_is_same(look->fill, p->cells_look.fill) &&
           p->cells_look.stroke.alpha == 0 && is_same_number(low.x, p->cells_high.x) &&
           is_same_number(low.y, p->cells_low.y) && is_same_number(high.y, p->cells_high.y);
}

static void on_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                     double value)
{
    wend_picture *p = context;
    flush_line(p);
    low = to_pixels(p, low);
    high = to_pixels(p, high);
    if (p->scale.y < 0.0) {
        const double bottom = low.y;
        low.y = high.y;
        high.y = bottom;
    }
    if (!is_drawable(low) || !is_drawable(high) || !(low.x < high.x) || !(low.y < high.y)) {
        return;
    }
    wend_style look = wend_style_of(meaning, value);
    if (continues_cells(p, low, high, &look)) {
        p->cells_high.x = high.x;
        return;
    }
    flush_cells(p);
    p->has_cells = true;
    p->cells_low = low;
    p->cells_high = high;
    p->cells_look = look;
}

/* ---- lines ---- */

static bool reserve_points(wend_picture *p, size_t count)
{
    if (count <= p->point_capacity) {
        return true;
    }
    size_t capacity = p->point_capacity < 32 ? 64 : p->point_capacity;
    while (capacity < count && capacity < SIZE_MAX / 2) {
        capacity *= 2;
    }
    wend_vec2 *points =
        wendi_resize_items(&p->allocator, p->points, p->point_capacity, capacity, sizeof *points);
    if (points == NULL) {
        return false;
    }
    p->points = points;
    p->point_capacity = capacity;
    return true;
}

/** Appends a point; one that only prolongs the last segment replaces the last point. */
static void push_point(wend_picture *p, wend_vec2 to)
{
    if (p->point_count >= 2) {
        wend_vec2 *last = &p->points[p->point_count - 1];
        wend_vec2 before = wend_vec2_sub(*last, last[-1]);
        wend_vec2 now = wend_vec2_sub(to, *last);
        if (is_same_number(wend_vec2_cross(before, now), 0.0) && wend_vec2_dot(before, now) > 0.0) {
            *last = to;
            return;
        }
    }
    if (!reserve_points(p, p->point_count + 1)) {
        p->canvas->has_failed = true;
        return;
    }
    p->points[p->point_count++] = to;
}

static void on_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value)
{
    wend_picture *p = context;
    flush_cells(p);
    from = to_pixels(p, from);
    to = to_pixels(p, to);
    if (!is_drawable(from) || !is_drawable(to)) {
        flush_line(p);
        return;
    }
    bool goes_on = p->point_count >= 2 && p->line_meaning == meaning &&
                   is_same_number(p->line_value, value) &&
                   wendi_vec2_is_same(p->points[p->point_count - 1], from);
    if (!goes_on) {
        flush_line(p);
        p->line_meaning = meaning;
        p->line_value = value;
        push_point(p, from);
    }
    push_point(p, to);
}

/* ---- the other shapes ---- */

/** Brings points into p->points as pixels and closes the outline; false if they cannot be drawn. */
static bool set_outline(wend_picture *p, const wend_vec2 *points, size_t count)
{
    if (points == NULL || count < 3 || count >= SIZE_MAX / sizeof *points) {
        return false;
    }
    if (!reserve_points(p, count + 1)) {
        p->canvas->has_failed = true;
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        p->points[i] = to_pixels(p, points[i]);
        if (!is_drawable(p->points[i])) {
            return false;
        }
    }
    p->points[count] = p->points[0];
    return true;
}

/** Tiles that are too small have no room for an outline, as cells. */
static bool has_room(const wend_vec2 *points, size_t count)
{
    double low = points[0].y;
    double high = points[0].y;
    for (size_t i = 1; i < count; i++) {
        low = points[i].y < low ? points[i].y : low;
        high = points[i].y > high ? points[i].y : high;
    }
    return high - low >= outline_from;
}

static void on_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                       double value)
{
    wend_picture *p = context;
    flush(p);
    if (!set_outline(p, points, count)) {
        return;
    }
    wend_style look = wend_style_of(meaning, value);
    look.casing.alpha = 0;
    if (!look.is_tile) {
        p->canvas->kind->polygon(p->canvas, p->points, count, look.fill);
        stroke(p, p->points, count + 1, &look);
        return;
    }
    p->canvas->kind->tile(p->canvas, p->points, count, look.fill);
    if (has_room(p->points, count)) {
        stroke(p, p->points, count + 1, &look);
    }
}

/** A circle without a fill: its outline. */
static void stroke_ring(wend_picture *p, wend_vec2 centre, double pixels, const wend_style *look)
{
    enum { CORNERS = 32 };
    const double turn = 6.28318530717958648 / (double)CORNERS;
    wend_vec2 ring[CORNERS + 1];
    for (int32_t i = 0; i < CORNERS; i++) {
        ring[i].x = centre.x + pixels * wend_cos(turn * i);
        ring[i].y = centre.y + pixels * wend_sin(turn * i);
    }
    ring[CORNERS] = ring[0];
    stroke(p, ring, CORNERS + 1, look);
}

static void on_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                      double value)
{
    wend_picture *p = context;
    flush(p);
    wend_style look = wend_style_of(meaning, value);
    double pixels = radius > 0.0 ? radius * p->scale.x : look.mark_radius;
    centre = to_pixels(p, centre);
    if (!is_drawable(centre) || !(pixels < pixels_max)) {
        return;
    }
    if (look.fill.alpha == 0) {
        stroke_ring(p, centre, pixels, &look);
        return;
    }
    if (look.casing.alpha > 0) {
        p->canvas->kind->disc(p->canvas, centre, pixels + casing_width, look.casing);
    }
    p->canvas->kind->disc(p->canvas, centre, pixels, look.fill);
}

static void on_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    wend_picture *p = context;
    flush(p);
    at = to_pixels(p, at);
    if (text != NULL && is_drawable(at)) {
        wend_style look = wend_style_of(meaning, 0.0);
        look.stroke.alpha = 255;
        p->canvas->kind->text(p->canvas, at, text, look.stroke);
    }
}

/* ---- the object ---- */

wend_picture_def wend_picture_def_default(void)
{
    wend_picture_def def;
    memset(&def, 0, sizeof def);
    def.cookie = def_cookie;
    return def;
}

/** Whole pixels for a metre where more than one fits on the usual size; one as long as the picture
 * is not too large; fewer beyond that. */
static double choose_scale(double longer_side)
{
    double fitting = side_pixels_usual / longer_side;
    if (fitting >= 1.0) {
        return fitting < pixels_max ? (double)(int64_t)fitting : fitting;
    }
    return longer_side <= side_pixels_large ? 1.0 : side_pixels_large / longer_side;
}

/** Pixels for a length; 0 when there are none or too many. */
static int32_t pixels_for(double metres, double scale)
{
    double pixels = metres * scale;
    if (!(pixels > 0.0) || pixels > side_pixels_max) {
        return 0;
    }
    /* A last sliver that is only rounding gets no pixel. */
    int32_t whole = (int32_t)pixels;
    return pixels - whole > 1e-6 || whole == 0 ? whole + 1 : whole;
}

static wend_result check_def(const wend_picture_def *def)
{
    if (!wendi_has_cookie(def->cookie, def_cookie, def->message, "wend_picture_create",
                          "wend_picture_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->format != WEND_PICTURE_PNG && def->format != WEND_PICTURE_SVG) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_picture_create: format is %d, and must be from %d to %d",
                          (int)def->format, (int)WEND_PICTURE_PNG, (int)WEND_PICTURE_SVG);
    }
    if (!wendi_is_finite(def->low.x) || !wendi_is_finite(def->low.y) ||
        !wendi_is_finite(def->high.x) || !wendi_is_finite(def->high.y) ||
        !(def->low.x < def->high.x) || !(def->low.y < def->high.y)) {
        const double numbers[4] = {def->low.x, def->low.y, def->high.x, def->high.y};
        char texts[4][WENDI_NUMBER_CAPACITY];
        for (size_t i = 0; i < 4; i++) {
            (void)wendi_number_text(numbers[i], texts[i]);
        }
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_picture_create: low is %s, %s and high %s, %s; expected both "
                          "numbers of low to be less than those of high",
                          texts[0], texts[1], texts[2], texts[3]);
    }
    if (!wendi_is_finite(def->pixels_per_metre) || def->pixels_per_metre < 0.0) {
        char found[WENDI_NUMBER_CAPACITY];
        (void)wendi_number_text(def->pixels_per_metre, found);
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_picture_create: pixels_per_metre is %s, and must be 0 or more",
                          found);
    }
    return WEND_OK;
}

static wend_result make_canvas(const wend_picture_def *def, double scale, wendi_canvas **canvas)
{
    int32_t width = pixels_for(def->high.x - def->low.x, scale);
    int32_t height = pixels_for(def->high.y - def->low.y, scale);
    if (width == 0 || height == 0) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_picture_create: pixels_per_metre is %s, too much for this area: a "
                          "picture has at most %d pixels along a side",
                          wendi_format_number(scale).text, (int)side_pixels_max);
    }
    if (def->format == WEND_PICTURE_PNG && !wendi_png_exists()) {
        return wendi_fail(def->message, WEND_ERROR_UNSUPPORTED,
                          "wend_picture_create: this build of wend_io writes no PNG");
    }
    wend_result result = def->format == WEND_PICTURE_PNG
                             ? wendi_canvas_png_create(width, height, wendi_draw_background(),
                                                       &def->allocator, canvas)
                             : wendi_canvas_svg_create(width, height, wendi_draw_background(),
                                                       &def->allocator, canvas);
    return result == WEND_OK ? WEND_OK
                             : wendi_fail(def->message, result,
                                          "wend_picture_create: out of memory for %d x %d pixels",
                                          (int)width, (int)height);
}

wend_result wend_picture_create(const wend_picture_def *def, wend_picture **picture)
{
    if (picture != NULL) {
        *picture = NULL;
    }
    wend_result result = def == NULL ? WEND_ERROR_ARGUMENT : check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (picture == NULL) {
        return wendi_refuse_null(def->message, "wend_picture_create", "picture");
    }
    wendi_message_clear(def->message);
    double wide = def->high.x - def->low.x;
    double high = def->high.y - def->low.y;
    double scale = def->pixels_per_metre > 0.0 ? def->pixels_per_metre
                                               : choose_scale(wide > high ? wide : high);
    wendi_canvas *canvas = NULL;
    result = make_canvas(def, scale, &canvas);
    if (result != WEND_OK) {
        return result;
    }
    assert(canvas != NULL);
    wend_picture *p = wendi_alloc_zero(&def->allocator, sizeof *p);
    if (p == NULL) {
        canvas->kind->destroy(canvas);
        return wendi_fail_plain(def->message, "wend_picture_create", WEND_ERROR_MEMORY);
    }
    p->canvas = canvas;
    p->allocator = def->allocator;
    p->format = def->format;
    p->corner = (wend_vec2){def->low.x, def->is_y_up ? def->high.y : def->low.y};
    p->scale = (wend_vec2){scale, def->is_y_up ? -scale : scale};
    *picture = p;
    return WEND_OK;
}

void wend_picture_destroy(wend_picture *picture)
{
    if (picture == NULL) {
        return;
    }
    wend_allocator allocator = picture->allocator;
    picture->canvas->kind->destroy(picture->canvas);
    wendi_free(&allocator, picture->points, picture->point_capacity * sizeof *picture->points);
    wendi_free(&allocator, picture, sizeof *picture);
}

const char *wend_picture_error(const wend_picture *picture)
{
    return picture == NULL ? "" : picture->error.text;
}

wend_draw wend_picture_draw(wend_picture *picture)
{
    wend_draw draw;
    memset(&draw, 0, sizeof draw);
    if (picture != NULL) {
        draw.cells = on_cells;
        draw.line = on_line;
        draw.polygon = on_polygon;
        draw.circle = on_circle;
        draw.text = on_text;
        draw.context = picture;
    }
    return draw;
}

/** The contents of its file. @param bytes to be freed in any case. */
static wend_result write_picture(wend_picture *picture, wendi_array_u8 *bytes,
                                 wend_message *message)
{
    wendi_array_u8_init(bytes, &picture->allocator);
    flush(picture);
    return picture->canvas->has_failed
               ? wendi_fail(message, WEND_ERROR_MEMORY, "memory ran out while drawing")
               : picture->canvas->kind->write(picture->canvas, bytes, message);
}

static bool ends_with(const char *file, const char *ending)
{
    const size_t length = strlen(file);
    const size_t most = strlen(ending);
    return length >= most && strcmp(file + length - most, ending) == 0;
}

wend_result wend_picture_save_file(wend_picture *picture, const char *file, wend_message *message)
{
    static const char function[] = "wend_picture_save_file";
    wend_message own = {0};
    wend_message *told = message != NULL ? message : &own;
    wendi_message_clear(told);
    if (picture == NULL || file == NULL) {
        (void)wendi_refuse_null(told, function, picture == NULL ? "picture" : "file");
        return wendi_fail_as_both(picture == NULL ? NULL : &picture->error, told, function,
                                  WEND_ERROR_ARGUMENT);
    }
    if (ends_with(file, picture->format == WEND_PICTURE_PNG ? ".svg" : ".png")) {
        const bool is_png = picture->format == WEND_PICTURE_PNG;
        (void)wendi_fail(told, WEND_ERROR_ARGUMENT,
                         "%s: the picture is %s, and the file's name ends in %s: set the format of "
                         "its definition to %s",
                         function, is_png ? "a PNG" : "an SVG", is_png ? ".svg" : ".png",
                         is_png ? "WEND_PICTURE_SVG" : "WEND_PICTURE_PNG");
        return wendi_fail_as_both(&picture->error, told, function, WEND_ERROR_ARGUMENT);
    }
    wendi_array_u8 bytes;
    wend_result result = write_picture(picture, &bytes, told);
    if (result == WEND_OK) {
        result = wend_io_write_file(file, bytes.items, bytes.count, told);
    }
    wendi_array_u8_free(&bytes);
    return wendi_fail_as_both(&picture->error, told, function, result);
}

wend_result wend_picture_save_memory(wend_picture *picture, const wend_allocator *allocator,
                                     uint8_t **bytes, size_t *count, wend_message *message)
{
    static const char function[] = "wend_picture_save_memory";
    wend_message own = {0};
    wend_message *told = message != NULL ? message : &own;
    wend_result result = WEND_ERROR_ARGUMENT;
    if (!wendi_save_begin(bytes, count, told)) {
        return wendi_fail_as_both(picture == NULL ? NULL : &picture->error, told, function, result);
    }
    if (picture == NULL) {
        return wendi_refuse_null(told, function, "picture");
    }
    wendi_array_u8 out;
    result = write_picture(picture, &out, told);
    if (result == WEND_OK) {
        result = wendi_save_copy(&out, allocator, bytes, count, told);
    }
    wendi_array_u8_free(&out);
    return wendi_fail_as_both(&picture->error, told, function, result);
}
