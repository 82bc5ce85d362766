/* Overlays of a mesh: shapes whose numbers fade with each tick, and whose whole steps are added to
 * the cost of each metre inside.
 * Cost: 216 bytes a shape. A tick reads all of an overlay, adding looks for the same one. */
#include "world/mesh/overlay.h"

#include "base/core/memory.h"
#include "base/math/vec2.h"
#include "wend/walls.h"
#include "world/mesh/store.h"

#include <string.h>

static const uint32_t COOKIE = 0x4d4f5631;

/* ---- the table ---- */

wendi_overlay_table wendi_mesh_overlay_table(const wend_mesh *mesh)
{
    return (wendi_overlay_table){mesh->overlays == NULL ? NULL : mesh->overlays->items,
                                 sizeof(wendi_mesh_overlay)};
}

bool wendi_mesh_overlays_create(wend_mesh *mesh)
{
    if (mesh->overlays == NULL) {
        mesh->overlays = wendi_alloc_zero(&mesh->allocator, sizeof *mesh->overlays);
    }
    return mesh->overlays != NULL;
}

static void free_patches(const wend_mesh *mesh, wendi_mesh_overlay *overlay)
{
    wendi_free(&mesh->allocator, overlay->patches,
               overlay->head.capacity * sizeof *overlay->patches);
    overlay->patches = NULL;
    overlay->head.count = 0;
    overlay->head.capacity = 0;
}

void wendi_mesh_overlays_free(wend_mesh *mesh)
{
    for (uint32_t i = 0; mesh->overlays != NULL && i < WEND_MESH_OVERLAYS_MAX; i++) {
        free_patches(mesh, &mesh->overlays->items[i]);
    }
    wendi_free(&mesh->allocator, mesh->overlays, sizeof *mesh->overlays);
    mesh->overlays = NULL;
}

size_t wendi_mesh_overlays_memory_bytes(const wend_mesh *mesh)
{
    size_t bytes = mesh->overlays == NULL ? 0 : sizeof *mesh->overlays;
    for (uint32_t i = 0; mesh->overlays != NULL && i < WEND_MESH_OVERLAYS_MAX; i++) {
        bytes += mesh->overlays->items[i].head.capacity * sizeof(wendi_mesh_patch);
    }
    return bytes;
}

size_t wendi_mesh_overlays_list(const wend_mesh *mesh, uint32_t layers, wendi_mesh_patch *patches,
                                size_t capacity)
{
    size_t count = 0;
    for (uint32_t i = 0; mesh->overlays != NULL && i < WEND_MESH_OVERLAYS_MAX; i++) {
        const wendi_mesh_overlay *overlay = &mesh->overlays->items[i];
        for (uint32_t k = 0; (overlay->head.layers & layers) != 0 && k < overlay->head.count; k++) {
            if (wendi_mesh_patch_cost(&overlay->patches[k]) > 0) {
                if (count < capacity) {
                    patches[count] = overlay->patches[k];
                }
                count++;
            }
        }
    }
    return count;
}

/* ---- shapes ---- */

/* Written so that NaN fails. */
static bool is_usable(wend_vec2 at)
{
    return at.x >= -WEND_COORDINATE_MAX && at.x <= WEND_COORDINATE_MAX &&
           at.y >= -WEND_COORDINATE_MAX && at.y <= WEND_COORDINATE_MAX;
}

bool wendi_mesh_patch_measure(wendi_mesh_patch *patch)
{
    const double r = patch->radius;
    if (!(r >= 0 && r <= WEND_COORDINATE_MAX) || !is_usable(patch->centre)) {
        return false;
    }
    patch->low = (wend_vec2){patch->centre.x - r, patch->centre.y - r};
    patch->high = (wend_vec2){patch->centre.x + r, patch->centre.y + r};
    for (uint32_t i = 0; i < patch->point_count; i++) {
        const wend_vec2 at = patch->points[i];
        if (!is_usable(at)) {
            return false;
        }
        patch->low = i == 0 ? at : patch->low;
        patch->high = i == 0 ? at : patch->high;
        patch->low.x = at.x < patch->low.x ? at.x : patch->low.x;
        patch->low.y = at.y < patch->low.y ? at.y : patch->low.y;
        patch->high.x = at.x > patch->high.x ? at.x : patch->high.x;
        patch->high.y = at.y > patch->high.y ? at.y : patch->high.y;
    }
    return true;
}

