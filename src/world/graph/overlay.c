/* Overlays of a graph: numbers on edges that fade with each tick, and whose whole steps are added to
 * costs.
 * Cost: 8 bytes an edge that has a number. A tick reads these; a disc the edges near it. */
#include "world/graph/overlay.h"

#include "base/core/message.h"
#include "base/math/bits.h"
#include "world/graph/store.h"

#include <string.h>

static const uint32_t COOKIE = 0x3d0a7c61;

/* ---- the table ---- */

wendi_overlay_table wendi_graph_overlay_table(const wend_graph *graph)
{
    return (wendi_overlay_table){graph->overlays == NULL ? NULL : graph->overlays->items,
                                 sizeof(wendi_graph_overlay)};
}

bool wendi_graph_overlays_create(wend_graph *graph)
{
    if (graph->overlays == NULL) {
        graph->overlays = wendi_alloc_zero(&graph->allocator, sizeof *graph->overlays);
        if (graph->overlays != NULL) {
            wendi_array_u32_init(&graph->overlays->longer, &graph->allocator);
            wendi_array_u32_init(&graph->overlays->near, &graph->allocator);
            wendi_array_u32_init(&graph->overlays->scratch, &graph->allocator);
        }
    }
    return graph->overlays != NULL;
}

static void free_entries(const wend_graph *graph, wendi_graph_overlay *overlay)
{
    wendi_free(&graph->allocator, overlay->entries,
               overlay->head.capacity * sizeof *overlay->entries);
    overlay->entries = NULL;
    overlay->head.count = 0;
    overlay->head.capacity = 0;
}

void wendi_graph_overlays_free(wend_graph *graph)
{
    if (graph->overlays == NULL) {
        return;
    }
    for (uint32_t i = 0; i < WEND_GRAPH_OVERLAYS_MAX; i++) {
        free_entries(graph, &graph->overlays->items[i]);
    }
    wendi_array_u32_free(&graph->overlays->longer);
    wendi_array_u32_free(&graph->overlays->near);
    wendi_array_u32_free(&graph->overlays->scratch);
    wendi_free(&graph->allocator, graph->overlays, sizeof *graph->overlays);
    graph->overlays = NULL;
}

size_t wendi_graph_overlays_memory_bytes(const wend_graph *graph)
{
    if (graph->overlays == NULL) {
        return 0;
    }
    const wendi_graph_overlays *o = graph->overlays;
    size_t bytes = sizeof *o +
                   (o->longer.capacity + o->near.capacity + o->scratch.capacity) * sizeof(uint32_t);
    for (uint32_t i = 0; i < WEND_GRAPH_OVERLAYS_MAX; i++) {
        bytes += graph->overlays->items[i].head.capacity * sizeof(wendi_graph_overlay_entry);
    }
    return bytes;
}

/* ---- entries ---- */

