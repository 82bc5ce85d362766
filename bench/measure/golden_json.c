/* Reads the polygons and queries of a file of the golden folder.
 * Cost: one pass over the text, which is kept whole meanwhile. */
#include "measure/golden_json.h"

#include "measure/json_numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3 };

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    long bytes = -1;
    char *text = NULL;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        bytes = ftell(file);
        bytes = fseek(file, 0, SEEK_SET) == 0 ? bytes : -1;
    }
    if (bytes > 0) {
        text = malloc((size_t)bytes + 1);
    }
    if (text != NULL) {
        text[fread(text, 1, (size_t)bytes, file)] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

static wend_vec3 point_of(const double *xyz)
{
    return (wend_vec3){xyz[0], xyz[2], xyz[1]};
}

/* ---- rounding ---- */

static const double STEP = 0.300000011920928955078125; /* 0.3 as a 32-bit float */
enum { CELLS_BEFORE = 16 };

static double coordinate(const golden_mesh *golden, size_t point, bool is_x)
{
    return is_x ? golden->points[point].x : golden->points[point].y;
}

static double on_lattice(double value, double origin)
{
    return origin + STEP * floor((value - origin) / STEP + 0.5);
}

/* The largest distance of a point from a lattice. */
static double miss(const golden_mesh *golden, bool is_x, double origin)
{
    double worst = 0;
    for (size_t k = 0; k < golden->point_count; k++) {
        const double value = coordinate(golden, k, is_x);
        worst = fmax(worst, fabs(on_lattice(value, origin) - value));
    }
    return worst;
}

/* The lattice's origin is a float some cells before the least coordinate: the one that fits best.
 */
static double find_origin(const golden_mesh *golden, bool is_x, double *least)
{
    double low = (double)INFINITY;
    double best = 0;
    *least = (double)INFINITY;
    for (size_t k = 0; k < golden->point_count; k++) {
        low = fmin(low, coordinate(golden, k, is_x));
    }
    for (int cells = 0; cells <= CELLS_BEFORE; cells++) {
        const double origin = (double)(float)(low - cells * STEP);
        const double off = miss(golden, is_x, origin);
        if (off < *least) {
            *least = off;
            best = origin;
        }
    }
    return best;
}

/* Meshes that Recast baked have their corners on a lattice, and the golden lengths are those of the
 * lattice's corners, while the file has them as 32-bit floats: 5 km from the origin up to 0.24
 * millimetres off, far more than lengths may be wrong. Puts them back where that is so. */
static void restore(golden_mesh *golden)
{
    double size = 0;
    double off_x, off_y;
    const double x = find_origin(golden, true, &off_x);
    const double y = find_origin(golden, false, &off_y);
    for (size_t k = 0; k < golden->point_count; k++) {
        size = fmax(size, fmax(fabs(golden->points[k].x), fabs(golden->points[k].y)));
    }
    const double rounding = size / 8388608; /* a float's last place, or two */
    if (off_x > rounding || off_y > rounding || rounding > STEP / 16) {
        return;
    }
    for (size_t k = 0; k < golden->point_count; k++) {
        golden->points[k].x = on_lattice(golden->points[k].x, x);
        golden->points[k].y = on_lattice(golden->points[k].y, y);
    }
}

/* ---- the parts ---- */

static bool take_points(golden_mesh *golden, const json_numbers *n)
{
    golden->point_count = n->count / 3;
    golden->points = malloc((golden->point_count + 1) * sizeof *golden->points);
    if (golden->points == NULL || n->count % 3 != 0) {
        return false;
    }
    for (size_t k = 0; k < golden->point_count; k++) {
        golden->points[k] = point_of(n->values + 3 * k);
    }
    return true;
}

static double turn_of(const golden_mesh *golden, const uint32_t *corners, uint32_t size)
{
    double sum = 0;
    for (uint32_t k = 0; k < size; k++) {
        const wend_vec3 a = golden->points[corners[k]];
        const wend_vec3 b = golden->points[corners[(k + 1) % size]];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

static void reverse(uint32_t *corners, uint32_t size)
{
    for (uint32_t k = 0; k < size / 2; k++) {
        const uint32_t corner = corners[k];
        corners[k] = corners[size - 1 - k];
        corners[size - 1 - k] = corner;
    }
}

static bool take_polygons(golden_mesh *golden, const json_numbers *n)
{
    golden->corners = malloc((n->count + 1) * sizeof *golden->corners);
    golden->sizes = malloc((n->list_count + 1) * sizeof *golden->sizes);
    if (golden->corners == NULL || golden->sizes == NULL) {
        return false;
    }
    for (size_t k = 0; k < n->count; k++) {
        if (!(n->values[k] >= 0 && n->values[k] < (double)golden->point_count)) {
            return false;
        }
        golden->corners[k] = (uint32_t)n->values[k];
    }
    for (size_t k = 0; k < n->list_count; k++) {
        uint32_t *corners = golden->corners + golden->corner_count;
        golden->sizes[k] = n->sizes[k];
        golden->corner_count += n->sizes[k];
        if (turn_of(golden, corners, n->sizes[k]) < 0) {
            reverse(corners, n->sizes[k]);
        }
    }
    golden->polygon_count = n->list_count;
    return true;
}

static bool take_queries(golden_mesh *golden, const json_numbers *n)
{
    golden->query_count = n->count / 8;
    golden->queries = malloc((golden->query_count + 1) * sizeof *golden->queries);
    if (golden->queries == NULL || n->count % 8 != 0) {
        return false;
    }
    for (size_t k = 0; k < golden->query_count; k++) {
        const double *row = n->values + 8 * k;
        golden->queries[k] = (golden_query){point_of(row), point_of(row + 3), row[6], row[7]};
    }
    return true;
}

static void set_name(golden_mesh *golden, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *end = strstr(name, ".json");
    const size_t length = end != NULL ? (size_t)(end - name) : strlen(name);
    snprintf(golden->name, sizeof golden->name, "%.*s", (int)(length < 60 ? length : 60), name);
}

bool golden_load(golden_mesh *golden, const char *path, char *error)
{
    memset(golden, 0, sizeof *golden);
    set_name(golden, path);
    char *text = read_text(path);
    if (text == NULL) {
        snprintf(error, GOLDEN_ERROR_CAPACITY, "%.200s: cannot be read", path);
        return false;
    }
    static const char *const KEYS[PARTS] = {"verts", "polys", "queries"};
    static bool (*const TAKE[PARTS])(golden_mesh *, const json_numbers *) = {
        take_points, take_polygons, take_queries};
    json_numbers lists[PARTS];
    char reason[JSON_NUMBERS_ERROR];
    bool is_ok = json_numbers_read(text, KEYS, PARTS, lists, reason);
    if (!is_ok) {
        snprintf(error, GOLDEN_ERROR_CAPACITY, "%s: %s", golden->name, reason);
    }
    for (size_t i = 0; i < PARTS && is_ok; i++) {
        is_ok = TAKE[i](golden, &lists[i]);
        if (!is_ok) {
            snprintf(error, GOLDEN_ERROR_CAPACITY, "%s: \"%s\" cannot be read", golden->name,
                     KEYS[i]);
        }
    }
    json_numbers_free(lists, PARTS);
    free(text);
    if (is_ok) {
        restore(golden);
    } else {
        golden_free(golden);
    }
    return is_ok;
}

void golden_free(golden_mesh *golden)
{
    free(golden->points);
    free(golden->corners);
    free(golden->sizes);
    free(golden->queries);
    memset(golden, 0, sizeof *golden);
}

wend_result golden_make(const golden_mesh *golden, wend_mesh **mesh, wend_message *message)
{
    wend_mesh_def def = wend_mesh_def_default();
    def.points = golden->points;
    def.point_count = golden->point_count;
    def.corners = golden->corners;
    def.sizes = golden->sizes;
    def.polygon_count = golden->polygon_count;
    def.message = message;
    return wend_mesh_create(&def, mesh, NULL);
}

bool golden_place(const wend_mesh *mesh, wend_vec3 at, wend_mesh_location *place)
{
    *place = wend_mesh_location_at(at.x, at.y, at.z);
    /* On the mesh the polygon is left to be found: at a vertex there may be several. */
    return wend_mesh_locate(mesh, at.x, at.y, at.z) != WEND_NODE_NONE ||
           wend_mesh_nearest(mesh, at.x, at.y, at.z, 0.01, place);
}

bool golden_is_right(double length, double golden)
{
    const double relative = 1e-6 * golden;
    return fabs(length - golden) <= (relative > 5e-6 ? relative : 5e-6);
}