/* The part of a line from `from` on within a disc. */
static double part_in_disc(const wendi_mesh_patch *patch, wend_vec2 from, wend_vec2 direction,
                           double squared)
{
    const double fx = from.x - patch->centre.x;
    const double fy = from.y - patch->centre.y;
    const double outside = fx * fx + fy * fy - patch->radius * patch->radius;
    const double along = fx * direction.x + fy * direction.y;
    const double below = along * along - squared * outside;
    if (!(below > 0)) {
        return 0;
    }
    /* The line is within from (-along - root) / squared to (-along + root) / squared. */
    const double root = wend_sqrt(below);
    const double enters = (-along - root) / squared;
    const double leaves = (-along + root) / squared;
    const double begin = enters > 0 ? enters : 0;
    const double end = leaves < 1 ? leaves : 1;
    return end > begin ? end - begin : 0;
}

/* True if a ray from a point to the right crosses an odd number of edges. */
static bool is_in_polygon(const wendi_mesh_patch *patch, wend_vec2 at)
{
    bool is_inside = false;
    for (uint32_t i = 0; i < patch->point_count; i++) {
        const wend_vec2 a = patch->points[i];
        const wend_vec2 b = patch->points[i + 1 == patch->point_count ? 0 : i + 1];
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x) {
            is_inside = !is_inside;
        }
    }
    return is_inside;
}

/* The line is cut where it crosses edges; the middle of each part says whether it lies inside. */
static double part_in_polygon(const wendi_mesh_patch *patch, wend_vec2 from, wend_vec2 direction)
{
    double cuts[WEND_MESH_OVERLAY_POINTS_MAX + 2] = {0};
    uint32_t count = 1;
    for (uint32_t i = 0; i < patch->point_count; i++) {
        const wend_vec2 a = patch->points[i];
        const wend_vec2 b = patch->points[i + 1 == patch->point_count ? 0 : i + 1];
        const double ex = b.x - a.x;
        const double ey = b.y - a.y;
        const double cross = direction.x * ey - direction.y * ex;
        if (cross > 0 || cross < 0) {
            const double t = ((a.x - from.x) * ey - (a.y - from.y) * ex) / cross;
            if (t > 0 && t < 1) {
                uint32_t k = count++;
                for (; cuts[k - 1] > t; k--) {
                    cuts[k] = cuts[k - 1];
                }
                cuts[k] = t;
            }
        }
    }
    cuts[count] = 1;
    double part = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double middle = 0.5 * (cuts[i] + cuts[i + 1]);
        const wend_vec2 at = {from.x + middle * direction.x, from.y + middle * direction.y};
        part += is_in_polygon(patch, at) ? cuts[i + 1] - cuts[i] : 0;
    }
    return part;
}

double wendi_mesh_patch_metres(const wendi_mesh_patch *patch, wend_vec2 from, wend_vec2 to)
{
    if (!wendi_mesh_line_may_meet(from, to, patch->low, patch->high)) {
        return 0;
    }
    const wend_vec2 direction = {to.x - from.x, to.y - from.y};
    const double squared = direction.x * direction.x + direction.y * direction.y;
    if (!(squared > 0)) {
        return 0;
    }
    const double part = patch->point_count == 0 ? part_in_disc(patch, from, direction, squared)
                                                : part_in_polygon(patch, from, direction);
    return part * wend_sqrt(squared);
}

bool wendi_mesh_patch_contains(const wendi_mesh_patch *patch, wend_vec2 at)
{
    if (patch->point_count > 0) {
        return is_in_polygon(patch, at);
    }
    const double dx = at.x - patch->centre.x;
    const double dy = at.y - patch->centre.y;
    return dx * dx + dy * dy <= patch->radius * patch->radius;
}

/* ---- definitions and ids ---- */

wend_mesh_overlay_def wend_mesh_overlay_def_default(void)
{
    return (wend_mesh_overlay_def){COOKIE, WEND_LAYER_JAM, 0.9, 64 * WEND_OVERLAY_ONE};
}

