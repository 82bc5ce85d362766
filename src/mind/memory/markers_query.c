/* Queries of markers: the nearest, in a circle, a cone or a box.
 * Cost: the cells around, or all markers where there are fewer of those; line of sight is tested last.
 *
 *     rings around the position      . 2 2 2 2 2 .       the search ends at the first ring whose cells
 *                                    . 2 1 1 1 2 .       are all further away than what was found
 *                                    . 2 1 x 1 2 .  */
#include "base/core/message.h"
#include "base/math/bits.h"
#include "mind/memory/markers.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { COOKIE = 0x4D524B33 };

static const double PI = 0x1.921fb54442d18p+1;

wend_marker_query wend_marker_query_default(void)
{
    wend_marker_query query;
    memset(&query, 0, sizeof query);
    query.cookie = COOKIE;
    query.kinds = UINT64_MAX;
    query.max_age = UINT64_MAX;
    query.max_distance = (double)INFINITY;
    query.max_height_difference = (double)INFINITY;
    query.stops = WEND_STOPS_SIGHT;
    return query;
}

typedef enum marker_area { AREA_NEAREST, AREA_CIRCLE, AREA_CONE, AREA_BOX } marker_area;

typedef struct marker_scan {
    const wend_markers *markers;
    const wend_marker_query *query;
    marker_area area;
    wend_vec3 at;
    wend_vec2 high;      /* of a box */
    wend_vec2 direction; /* of a cone, length 1 */
    double cosine;       /* of its half angle */
    double square;       /* of the radius */
    uint64_t best;       /* nearest: serial + 1 */
    wend_marker_id *ids; /* [capacity] a heap, the oldest on top once it is full */
    size_t capacity, kept, found;
} marker_scan;

/* ---- the ids kept: the newest `capacity` ---- */

static uint64_t serial_of(const marker_scan *scan, size_t i)
{
    return wendi_markers_slot(scan->markers, scan->ids[i].index1 - 1)->serial;
}

static void sift_down(marker_scan *scan, size_t i, size_t count)
{
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < count; child++) {
            least = serial_of(scan, child) < serial_of(scan, least) ? child : least;
        }
        if (least == i) {
            return;
        }
        const wend_marker_id id = scan->ids[i];
        scan->ids[i] = scan->ids[least];
        scan->ids[least] = id;
        i = least;
    }
}

static void keep(marker_scan *scan, uint64_t serial)
{
    const wend_marker_id id = wendi_markers_id(scan->markers, serial);
    scan->found++;
    if (scan->kept < scan->capacity) {
        scan->ids[scan->kept++] = id;
        if (scan->kept == scan->capacity) {
            for (size_t i = scan->kept / 2; i > 0; i--) {
                sift_down(scan, i - 1, scan->kept);
            }
        }
    } else if (scan->capacity > 0 && serial > serial_of(scan, 0)) {
        scan->ids[0] = id;
        sift_down(scan, 0, scan->kept);
    }
}

/* The newest first: a heap whose top is the oldest, taken to the end again and again. */
static void sort_kept(marker_scan *scan)
{
    for (size_t i = scan->kept / 2; i > 0; i--) {
        sift_down(scan, i - 1, scan->kept);
    }
    for (size_t count = scan->kept; count > 1; count--) {
        const wend_marker_id id = scan->ids[0];
        scan->ids[0] = scan->ids[count - 1];
        scan->ids[count - 1] = id;
        sift_down(scan, 0, count - 1);
    }
}

/* ---- looking ---- */

static bool is_inside(const marker_scan *scan, const wendi_marker_slot *slot, double *square)
{
    const double x = slot->position.x - scan->at.x, y = slot->position.y - scan->at.y;
    *square = x * x + y * y;
    switch (scan->area) {
    case AREA_BOX:
        return slot->position.x >= scan->at.x && slot->position.x <= scan->high.x &&
               slot->position.y >= scan->at.y && slot->position.y <= scan->high.y;
    case AREA_CONE:
        return *square <= scan->square &&
               x * scan->direction.x + y * scan->direction.y >= scan->cosine * wend_sqrt(*square);
    case AREA_NEAREST:
        return *square < scan->square ||
               (*square <= scan->square && (scan->best == 0 || slot->serial >= scan->best));
    case AREA_CIRCLE:
    default:
        return *square <= scan->square;
    }
}