/* The first entry whose edge is not below. */
static uint32_t lower_bound(const wendi_graph_overlay *overlay, uint32_t edge)
{
    uint32_t low = 0;
    uint32_t high = overlay->head.count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (overlay->entries[middle].edge < edge) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static uint32_t value_of(const wendi_graph_overlay *overlay, uint32_t edge)
{
    const uint32_t at = lower_bound(overlay, edge);
    return at < overlay->head.count && overlay->entries[at].edge == edge
               ? overlay->entries[at].value
               : 0;
}

void wendi_graph_overlays_drop_edge(wend_graph *graph, uint32_t edge)
{
    for (uint32_t i = 0; graph->overlays != NULL && i < WEND_GRAPH_OVERLAYS_MAX; i++) {
        wendi_graph_overlay *overlay = &graph->overlays->items[i];
        const uint32_t at = lower_bound(overlay, edge);
        if (at < overlay->head.count && overlay->entries[at].edge == edge) {
            overlay->head.count--;
            memmove(overlay->entries + at, overlay->entries + at + 1,
                    (overlay->head.count - at) * sizeof *overlay->entries);
        }
    }
}

void wendi_graph_overlays_renumber(wend_graph *graph, const uint32_t *map)
{
    for (uint32_t i = 0; graph->overlays != NULL && i < WEND_GRAPH_OVERLAYS_MAX; i++) {
        wendi_graph_overlay *overlay = &graph->overlays->items[i];
        for (uint32_t k = 0; k < overlay->head.count; k++) {
            overlay->entries[k].edge = map[overlay->entries[k].edge];
        }
    }
}

wend_cost wend_graph_overlay_cost(const wend_graph *graph, uint32_t layers, uint32_t edge)
{
    wend_cost sum = 0;
    if (graph == NULL || graph->overlays == NULL) {
        return sum;
    }
    for (uint32_t i = 0; i < WEND_GRAPH_OVERLAYS_MAX; i++) {
        const wendi_graph_overlay *overlay = &graph->overlays->items[i];
        if (overlay->head.count > 0 && (overlay->head.layers & layers) != 0) {
            sum += wendi_graph_overlay_cost_of(value_of(overlay, edge));
        }
    }
    return sum;
}

/* ---- revisions ---- */

/* One revision for all edges that change in a call. */
typedef struct overlay_edit {
    wend_graph *graph;
    bool has_advanced;
} overlay_edit;

static void note_change(overlay_edit *edit, uint32_t edge, uint32_t was, uint32_t is)
{
    if (wendi_graph_overlay_cost_of(was) == wendi_graph_overlay_cost_of(is)) {
        return;
    }
    edit->graph->revision += edit->has_advanced ? 0 : 1;
    edit->has_advanced = true;
    wendi_graph_record_change(edit->graph, edge, false);
}

/* ---- definitions and ids ---- */

wend_graph_overlay_def wend_graph_overlay_def_default(void)
{
    return (wend_graph_overlay_def){COOKIE, WEND_LAYER_JAM, 0.9, 64 * WEND_OVERLAY_ONE};
}

static wend_result find(const wend_graph *graph, wend_overlay_id id, wendi_graph_overlay **overlay)
{
    uint32_t index = 0;
    const wend_result result =
        graph == NULL ? WEND_ERROR_ARGUMENT
                      : wendi_overlay_index_of(wendi_graph_overlay_table(graph), id, &index);
    *overlay = result == WEND_OK ? &graph->overlays->items[index] : NULL;
    return result;
}

static wend_result find_or_fail(wend_graph *graph, const char *function, wend_overlay_id id,
                                wendi_graph_overlay **overlay)
{
    const wend_result result = find(graph, id, overlay);
    if (result != WEND_OK && graph != NULL) {
        (void)wendi_refuse_id(&graph->error, function, "overlay", id.index1, id.generation);
    }
    return result;
}

static wend_result add_checked(wend_graph *graph, const wend_graph_overlay_def *def,
                               wend_overlay_id *id, wend_message *message)
{
    static const char function[] = "wend_graph_add_overlay";
    if (id != NULL) {
        *id = (wend_overlay_id){0, 0};
    }
    if (graph == NULL || def == NULL || id == NULL) {
        return wendi_refuse_null(message, function,
                                 graph == NULL ? "graph"
                                 : def == NULL ? "def"
                                               : "id");
    }
    if (def->cookie != COOKIE) {
        return wendi_refuse_cookie(message, function, def->cookie,
                                   "wend_graph_overlay_def_default");
    }
    const wendi_overlay_terms terms = {def->layers, def->keep, def->max_value};
    uint32_t index;
    const wend_result result =
        wendi_overlay_choose(wendi_graph_overlay_table(graph), &terms, WEND_GRAPH_OVERLAY_VALUE_MAX,
                             function, message, &index);
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_graph_overlays_create(graph)) {
        return wendi_fail_plain(message, function, WEND_ERROR_MEMORY);
    }
    *id = wendi_overlay_start(&graph->overlays->items[index].head, &terms, index);
    return WEND_OK;
}

wend_result wend_graph_add_overlay(wend_graph *graph, const wend_graph_overlay_def *def,
                                   wend_overlay_id *id, wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    return wendi_fail_as_both(graph == NULL ? NULL : &graph->error, failure,
                              "wend_graph_add_overlay", add_checked(graph, def, id, failure));
}

wend_result wend_graph_remove_overlay(wend_graph *graph, wend_overlay_id id)
{
    wendi_graph_overlay *overlay;
    const wend_result result = find_or_fail(graph, "wend_graph_remove_overlay", id, &overlay);
    if (result != WEND_OK) {
        return result;
    }
    overlay_edit edit = {graph, false};
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        note_change(&edit, overlay->entries[i].edge, overlay->entries[i].value, 0);
    }
    free_entries(graph, overlay);
    *overlay = (wendi_graph_overlay){.head.generation = overlay->head.generation};
    return WEND_OK;
}

/* ---- queries ---- */

