/* The lines of wall segments and solid polygons in buckets, and their points nearest to a
 * position.
 * Cost: rebuilt when walls change: the buckets that each line comes near; a search reads the lines
 * of one bucket. */
#include "crowd/obstacles/candidates.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"

enum { BUCKETS_MOST = 1 << 20, BUCKETS_FOR_EACH_LINE = 4, BUCKETS_LEAST = 64 };

void wendi_obstacle_lines_free(wendi_obstacle_lines *lines, const wend_allocator *a)
{
    wendi_free(a, lines->lines, lines->line_capacity * sizeof *lines->lines);
    wendi_free(a, lines->starts, lines->start_capacity * sizeof *lines->starts);
    wendi_free(a, lines->items, lines->item_capacity * sizeof *lines->items);
    wendi_free(a, lines->ids, lines->id_capacity * sizeof *lines->ids);
    *lines = (wendi_obstacle_lines){.walls = lines->walls};
}

/* ---- reading walls ---- */

static size_t lines_of(const wend_wall *wall, uint32_t stops)
{
    if ((wall->stops & stops) == 0) {
        return 0;
    }
    return wall->count < 3 && !(wall->is_polygon && wall->count == 2) ? 1 : wall->count;
}

static size_t read_wall(const wend_wall *wall, uint32_t stops, wendi_obstacle_line *out)
{
    const size_t count = lines_of(wall, stops);
    for (size_t i = 0; i < count; ++i) {
        const wend_vec2 a = wall->points[i];
        const wend_vec2 b = wall->points[(i + 1) % wall->count];
        if (out != NULL) {
            out[i] = (wendi_obstacle_line){a.x, a.y, b.x, b.y};
        }
    }
    return count;
}

/* Counts lines where `out` is NULL. @param ids scratch. */
static size_t read_walls(const wend_walls *walls, const wend_wall_id *ids, size_t id_count,
                         uint32_t stops, wendi_obstacle_line *out)
{
    size_t count = 0;
    for (size_t i = 0; i < id_count; ++i) {
        wend_wall wall;
        if (wend_walls_get(walls, ids[i], &wall) == WEND_OK) {
            count += read_wall(&wall, stops, out == NULL ? NULL : out + count);
        }
    }
    return count;
}

/* Makes an array large enough, without keeping its contents. */
static bool make_room(void **block, size_t *capacity, size_t item_bytes, size_t need,
                      const wend_allocator *a)
{
    if (need <= *capacity) {
        return true;
    }
    const size_t more = need + need / 4 + 16;
    void *fresh = wendi_alloc(a, more * item_bytes);
    if (fresh == NULL) {
        return false;
    }
    wendi_free(a, *block, *capacity * item_bytes);
    *block = fresh;
    *capacity = more;
    return true;
}

/* @return false: out of memory. */
static bool collect(wendi_obstacle_lines *lines, uint32_t stops, const wend_allocator *a)
{
    const size_t wall_count = wend_walls_count(lines->walls);
    lines->line_count = 0;
    if (wall_count == 0) {
        return true;
    }
    void *block = lines->ids;
    const bool has_ids = make_room(&block, &lines->id_capacity, sizeof *lines->ids, wall_count, a);
    lines->ids = block;
    if (!has_ids) {
        return false;
    }
    size_t count = 0;
    (void)wend_walls_list(lines->walls, lines->ids, wall_count, &count);
    const size_t need = read_walls(lines->walls, lines->ids, count, stops, NULL);
    block = lines->lines;
    const bool has_lines = make_room(&block, &lines->line_capacity, sizeof *lines->lines, need, a);
    lines->lines = block;
    if (has_lines) {
        lines->line_count = read_walls(lines->walls, lines->ids, count, stops, lines->lines);
    }
    return has_lines;
}

/* ---- buckets ---- */

static uint32_t bucket_at(double offset, double size, uint32_t count)
{
    const double at = offset / size;
    if (!(at > 0)) {
        return 0;
    }
    return at >= (double)count ? count - 1 : (uint32_t)at;
}

static double absolute(double value)
{
    return value < 0 ? -value : value;
}

/* True if the line may come within the margin of the bucket: separating axes of the box and of the
 * line, never false where it does. */
static bool comes_near(const wendi_obstacle_lines *lines, const wendi_obstacle_line *line,
                       uint32_t column, uint32_t row, double margin)
{
    const double half = 0.5 * lines->size + margin;
    const double cx = lines->low_x + ((double)column + 0.5) * lines->size;
    const double cy = lines->low_y + ((double)row + 0.5) * lines->size;
    const double dx = line->bx - line->ax;
    const double dy = line->by - line->ay;
    const double across = (cx - line->ax) * dy - (cy - line->ay) * dx;
    return absolute(across) <= half * (absolute(dx) + absolute(dy)) * (1 + 1e-9) + 1e-300;
}

