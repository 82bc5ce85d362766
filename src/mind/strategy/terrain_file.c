/* Analyses of terrain as bytes: the definition, the heights and the ground of the result. What follows
 * from them is not saved: loading analyses that ground again.
 *
 * One section of bytes.h, magic "WTAN", version 1, with these numbers, little-endian:
 *
 *   from a mesh u32, class u32, team u32, cell size of a mesh f64, radius f64, choke ratio f64, least area
 *   f64, height radius f64, advantage f64, view radius f64, stride u32, cover radius f64
 *   heights u64, the bits of each f32; has a result u32; then its width u32, height u32, cell size f64,
 *   origin f64 x 2, a bit for each cell if it is open, 8 to a byte, has heights u32, the bits of each */
#include "mind/strategy/terrain_analysis.h"

#include "base/core/visitor.h"
#include "base/math/bits.h"

#include <string.h>

enum { COOKIE = 0x54414e31, MAGIC = 0x4e415457, VERSION = 1 };

static void visit_rules(wendi_visitor *v, terrain_rules *rules)
{
    wendi_visit_f64(v, &rules->radius);
    wendi_visit_f64(v, &rules->choke_ratio);
    wendi_visit_f64(v, &rules->min_area);
    wendi_visit_f64(v, &rules->height_radius);
    wendi_visit_f64(v, &rules->height_advantage);
    wendi_visit_f64(v, &rules->view_radius);
    rules->view_stride = (int32_t)wendi_visit_code(v, (uint32_t)rules->view_stride, INT32_MAX);
    wendi_visit_f64(v, &rules->cover_radius);
}

static void visit_floats(wendi_visitor *v, float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = 0;
        memcpy(&bits, &values[i], sizeof bits);
        wendi_visit_u32(v, &bits);
        if (wendi_visitor_is_reading(v)) {
            memcpy(&values[i], &bits, sizeof bits);
            wendi_visit_expect(v, wendi_terrain_is_finite_f32(values[i]), "a height is not finite");
        }
    }
}

static void visit_open(wendi_visitor *v, uint8_t *open, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        uint8_t bits = 0;
        const size_t number = count - i < 8 ? count - i : 8;
        for (size_t k = 0; k < number; k++) {
            bits = (uint8_t)(bits | (open[i + k] & 1) << k);
        }
        wendi_visit_u8(v, &bits);
        if (wendi_visitor_is_reading(v)) {
            wendi_visit_expect(v, bits >> number == 0, "there are cells behind the last one");
            for (size_t k = 0; k < number; k++) {
                open[i + k] = bits >> k & 1;
            }
        }
    }
}

/* Class, team, cell size and rules. */
static void visit_head(wendi_visitor *v, wend_terrain_analysis *t, uint32_t *is_mesh)
{
    wendi_visit_u32(v, is_mesh);
    wendi_visit_u32(v, &t->movement_class);
    wendi_visit_u32(v, &t->team);
    wendi_visit_f64(v, &t->cell_size);
    visit_rules(v, &t->rules);
}

static void visit_place(wendi_visitor *v, terrain_result *r)
{
    r->width = (int32_t)wendi_visit_code(v, (uint32_t)r->width, WEND_TERRAIN_ANALYSIS_SIDE_MAX);
    r->height = (int32_t)wendi_visit_code(v, (uint32_t)r->height, WEND_TERRAIN_ANALYSIS_SIDE_MAX);
    wendi_visit_f64(v, &r->cell_size);
    wendi_visit_vec2(v, &r->origin);
}

/* Hashing and writing. */
static void visit_analysis(wendi_visitor *v, const wend_terrain_analysis *from)
{
    wend_terrain_analysis t = *from;
    uint32_t is_mesh = t.mesh != NULL ? 1 : 0;
    uint64_t heights = t.height_count;
    uint32_t has_result = t.has_result ? 1 : 0, has_heights = t.result.heights != NULL ? 1 : 0;
    visit_head(v, &t, &is_mesh);
    wendi_visit_u64(v, &heights);
    visit_floats(v, t.heights, t.height_count);
    wendi_visit_u32(v, &has_result);
    if (has_result == 0) {
        return;
    }
    const size_t cells = wendi_terrain_cells(&t.result);
    visit_place(v, &t.result);
    visit_open(v, t.result.open, cells);
    wendi_visit_u32(v, &has_heights);
    visit_floats(v, t.result.heights, has_heights != 0 ? cells : 0);
}