static wend_result find(const wend_mesh *mesh, wend_overlay_id id, wendi_mesh_overlay **overlay)
{
    uint32_t index = 0;
    const wend_result result =
        mesh == NULL ? WEND_ERROR_ARGUMENT
                     : wendi_overlay_index_of(wendi_mesh_overlay_table(mesh), id, &index);
    *overlay = result == WEND_OK ? &mesh->overlays->items[index] : NULL;
    return result;
}

static wend_result find_or_fail(wend_mesh *mesh, const char *function, wend_overlay_id id,
                                wendi_mesh_overlay **overlay)
{
    const wend_result result = find(mesh, id, overlay);
    if (result != WEND_OK && mesh != NULL) {
        (void)wendi_refuse_id(&mesh->error, function, "overlay", id.index1, id.generation);
    }
    return result;
}

static wend_result add_checked(wend_mesh *mesh, const wend_mesh_overlay_def *def,
                               wend_overlay_id *id, wend_message *message)
{
    static const char function[] = "wend_mesh_add_overlay";
    if (id != NULL) {
        *id = (wend_overlay_id){0, 0};
    }
    if (mesh == NULL || def == NULL || id == NULL) {
        return wendi_refuse_null(message, function,
                                 mesh == NULL  ? "mesh"
                                 : def == NULL ? "def"
                                               : "id");
    }
    if (def->cookie != COOKIE) {
        return wendi_refuse_cookie(message, function, def->cookie, "wend_mesh_overlay_def_default");
    }
    const wendi_overlay_terms terms = {def->layers, def->keep, def->max_value};
    uint32_t index;
    const wend_result result =
        wendi_overlay_choose(wendi_mesh_overlay_table(mesh), &terms, WEND_MESH_OVERLAY_VALUE_MAX,
                             function, message, &index);
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_mesh_overlays_create(mesh)) {
        return wendi_fail_plain(message, function, WEND_ERROR_MEMORY);
    }
    *id = wendi_overlay_start(&mesh->overlays->items[index].head, &terms, index);
    return WEND_OK;
}

wend_result wend_mesh_add_overlay(wend_mesh *mesh, const wend_mesh_overlay_def *def,
                                  wend_overlay_id *id, wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    return wendi_fail_as_both(mesh == NULL ? NULL : &mesh->error, failure, "wend_mesh_add_overlay",
                              add_checked(mesh, def, id, failure));
}

/* A change that queries notice. */
static void mark(wend_mesh *mesh, bool has_changed)
{
    mesh->revision += has_changed ? 1 : 0;
    mesh->overlays_revision = has_changed ? mesh->revision : mesh->overlays_revision;
}

wend_result wend_mesh_remove_overlay(wend_mesh *mesh, wend_overlay_id id)
{
    wendi_mesh_overlay *overlay;
    const wend_result result = find_or_fail(mesh, "wend_mesh_remove_overlay", id, &overlay);
    if (result == WEND_OK) {
        bool has_any = false;
        for (uint32_t i = 0; i < overlay->head.count; i++) {
            has_any = has_any || wendi_mesh_patch_cost(&overlay->patches[i]) > 0;
        }
        mark(mesh, has_any);
        free_patches(mesh, overlay);
        *overlay = (wendi_mesh_overlay){.head.generation = overlay->head.generation};
    }
    return result;
}

/* ---- queries ---- */