wend_result wend_graph_get_overlay(const wend_graph *graph, wend_overlay_id id,
                                   wend_graph_overlay_def *def)
{
    if (def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *def = wend_graph_overlay_def_default();
    wendi_graph_overlay *overlay;
    const wend_result result = find(graph, id, &overlay);
    if (result == WEND_OK) {
        const wendi_overlay_terms terms = wendi_overlay_terms_of(&overlay->head);
        def->layers = terms.layers;
        def->keep = terms.keep;
        def->max_value = terms.max_value;
    }
    return result;
}

wend_result wend_graph_list_overlays(const wend_graph *graph, wend_overlay_id *ids, size_t capacity,
                                     size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (graph == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_overlay_list_ids(wendi_graph_overlay_table(graph), ids, capacity, count);
}

uint32_t wend_graph_overlay_value(const wend_graph *graph, wend_overlay_id id, uint32_t edge)
{
    wendi_graph_overlay *overlay;
    return find(graph, id, &overlay) == WEND_OK ? value_of(overlay, edge) : 0;
}

/* ---- ticks ---- */

wend_result wend_graph_overlay_tick(wend_graph *graph, wend_overlay_id id)
{
    wendi_graph_overlay *overlay;
    const wend_result result = find_or_fail(graph, "wend_graph_overlay_tick", id, &overlay);
    if (result != WEND_OK || overlay->head.keep == WENDI_OVERLAY_KEEP_ONE) {
        return result;
    }
    overlay_edit edit = {graph, false};
    uint32_t left = 0;
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        const wendi_graph_overlay_entry was = overlay->entries[i];
        const uint32_t value = wendi_overlay_decay(&overlay->head, was.value);
        note_change(&edit, was.edge, was.value, value);
        if (value > 0) {
            overlay->entries[left++] = (wendi_graph_overlay_entry){was.edge, value};
        }
    }
    overlay->head.count = left;
    return WEND_OK;
}

/* ---- adding ---- */

/* The metres of an edge within a disc. */
static double metres_within(wend_vec3 a, wend_vec3 b, wend_vec2 centre, double radius)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double dz = b.z - a.z;
    const double fx = a.x - centre.x;
    const double fy = a.y - centre.y;
    const double squared = dx * dx + dy * dy;
    const double outside = fx * fx + fy * fy - radius * radius;
    const double metres = wend_sqrt(squared + dz * dz);
    if (!(squared > 0)) {
        return outside <= 0 ? metres : 0;
    }
    /* The line is within from (-along - root) / squared to (-along + root) / squared. */
    const double along = fx * dx + fy * dy;
    const double below = along * along - squared * outside;
    if (!(below > 0)) {
        return 0;
    }
    const double root = wend_sqrt(below);
    const double enters = (-along - root) / squared;
    const double leaves = (-along + root) / squared;
    const double from = enters > 0 ? enters : 0;
    const double to = leaves < 1 ? leaves : 1;
    return to > from ? (to - from) * metres : 0;
}

/* What is added: to one edge, or to all that pass through a disc. */
typedef struct overlay_addition {
    const wend_graph *graph;
    wend_vec2 centre;
    double radius;
    int32_t amount;
    bool is_disc;
    const uint32_t *edges; /* [edge_count] that it may concern, rising */
    uint32_t edge_count;
} overlay_addition;

static wend_vec3 place_of(const wend_graph *graph, wend_node node)
{
    const wend_vec2 at = graph->positions[node];
    return (wend_vec3){at.x, at.y, wendi_graph_height(graph, node)};
}

/* The box around an edge and that around the disc meet. */
static bool is_near(const overlay_addition *a, wend_vec2 from, wend_vec2 to)
{
    const double r = a->radius;
    const wend_vec2 c = a->centre;
    return !(from.x < c.x - r && to.x < c.x - r) && !(from.x > c.x + r && to.x > c.x + r) &&
           !(from.y < c.y - r && to.y < c.y - r) && !(from.y > c.y + r && to.y > c.y + r);
}

/* What an edge gets, in 1/256 metre. */
static int64_t addition_of(const overlay_addition *a, uint32_t edge)
{
    const wend_graph *graph = a->graph;
    if (!a->is_disc) {
        return a->amount;
    }
    const wendi_graph_record *record = &graph->edges[edge];
    if (record->from == WEND_NODE_NONE ||
        !is_near(a, graph->positions[record->from], graph->positions[record->to]) ||
        wendi_graph_arc_of(graph, edge).behaviour == WEND_BEHAVIOUR_TELEPORT) {
        return 0;
    }
    const double metres = metres_within(place_of(graph, record->from), place_of(graph, record->to),
                                        a->centre, a->radius);
    const double most = WEND_GRAPH_OVERLAY_VALUE_MAX;
    const double value = metres * (a->amount < 0 ? -(double)a->amount : (double)a->amount) + 0.5;
    const int64_t whole = (int64_t)(value < most ? value : most);
    return a->amount < 0 ? -whole : whole;
}