uint64_t wend_terrain_analysis_hash(const wend_terrain_analysis *analysis)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (analysis == NULL) {
        return 0;
    }
    visit_analysis(&v, analysis);
    return v.hash;
}

static void write_analysis(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_analysis(&v, object);
}

wend_result wend_terrain_analysis_save(const wend_terrain_analysis *analysis, uint8_t *bytes,
                                       size_t capacity, size_t *count)
{
    return wendi_save_object(analysis, write_analysis, MAGIC, VERSION, bytes, capacity, count);
}

static bool are_plain(const terrain_rules *r)
{
    return wendi_f64_is_plain(r->radius) && wendi_f64_is_plain(r->choke_ratio) &&
           wendi_f64_is_plain(r->min_area) && wendi_f64_is_plain(r->height_radius) &&
           wendi_f64_is_plain(r->view_radius) && wendi_f64_is_plain(r->cover_radius);
}

/* Creates the analysis that the head describes, over the definition's world. */
static wend_result read_head(wendi_visitor *v, const wend_terrain_analysis_def *from,
                             const char *function, wend_terrain_analysis **made)
{
    wend_terrain_analysis head;
    uint32_t is_mesh = 0;
    memset(&head, 0, sizeof head);
    visit_head(v, &head, &is_mesh);
    wendi_visit_expect(v, is_mesh <= 1 && are_plain(&head.rules), "the definition is out of range");
    if (wendi_visitor_has_failed(v)) {
        return wendi_visitor_result(v);
    }
    if ((is_mesh != 0) != (from->mesh != NULL)) {
        return wendi_fail(from->message, WEND_ERROR_ARGUMENT,
                          is_mesh != 0 ? "%s: the saved analysis is of a mesh"
                                       : "%s: the saved analysis is of a grid",
                          function);
    }
    wend_terrain_analysis_def def = *from;
    def.message = NULL; /* the file is wrong, not a definition */
    def.movement_class = head.movement_class;
    def.team = head.team;
    def.cell_size = head.cell_size;
    def.radius = head.rules.radius;
    def.choke_ratio = head.rules.choke_ratio;
    def.min_area = head.rules.min_area;
    def.height_radius = head.rules.height_radius;
    def.height_advantage = head.rules.height_advantage;
    def.view_radius = head.rules.view_radius;
    def.view_stride = head.rules.view_stride;
    def.cover_radius = head.rules.cover_radius;
    const bool is_world = is_mesh != 0 ? def.movement_class == 0 && def.team == WEND_TEAM_NONE
                                       : !(def.cell_size < 1) && !(def.cell_size > 1) &&
                                             wendi_terrain_check_world(&def, "") == WEND_OK;
    wendi_visit_expect(v, is_world && wendi_terrain_check_def(&def, "") == WEND_OK,
                       "the definition is out of range");
    const wend_result result = wendi_visitor_result(v);
    return result == WEND_OK ? wendi_terrain_create(&def, made) : result;
}

/* Reads the user's heights. @return WEND_OK or what is wrong. */
static wend_result read_heights(wendi_visitor *v, wend_terrain_analysis *t)
{
    uint64_t count = 0;
    wend_grid_info info = {0};
    wendi_visit_u64(v, &count);
    if (t->grid != NULL) {
        wend_grid_get_info(t->grid, &info);
    }
    wendi_visit_expect(v, count == 0 || count == (uint64_t)info.width * (uint64_t)info.height,
                       "the heights are those of another grid");
    wendi_visit_expect(v, count <= wendi_reader_remaining(v->reader) / 4,
                       "the data ends within the heights");
    if (wendi_visitor_has_failed(v) || count == 0) {
        return wendi_visitor_result(v);
    }
    t->heights = wendi_alloc_items(&t->allocator, (size_t)count, sizeof *t->heights);
    if (t->heights == NULL) {
        return WEND_ERROR_MEMORY;
    }
    t->height_count = (size_t)count;
    memset(t->heights, 0, t->height_count * sizeof *t->heights);
    visit_floats(v, t->heights, t->height_count);
    return wendi_visitor_result(v);
}