static bool matches(const marker_scan *scan, const wendi_marker_slot *slot)
{
    const wend_marker_query *query = scan->query;
    const double height = slot->position.z - scan->at.z;
    if ((query->kinds >> slot->kind & 1) == 0 ||
        scan->markers->tick - slot->tick > query->max_age ||
        !((height < 0 ? -height : height) <= query->max_height_difference)) {
        return false;
    }
    if (query->is_marker != NULL) {
        wend_marker marker = wend_marker_default();
        wendi_markers_copy(slot, &marker);
        if (!query->is_marker(query->user, wendi_markers_id(scan->markers, slot->serial),
                              &marker)) {
            return false;
        }
    }
    return query->walls == NULL ||
           wend_walls_can_see(query->walls, (wend_vec2){scan->at.x, scan->at.y},
                              (wend_vec2){slot->position.x, slot->position.y}, query->stops);
}

static void look_at(marker_scan *scan, uint64_t serial)
{
    double square;
    const wendi_marker_slot *slot = wendi_markers_at(scan->markers, serial);
    if (slot == NULL || !is_inside(scan, slot, &square) || !matches(scan, slot)) {
        return;
    }
    if (scan->area == AREA_NEAREST) {
        scan->square = square;
        scan->best = serial + 1;
    } else {
        keep(scan, serial);
    }
}

static void look_at_all(marker_scan *scan)
{
    for (uint64_t serial = scan->markers->added; serial > wendi_markers_first(scan->markers);
         serial--) {
        look_at(scan, serial - 1);
    }
}

static void look_into(marker_scan *scan, int64_t x, int64_t y)
{
    const wend_markers *markers = scan->markers;
    uint32_t i = markers->buckets[wendi_markers_bucket(markers, x, y)].newest;
    while (i != WENDI_MARKERS_NONE) {
        const wendi_marker_slot *slot = wendi_markers_slot(markers, i);
        if (slot->x == x && slot->y == y) {
            look_at(scan, slot->serial);
        }
        i = slot->older;
    }
}

/* Markers that may be there; none where there never were buckets. */
static uint64_t stored(const wend_markers *markers)
{
    return markers->bucket_count == 0 ? 0 : markers->added - wendi_markers_first(markers);
}

/* The cells of a box, or all markers where those are fewer. */
static void look_around(marker_scan *scan, wend_vec2 low, wend_vec2 high)
{
    const wend_markers *markers = scan->markers;
    const bool is_bounded = low.x >= -WEND_COORDINATE_MAX && low.y >= -WEND_COORDINATE_MAX &&
                            high.x <= WEND_COORDINATE_MAX && high.y <= WEND_COORDINATE_MAX;
    if (stored(markers) == 0 || !(low.x <= high.x && low.y <= high.y)) {
        return;
    }
    const double columns = is_bounded ? (high.x - low.x) / markers->cell_size + 2 : 0;
    const double rows = is_bounded ? (high.y - low.y) / markers->cell_size + 2 : 0;
    if (!is_bounded || columns * rows > (double)stored(markers)) {
        look_at_all(scan);
        return;
    }
    const int64_t last_x = wendi_markers_cell(markers, high.x);
    const int64_t last_y = wendi_markers_cell(markers, high.y);
    for (int64_t y = wendi_markers_cell(markers, low.y); y <= last_y; y++) {
        for (int64_t x = wendi_markers_cell(markers, low.x); x <= last_x; x++) {
            look_into(scan, x, y);
        }
    }
}

static void look_in_rings(marker_scan *scan)
{
    const wend_markers *markers = scan->markers;
    const int64_t x = wendi_markers_cell(markers, scan->at.x);
    const int64_t y = wendi_markers_cell(markers, scan->at.y);
    uint64_t cells = 1;
    look_into(scan, x, y);
    for (int64_t ring = 1;; ring++) {
        /* The cells of the ring begin at more than ring - 2 cell sizes, with any rounding. */
        const double least = ring > 2 ? (double)(ring - 2) * markers->cell_size : 0;
        if (least * least > scan->square) {
            return;
        }
        cells += 8 * (uint64_t)ring;
        if (cells > stored(markers)) {
            look_at_all(scan);
            return;
        }
        for (int64_t i = -ring; i <= ring; i++) {
            look_into(scan, x + i, y - ring);
            look_into(scan, x + i, y + ring);
        }
        for (int64_t i = 1 - ring; i < ring; i++) {
            look_into(scan, x - ring, y + i);
            look_into(scan, x + ring, y + i);
        }
    }
}

/* ---- the public face ---- */

static bool is_query(const wend_marker_query *query)
{
    return query->cookie == COOKIE && query->max_distance >= 0 && query->max_height_difference >= 0;
}