/* The number of edges that come to have an entry. */
static uint32_t count_new(const wendi_graph_overlay *overlay, const overlay_addition *a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->edge_count; i++) {
        const int64_t addition = addition_of(a, a->edges[i]);
        count += addition > 0 && value_of(overlay, a->edges[i]) == 0 ? 1 : 0;
    }
    return count;
}

static bool reserve(const wend_graph *graph, wendi_graph_overlay *overlay, uint32_t more)
{
    const uint32_t wanted = overlay->head.count + more;
    if (wanted <= overlay->head.capacity) {
        return true;
    }
    const uint32_t grown = overlay->head.capacity + overlay->head.capacity / 2 + 8;
    const uint32_t capacity = grown > wanted ? grown : wanted;
    wendi_graph_overlay_entry *entries =
        wendi_resize_items(&graph->allocator, overlay->entries, overlay->head.capacity, capacity,
                           sizeof *overlay->entries);
    if (entries == NULL) {
        return false;
    }
    overlay->entries = entries;
    overlay->head.capacity = capacity;
    return true;
}

/* From the last edge down, so that new entries move each old one once at most. */
static void put(overlay_edit *edit, wendi_graph_overlay *overlay, const overlay_addition *a,
                uint32_t more)
{
    wendi_graph_overlay_entry *entries = overlay->entries;
    const uint32_t total = overlay->head.count + more;
    uint32_t from = overlay->head.count;
    uint32_t to = total;
    for (uint32_t i = a->edge_count; i > 0; i--) {
        const uint32_t at = a->edges[i - 1];
        const int64_t addition = addition_of(a, at);
        if (addition == 0) {
            continue;
        }
        while (from > 0 && entries[from - 1].edge > at) {
            entries[--to] = entries[--from];
        }
        const bool is_there = from > 0 && entries[from - 1].edge == at;
        if (!is_there && addition < 0) {
            continue;
        }
        const uint32_t was = is_there ? entries[--from].value : 0;
        const uint32_t is = wendi_overlay_sum(&overlay->head, was, addition);
        entries[--to] = (wendi_graph_overlay_entry){at, is};
        note_change(edit, at, was, is);
    }
    overlay->head.count = total;
}

static void remove_zeros(wendi_graph_overlay *overlay)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        if (overlay->entries[i].value > 0) {
            overlay->entries[left++] = overlay->entries[i];
        }
    }
    overlay->head.count = left;
}

static wend_result add(wend_graph *graph, const char *function, wendi_graph_overlay *overlay,
                       const overlay_addition *a)
{
    const uint32_t more = count_new(overlay, a);
    if (!reserve(graph, overlay, more)) {
        return wendi_fail_plain(&graph->error, function, WEND_ERROR_MEMORY);
    }
    overlay_edit edit = {graph, false};
    put(&edit, overlay, a, more);
    if (a->amount < 0) {
        remove_zeros(overlay);
    }
    return WEND_OK;
}

wend_result wend_graph_overlay_add(wend_graph *graph, wend_overlay_id id, wend_vec2 centre,
                                   double radius, int32_t amount)
{
    static const char function[] = "wend_graph_overlay_add";
    wendi_graph_overlay *overlay;
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    /* Written so that NaN fails. */
    if (!(radius >= 0.0) || !wendi_is_finite(radius) || !wendi_is_finite(centre.x) ||
        !wendi_is_finite(centre.y)) {
        return wendi_fail(
            &graph->error, WEND_ERROR_ARGUMENT,
            "%s: radius is %s and centre is %s, %s: both must be finite, and radius 0 "
            "or more",
            function, wendi_format_number(radius).text, wendi_format_number(centre.x).text,
            wendi_format_number(centre.y).text);
    }
    const wend_result result = find_or_fail(graph, function, id, &overlay);
    if (result != WEND_OK) {
        return result;
    }
    overlay_addition a = {graph, centre, radius, amount, true, NULL, 0};
    if (!wendi_graph_overlays_find_near(graph, centre, radius, &a.edges, &a.edge_count)) {
        return wendi_fail_plain(&graph->error, function, WEND_ERROR_MEMORY);
    }
    return add(graph, function, overlay, &a);
}

wend_result wend_graph_overlay_add_edge(wend_graph *graph, wend_overlay_id id, uint32_t edge,
                                        int32_t amount)
{
    static const char function[] = "wend_graph_overlay_add_edge";
    wendi_graph_overlay *overlay;
    const wend_result result = find_or_fail(graph, function, id, &overlay);
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_graph_has_edge(graph, edge)) {
        return wendi_refuse_gone(&graph->error, function, "edge", edge);
    }
    return add(graph, function, overlay,
               &(overlay_addition){graph, {0, 0}, 0, amount, false, &edge, 1});
}