typedef void (*visit_fn)(wendi_obstacle_lines *lines, uint32_t bucket, uint32_t line);

static void count_one(wendi_obstacle_lines *lines, uint32_t bucket, uint32_t line)
{
    (void)line;
    lines->starts[bucket + 1]++;
}

static void put_one(wendi_obstacle_lines *lines, uint32_t bucket, uint32_t line)
{
    lines->items[lines->starts[bucket]++] = line;
}

static void visit_line(wendi_obstacle_lines *lines, uint32_t index, double margin, visit_fn visit)
{
    const wendi_obstacle_line *line = &lines->lines[index];
    const double low_x = (line->ax < line->bx ? line->ax : line->bx) - margin - lines->low_x;
    const double high_x = (line->ax < line->bx ? line->bx : line->ax) + margin - lines->low_x;
    const double low_y = (line->ay < line->by ? line->ay : line->by) - margin - lines->low_y;
    const double high_y = (line->ay < line->by ? line->by : line->ay) + margin - lines->low_y;
    const uint32_t last_column = bucket_at(high_x, lines->size, lines->columns);
    const uint32_t last_row = bucket_at(high_y, lines->size, lines->rows);
    for (uint32_t row = bucket_at(low_y, lines->size, lines->rows); row <= last_row; ++row) {
        for (uint32_t column = bucket_at(low_x, lines->size, lines->columns); column <= last_column;
             ++column) {
            if (comes_near(lines, line, column, row, margin)) {
                visit(lines, row * lines->columns + column, index);
            }
        }
    }
}

static void visit_lines(wendi_obstacle_lines *lines, double margin, visit_fn visit)
{
    for (size_t i = 0; i < lines->line_count; ++i) {
        visit_line(lines, (uint32_t)i, margin, visit);
    }
}

static bool fill(wendi_obstacle_lines *lines, double margin, const wend_allocator *a)
{
    const size_t buckets = (size_t)lines->columns * lines->rows;
    void *block = lines->starts;
    const bool has_starts =
        make_room(&block, &lines->start_capacity, sizeof *lines->starts, buckets + 1, a);
    lines->starts = block;
    if (!has_starts) {
        return false;
    }
    for (size_t i = 0; i <= buckets; ++i) {
        lines->starts[i] = 0;
    }
    visit_lines(lines, margin, count_one);
    for (size_t i = 0; i < buckets; ++i) {
        lines->starts[i + 1] += lines->starts[i];
    }
    block = lines->items;
    const bool has_items =
        make_room(&block, &lines->item_capacity, sizeof *lines->items, lines->starts[buckets], a);
    lines->items = block;
    if (!has_items) {
        return false;
    }
    visit_lines(lines, margin, put_one);
    for (size_t i = buckets; i > 0; --i) {
        lines->starts[i] = lines->starts[i - 1];
    }
    lines->starts[0] = 0;
    return true;
}

bool wendi_obstacle_lines_are_stale(const wendi_obstacle_lines *lines)
{
    return lines->walls != NULL && lines->revision != wend_walls_revision(lines->walls);
}

bool wendi_obstacle_lines_build(wendi_obstacle_lines *lines, uint32_t stops, double margin,
                                const wend_allocator *a)
{
    if (!wendi_obstacle_lines_are_stale(lines)) {
        return true;
    }
    lines->revision = 0;
    bool is_built = collect(lines, stops, a);
    if (is_built && lines->line_count > 0) {
        /* About four buckets a line, none smaller than the margin. */
        wend_vec2 low = {0, 0};
        wend_vec2 high = {0, 0};
        (void)wend_walls_bounds(lines->walls, &low, &high);
        lines->low_x = low.x - margin;
        lines->low_y = low.y - margin;
        const double width = high.x - low.x + 2 * margin;
        const double height = high.y - low.y + 2 * margin;
        double most = (double)lines->line_count * (double)BUCKETS_FOR_EACH_LINE;
        most = most < (double)BUCKETS_LEAST ? (double)BUCKETS_LEAST : most;
        most = most > (double)BUCKETS_MOST ? (double)BUCKETS_MOST : most;
        const double by_area = wend_sqrt(width * height / most);
        lines->size = by_area > margin ? by_area : margin;
        const double longest = (width > height ? width : height) / (double)BUCKETS_MOST;
        lines->size = lines->size > longest ? lines->size : longest;
        lines->columns = (uint32_t)(width / lines->size) + 1;
        lines->rows = (uint32_t)(height / lines->size) + 1;
        is_built = fill(lines, margin, a);
    }
    lines->revision = is_built ? wend_walls_revision(lines->walls) : 0;
    return is_built;
}

/* ---- searches ---- */