static bool is_position(wend_vec3 position)
{
    return wendi_check_vec3(NULL, "", "", position) == WEND_OK;
}

wend_marker_id wend_markers_nearest(const wend_markers *markers, wend_vec3 position,
                                    const wend_marker_query *query)
{
    const wend_marker_query defaults = wend_marker_query_default();
    query = query == NULL ? &defaults : query;
    if (markers == NULL || !is_query(query) || !is_position(position) || stored(markers) == 0) {
        return (wend_marker_id){0, 0};
    }
    marker_scan scan = {.markers = markers,
                        .query = query,
                        .area = AREA_NEAREST,
                        .at = position,
                        .square = query->max_distance * query->max_distance};
    look_in_rings(&scan);
    return scan.best == 0 ? (wend_marker_id){0, 0} : wendi_markers_id(markers, scan.best - 1);
}

/* Lists what is in the area of the scan, which lies in the box. */
static wend_result list(marker_scan *scan, wend_vec2 low, wend_vec2 high, size_t *count)
{
    look_around(scan, low, high);
    sort_kept(scan);
    *count = scan->found;
    return scan->found > scan->capacity ? WEND_TRUNCATED : WEND_OK;
}

/* A little more than a circle: a square of a distance may be rounded down. */
static wend_result list_around(marker_scan *scan, double radius, size_t *count)
{
    const double reach = radius * (1 + 1e-12) + 1e-150;
    scan->square = radius * radius;
    return list(scan, (wend_vec2){scan->at.x - reach, scan->at.y - reach},
                (wend_vec2){scan->at.x + reach, scan->at.y + reach}, count);
}

static bool can_list(const wend_markers *markers, const wend_marker_query *query, wend_vec3 at,
                     const wend_marker_id *ids, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    return markers != NULL && is_query(query) && count != NULL && (ids != NULL || capacity == 0) &&
           is_position(at);
}

wend_result wend_markers_in_circle(const wend_markers *markers, wend_vec3 centre, double radius,
                                   const wend_marker_query *query, wend_marker_id *ids,
                                   size_t capacity, size_t *count)
{
    const wend_marker_query defaults = wend_marker_query_default();
    query = query == NULL ? &defaults : query;
    if (!can_list(markers, query, centre, ids, capacity, count) || !(radius >= 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    marker_scan scan = {.markers = markers,
                        .query = query,
                        .area = AREA_CIRCLE,
                        .at = centre,
                        .ids = ids,
                        .capacity = capacity};
    return list_around(&scan, radius, count);
}

wend_result wend_markers_in_cone(const wend_markers *markers, wend_vec3 apex, wend_vec2 direction,
                                 double half_angle, double radius, const wend_marker_query *query,
                                 wend_marker_id *ids, size_t capacity, size_t *count)
{
    const wend_marker_query defaults = wend_marker_query_default();
    query = query == NULL ? &defaults : query;
    const bool has_direction = wendi_is_finite(direction.x) && wendi_is_finite(direction.y) &&
                               (!wendi_is_zero(direction.x) || !wendi_is_zero(direction.y));
    if (!can_list(markers, query, apex, ids, capacity, count) || !(radius >= 0) || !has_direction ||
        !(half_angle >= 0 && half_angle <= PI)) {
        return WEND_ERROR_ARGUMENT;
    }
    marker_scan scan = {.markers = markers,
                        .query = query,
                        .area = half_angle >= PI ? AREA_CIRCLE : AREA_CONE,
                        .at = apex,
                        .direction = wend_vec2_normalize(direction),
                        .cosine = wend_cos(half_angle),
                        .ids = ids,
                        .capacity = capacity};
    return list_around(&scan, radius, count);
}

wend_result wend_markers_in_box(const wend_markers *markers, wend_vec3 low, wend_vec2 high,
                                const wend_marker_query *query, wend_marker_id *ids,
                                size_t capacity, size_t *count)
{
    const wend_marker_query defaults = wend_marker_query_default();
    query = query == NULL ? &defaults : query;
    if (!can_list(markers, query, low, ids, capacity, count) || query->walls != NULL ||
        wendi_check_vec2(NULL, "", "", high) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    marker_scan scan = {.markers = markers,
                        .query = query,
                        .area = AREA_BOX,
                        .at = low,
                        .high = high,
                        .ids = ids,
                        .capacity = capacity};
    return list(&scan, (wend_vec2){low.x, low.y}, high, count);
}