wend_result wend_mesh_get_overlay(const wend_mesh *mesh, wend_overlay_id id,
                                  wend_mesh_overlay_def *def)
{
    if (def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *def = wend_mesh_overlay_def_default();
    wendi_mesh_overlay *overlay;
    const wend_result result = find(mesh, id, &overlay);
    if (result == WEND_OK) {
        const wendi_overlay_terms terms = wendi_overlay_terms_of(&overlay->head);
        def->layers = terms.layers;
        def->keep = terms.keep;
        def->max_value = terms.max_value;
    }
    return result;
}

wend_result wend_mesh_list_overlays(const wend_mesh *mesh, wend_overlay_id *ids, size_t capacity,
                                    size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (mesh == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_overlay_list_ids(wendi_mesh_overlay_table(mesh), ids, capacity, count);
}

size_t wend_mesh_overlay_shape_count(const wend_mesh *mesh, wend_overlay_id id)
{
    wendi_mesh_overlay *overlay;
    return find(mesh, id, &overlay) == WEND_OK ? overlay->head.count : 0;
}

uint64_t wend_mesh_overlay_value(const wend_mesh *mesh, wend_overlay_id id, wend_vec2 at)
{
    wendi_mesh_overlay *overlay;
    uint64_t sum = 0;
    if (find(mesh, id, &overlay) == WEND_OK) {
        for (uint32_t i = 0; i < overlay->head.count; i++) {
            const wendi_mesh_patch *patch = &overlay->patches[i];
            sum += wendi_mesh_patch_contains(patch, at) ? patch->value : 0;
        }
    }
    return sum;
}

double wend_mesh_overlay_cost(const wend_mesh *mesh, uint32_t layers, wend_vec2 from, wend_vec2 to)
{
    double cost = 0;
    if (mesh == NULL || !is_usable(from) || !is_usable(to)) {
        return 0;
    }
    for (uint32_t i = 0; mesh->overlays != NULL && i < WEND_MESH_OVERLAYS_MAX; i++) {
        const wendi_mesh_overlay *overlay = &mesh->overlays->items[i];
        for (uint32_t k = 0; (overlay->head.layers & layers) != 0 && k < overlay->head.count; k++) {
            const wendi_mesh_patch *patch = &overlay->patches[k];
            cost += wendi_mesh_patch_cost(patch) * wendi_mesh_patch_metres(patch, from, to);
        }
    }
    return cost;
}

/* ---- changes ---- */

wend_result wend_mesh_overlay_tick(wend_mesh *mesh, wend_overlay_id id)
{
    wendi_mesh_overlay *overlay;
    const wend_result result = find_or_fail(mesh, "wend_mesh_overlay_tick", id, &overlay);
    if (result != WEND_OK || overlay->head.keep == WENDI_OVERLAY_KEEP_ONE) {
        return result;
    }
    bool has_changed = false;
    uint32_t left = 0;
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        const uint32_t was = overlay->patches[i].value;
        const uint32_t value = wendi_overlay_decay(&overlay->head, was);
        has_changed = has_changed || wendi_overlay_steps(was) != wendi_overlay_steps(value);
        if (value > 0) {
            overlay->patches[left] = overlay->patches[i];
            overlay->patches[left++].value = value;
        }
    }
    overlay->head.count = left;
    mark(mesh, has_changed);
    return WEND_OK;
}

static bool is_same_shape(const wendi_mesh_patch *a, const wendi_mesh_patch *b)
{
    bool is_same = a->point_count == b->point_count && a->radius >= b->radius &&
                   a->radius <= b->radius && wendi_vec2_is_same(a->centre, b->centre);
    for (uint32_t i = 0; i < a->point_count && is_same; i++) {
        is_same = wendi_vec2_is_same(a->points[i], b->points[i]);
    }
    return is_same;
}

/* Finds room for one more shape. */
static wend_result reserve(wend_mesh *mesh, const char *function, wendi_mesh_overlay *overlay)
{
    if (overlay->head.count == WEND_MESH_OVERLAY_SHAPES_MAX) {
        return wendi_fail(&mesh->error, WEND_ERROR_FULL,
                          "%s: the overlay has %ld shapes, which is the most", function,
                          (long)WEND_MESH_OVERLAY_SHAPES_MAX);
    }
    if (overlay->head.count < overlay->head.capacity) {
        return WEND_OK;
    }
    const uint32_t capacity = overlay->head.capacity + overlay->head.capacity / 2 + 8;
    wendi_mesh_patch *patches =
        wendi_resize_items(&mesh->allocator, overlay->patches, overlay->head.capacity, capacity,
                           sizeof *overlay->patches);
    if (patches == NULL) {
        return wendi_fail_plain(&mesh->error, function, WEND_ERROR_MEMORY);
    }
    overlay->patches = patches;
    overlay->head.capacity = capacity;
    return WEND_OK;
}

/* Adds to a measured shape. */
static wend_result add(wend_mesh *mesh, const char *function, wend_overlay_id id,
                       const wendi_mesh_patch *shape, int32_t amount)
{
    wendi_mesh_overlay *overlay;
    const wend_result result = find_or_fail(mesh, function, id, &overlay);
    if (result != WEND_OK || !(shape->low.x < shape->high.x && shape->low.y < shape->high.y)) {
        return result;
    }
    uint32_t at = 0;
    while (at < overlay->head.count && !is_same_shape(&overlay->patches[at], shape)) {
        at++;
    }
    const uint32_t was = at < overlay->head.count ? overlay->patches[at].value : 0;
    const uint32_t is = wendi_overlay_sum(&overlay->head, was, amount);
    if (is == was) {
        return WEND_OK;
    }
    if (at == overlay->head.count) {
        const wend_result room = reserve(mesh, function, overlay);
        if (room != WEND_OK) {
            return room;
        }
        overlay->patches[overlay->head.count++] = *shape;
    }
    overlay->patches[at].value = is;
    mark(mesh, wendi_overlay_steps(was) != wendi_overlay_steps(is));
    if (is == 0) {
        overlay->head.count--;
        memmove(&overlay->patches[at], &overlay->patches[at + 1],
                (overlay->head.count - at) * sizeof *overlay->patches);
    }
    return WEND_OK;
}

wend_result wend_mesh_overlay_add(wend_mesh *mesh, wend_overlay_id id, wend_vec2 centre,
                                  double radius, int32_t amount)
{
    static const char function[] = "wend_mesh_overlay_add";
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_mesh_patch shape;
    memset(&shape, 0, sizeof shape);
    shape.centre = centre;
    shape.radius = radius;
    if (!wendi_mesh_patch_measure(&shape)) {
        return wendi_fail(&mesh->error, WEND_ERROR_ARGUMENT,
                          "%s: radius is %s and centre is %s, %s: all must be at most %s, and "
                          "radius 0 or more",
                          function, wendi_format_number(radius).text,
                          wendi_format_number(centre.x).text, wendi_format_number(centre.y).text,
                          wendi_format_number(WEND_COORDINATE_MAX).text);
    }
    return add(mesh, function, id, &shape, amount);
}

static wend_result add_polygon(wend_mesh *mesh, const char *function, wend_overlay_id id,
                               const wend_vec2 *points, size_t count, int32_t amount)
{
    wendi_mesh_patch shape;
    memset(&shape, 0, sizeof shape);
    memcpy(shape.points, points, count * sizeof *points);
    shape.point_count = (uint32_t)count;
    return wendi_mesh_patch_measure(&shape)
               ? add(mesh, function, id, &shape, amount)
               : wendi_fail(&mesh->error, WEND_ERROR_ARGUMENT,
                            "%s: a point is not finite, or beyond %s", function,
                            wendi_format_number(WEND_COORDINATE_MAX).text);
}

wend_result wend_mesh_overlay_add_box(wend_mesh *mesh, wend_overlay_id id, wend_vec2 low,
                                      wend_vec2 high, int32_t amount)
{
    static const char function[] = "wend_mesh_overlay_add_box";
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    /* Written so that NaN fails. */
    if (!(low.x <= high.x && low.y <= high.y)) {
        return wendi_fail(&mesh->error, WEND_ERROR_ARGUMENT,
                          "%s: low is %s, %s and high is %s, %s: low must not be above high",
                          function, wendi_format_number(low.x).text,
                          wendi_format_number(low.y).text, wendi_format_number(high.x).text,
                          wendi_format_number(high.y).text);
    }
    const wend_vec2 points[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    return add_polygon(mesh, function, id, points, 4, amount);
}

wend_result wend_mesh_overlay_add_polygon(wend_mesh *mesh, wend_overlay_id id,
                                          const wend_vec2 *points, size_t count, int32_t amount)
{
    static const char function[] = "wend_mesh_overlay_add_polygon";
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (points == NULL) {
        return wendi_refuse_null(&mesh->error, function, "points");
    }
    if (count < 3 || count > WEND_MESH_OVERLAY_POINTS_MAX) {
        return wendi_refuse(&mesh->error, function, "count", (double)count, 3,
                            WEND_MESH_OVERLAY_POINTS_MAX);
    }
    return add_polygon(mesh, function, id, points, count, amount);
}