/* The bucket of a position; false where no line is near. */
static bool find_bucket(const wendi_obstacle_lines *lines, double x, double y, uint32_t *bucket)
{
    if (lines->line_count == 0) {
        return false;
    }
    const double column = (x - lines->low_x) / lines->size;
    const double row = (y - lines->low_y) / lines->size;
    if (!(column >= 0 && row >= 0 && column < (double)lines->columns &&
          row < (double)lines->rows)) {
        return false;
    }
    *bucket = (uint32_t)row * lines->columns + (uint32_t)column;
    return true;
}

/* True if a line is among those of the bucket at its middle. */
static bool has_line(const wendi_obstacle_lines *lines, const wendi_obstacle_line *line)
{
    uint32_t bucket = 0;
    if (!find_bucket(lines, (line->ax + line->bx) / 2, (line->ay + line->by) / 2, &bucket)) {
        return false;
    }
    for (uint32_t i = lines->starts[bucket]; i < lines->starts[bucket + 1]; ++i) {
        const wendi_obstacle_line *other = &lines->lines[lines->items[i]];
        if (wendi_vec2_is_same((wend_vec2){other->ax, other->ay},
                               (wend_vec2){line->ax, line->ay}) &&
            wendi_vec2_is_same((wend_vec2){other->bx, other->by},
                               (wend_vec2){line->bx, line->by})) {
            return true;
        }
    }
    return false;
}

void wendi_obstacle_lines_compare(const wendi_obstacle_lines *lines,
                                  const wendi_obstacle_lines *old, wendi_obstacle_edits *closed)
{
    for (size_t i = 0; i < lines->line_count; ++i) {
        const wendi_obstacle_line *line = &lines->lines[i];
        if (!has_line(old, line)) {
            const wendi_obstacle_edits box = {line->ax < line->bx ? line->ax : line->bx,
                                              line->ay < line->by ? line->ay : line->by,
                                              line->ax < line->bx ? line->bx : line->ax,
                                              line->ay < line->by ? line->by : line->ay};
            wendi_obstacle_edits_add(closed, &box);
        }
    }
}

bool wendi_obstacle_lines_are_near(const wendi_obstacle_lines *lines, double x, double y)
{
    uint32_t bucket = 0;
    return find_bucket(lines, x, y, &bucket) && lines->starts[bucket + 1] > lines->starts[bucket];
}

/* A centre exactly on a line has no side: it is moved to the left of it. */
void wendi_obstacle_candidates_add_line(const wendi_obstacle_line *line, double x, double y,
                                        double reach, wendi_obstacle_candidates *candidates)
{
    const double dx = line->bx - line->ax;
    const double dy = line->by - line->ay;
    const double squared = dx * dx + dy * dy;
    const double foot = squared > 0 ? ((x - line->ax) * dx + (y - line->ay) * dy) / squared : 0;
    const double t = wendi_clamp(foot, 0, 1);
    wendi_obstacle_candidate candidate = {.x = line->ax + t * dx - x, .y = line->ay + t * dy - y};
    if (candidate.x * candidate.x + candidate.y * candidate.y > reach * reach) {
        return;
    }
    const double length = wend_sqrt(squared);
    /* The part within reach: equally far to both sides of the centre's foot point. */
    const double fx = line->ax + foot * dx - x;
    const double fy = line->ay + foot * dy - y;
    const double room = reach * reach - (fx * fx + fy * fy);
    const double half = room > 0 && length > 0 ? wend_sqrt(room) / length : 0;
    const double from = wendi_clamp(foot - half, 0, 1);
    const double to = wendi_clamp(foot + half, 0, 1);
    candidate.ax = line->ax + from * dx - x;
    candidate.ay = line->ay + from * dy - y;
    candidate.bx = line->ax + to * dx - x;
    candidate.by = line->ay + to * dy - y;
    if (!(candidate.x * candidate.x + candidate.y * candidate.y > 0)) {
        candidate.x = length > 0 ? dy / length * 1e-9 : 1e-9;
        candidate.y = length > 0 ? -dx / length * 1e-9 : 0;
    }
    candidate.squared = candidate.x * candidate.x + candidate.y * candidate.y;
    wendi_obstacle_candidates_add(candidates, &candidate);
}

void wendi_obstacle_lines_find(const wendi_obstacle_lines *lines, double x, double y, double reach,
                               wendi_obstacle_candidates *candidates)
{
    uint32_t bucket = 0;
    if (!find_bucket(lines, x, y, &bucket)) {
        return;
    }
    for (uint32_t i = lines->starts[bucket]; i < lines->starts[bucket + 1]; ++i) {
        wendi_obstacle_candidates_add_line(&lines->lines[lines->items[i]], x, y, reach, candidates);
    }
}