/* Reads the ground of the result into the work. */
static wend_result read_ground(wendi_visitor *v, wend_terrain_analysis *t,
                               const wend_terrain_analysis_def *from, const char *function)
{
    terrain_result place;
    wend_grid_info info = {0};
    memset(&place, 0, sizeof place);
    visit_place(v, &place);
    const size_t cells = wendi_terrain_cells(&place);
    wendi_visit_expect(v,
                       place.width > 0 && place.height > 0 && place.cell_size > 0 &&
                           wendi_is_finite(place.cell_size) && wendi_f64_is_plain(place.origin.x) &&
                           wendi_f64_is_plain(place.origin.y) && wendi_is_finite(place.origin.x) &&
                           wendi_is_finite(place.origin.y),
                       "the place of the ground is out of range");
    wendi_visit_expect(v, cells / 8 <= wendi_reader_remaining(v->reader),
                       "the data ends within the ground");
    if (wendi_visitor_has_failed(v)) {
        return wendi_visitor_result(v);
    }
    if (t->grid != NULL) {
        wend_grid_get_info(t->grid, &info);
        if (info.width != place.width || info.height != place.height) {
            return wendi_fail(from->message, WEND_ERROR_ARGUMENT,
                              "%s: the grid is of another size than that of the saved analysis",
                              function);
        }
        wendi_terrain_take_place(&t->work, t->grid);
    } else {
        t->work.has_diagonals = true;
        t->work.corner_rule = WEND_CORNER_NEVER;
    }
    const bool has_diagonals = t->work.has_diagonals;
    const wend_corner_rule corner_rule = t->work.corner_rule;
    t->work.result = place;
    t->work.has_diagonals = has_diagonals;
    t->work.corner_rule = corner_rule;
    /* Bits first: whether there are heights stands behind them. */
    uint8_t *open = wendi_alloc_zero(&t->allocator, cells);
    if (open == NULL) {
        t->work.result.width = t->work.result.height = 0;
        return WEND_ERROR_MEMORY;
    }
    uint32_t has_heights = 0;
    visit_open(v, open, cells);
    has_heights = wendi_visit_code(v, 0, 1);
    wendi_visit_expect(v, has_heights == 0 || cells <= wendi_reader_remaining(v->reader) / 4,
                       "the data ends within the heights");
    wend_result result = wendi_visitor_result(v);
    if (result == WEND_OK && !wendi_terrain_reserve_work(t, has_heights != 0)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) {
        memcpy(t->work.result.open, open, cells);
        visit_floats(v, t->work.result.heights, has_heights != 0 ? cells : 0);
        result = wendi_visitor_result(v);
    }
    wendi_free(&t->allocator, open, cells);
    return result;
}

static wend_result read_analysis(wendi_visitor *v, const wend_terrain_analysis_def *def,
                                 const char *function, wend_terrain_analysis **made)
{
    wendi_visit_part(v, "the data ends within the analysis");
    wend_result result = read_head(v, def, function, made);
    wend_terrain_analysis *t = *made;
    if (result != WEND_OK || t == NULL) {
        return result;
    }
    result = read_heights(v, t);
    if (result != WEND_OK) {
        return result;
    }
    const bool has_result = wendi_visit_code(v, 0, 1) != 0;
    result = wendi_visitor_result(v);
    if (result == WEND_OK && has_result) {
        result = read_ground(v, t, def, function);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the analysis");
    result = result == WEND_OK ? wendi_visitor_result(v) : result;
    if (result == WEND_OK && has_result) {
        t->work.stage = TERRAIN_DOWN;
        result = wendi_terrain_run(t, NULL);
        t->revision = 0;
        t->analysed = 0;
    }
    if (result == WEND_OK && t->grid != NULL) {
        t->has_new_heights =
            (t->heights != NULL) != (t->result.heights != NULL) ||
            (t->heights != NULL &&
             memcmp(t->heights, t->result.heights, t->height_count * sizeof *t->heights) != 0);
    }
    return result;
}

wend_result wend_terrain_analysis_load(const wend_terrain_analysis_def *def, const uint8_t *bytes,
                                       size_t count, wend_terrain_analysis **analysis)
{
    static const char function[] = "wend_terrain_analysis_load";
    if (analysis != NULL) {
        *analysis = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_terrain_analysis_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (analysis == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(def->message, function, analysis == NULL ? "analysis" : "bytes");
    }
    if ((def->grid == NULL) == (def->mesh == NULL)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: there must be either a grid or a mesh", function);
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the analysis",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(def->message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_terrain_analysis *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_analysis(&v, def, function, &made);
    if (result != WEND_OK) {
        wend_terrain_analysis_destroy(made);
        return result == WEND_ERROR_ARGUMENT
                   ? result
                   : wendi_fail_reason(def->message, function, result,
                                       result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *analysis = made;
    return WEND_OK;
}
