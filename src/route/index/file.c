/* Hashes indexes, saves them to bytes, and loads them from bytes of any origin.
 * Cost: linear.
 *
 * Loaded bytes are checked completely, so that queries need no checks: see wendi_hierarchy_check.
 */
#include "base/core/visitor.h"
#include "route/index/index.h"

#include <string.h>

/* Indexes of graphs are of version 1, those of grids of version 2. */
enum { FILE_MAGIC = 0x58444957 /* WIDX */, VERSION_GRAPH = 1, VERSION_GRID = 2, ARC_BYTES = 16 };
enum { KIND_GRAPH, KIND_GRID, SIDE_MAX = 65536 };

/* The numbers before all arrays. */
typedef struct index_head {
    uint32_t node_count, edge_count, core_count;
    uint8_t is_symmetric;
    uint32_t arc_counts[WENDI_SIDES];
} index_head;

static void visit_head(wendi_visitor *v, wend_index *index, index_head *head)
{
    index->is_grid =
        wendi_visit_code(v, index->is_grid ? KIND_GRID : KIND_GRAPH, KIND_GRID) == KIND_GRID;
    wendi_visit_u64(v, &index->hash);
    wendi_visit_u32(v, &head->edge_count);
    wendi_visit_u32(v, &head->core_count);
    wendi_visit_u8(v, &head->is_symmetric);
    wendi_visit_u32(v, &head->arc_counts[WENDI_AHEAD]);
    wendi_visit_u32(v, &head->arc_counts[WENDI_BEHIND]);
    head->node_count =
        (uint32_t)wendi_visit_count(v, head->node_count, 2 * sizeof(uint32_t), WENDI_SHORTCUT - 1);
}

static void visit_body(wendi_visitor *v, wendi_hierarchy *h)
{
    wendi_visit_u32_array(v, h->positions, h->node_count);
    for (uint32_t side = 0; side < (h->is_symmetric ? 1u : 2u); ++side) {
        wendi_hierarchy_arcs *arcs = &h->arcs[side];
        wendi_visit_u32_array(v, arcs->first + 1, h->node_count);
        for (uint32_t k = 0; k < arcs->count; ++k) {
            wendi_visit_u64(v, &arcs->items[k].cost);
            wendi_visit_u32(v, &arcs->items[k].target);
            wendi_visit_u32(v, &arcs->items[k].via);
        }
    }
}

static index_head head_of(const wend_index *index)
{
    const wendi_hierarchy *h = &index->hierarchy;
    const index_head head = {
        index->node_count,
        index->edge_count,
        h->core_count,
        h->is_symmetric ? 1 : 0,
        {h->arcs[WENDI_AHEAD].count, h->is_symmetric ? 0 : h->arcs[WENDI_BEHIND].count}};
    return head;
}

/* ---- grids ---- */

/* Of a grid the open cells are kept: jump points follow from them. */
typedef struct grid_head {
    uint32_t columns, rows;
    uint8_t rule, factor;
} grid_head;

static void visit_grid_head(wendi_visitor *v, grid_head *head)
{
    wendi_visit_u32(v, &head->columns);
    wendi_visit_u32(v, &head->rows);
    wendi_visit_u8(v, &head->rule);
    wendi_visit_u8(v, &head->factor);
}

static void visit_grid(wendi_visitor *v, const wendi_jump_states *states)
{
    grid_head head = {states->columns, states->rows, states->rule, states->factor};
    visit_grid_head(v, &head);
    wendi_visit_u64_array(v, states->open, (size_t)states->rows * states->row_words);
}

/* Reads the open cells of a grid, and finds its jump points. */
static void read_grid(wendi_visitor *v, wend_index *index)
{
    grid_head head = {0, 0, 0, 0};
    visit_grid_head(v, &head);
    const uint32_t words = (head.columns + 63) / 64;
    const uint64_t count = (uint64_t)head.rows * words;
    wendi_visit_expect(v,
                       head.columns >= 3 && head.rows >= 3 && head.columns <= SIDE_MAX &&
                           head.rows <= SIDE_MAX && head.rule <= WEND_CORNER_ALWAYS &&
                           head.factor >= 1 && head.factor < WEND_COST_WALL &&
                           count <= wendi_reader_remaining(v->reader) / sizeof(uint64_t),
                       "the sizes of the grid make no sense");
    if (wendi_visitor_has_failed(v)) {
        return;
    }
    uint64_t *open = wendi_alloc_items(&index->allocator, (size_t)count, sizeof open[0]);
    if (!wendi_visit_expect_memory(v, open != NULL)) {
        return;
    }
    wendi_visit_u64_array(v, open, (size_t)count);
    const wendi_jump_plan plan = {head.columns, head.rows, (wend_corner_rule)head.rule, head.factor,
                                  open};
    if (!wendi_visitor_has_failed(v)) {
        uint64_t hash = 0;
        const wendi_jump_states *states = &index->states;
        const wend_result made =
            wendi_jump_states_of_plan(&index->states, &plan, &hash, &index->allocator);
        if (wendi_visit_expect_memory(v, made == WEND_OK)) {
            wendi_visit_expect(v,
                               hash == index->hash && states->state_count == index->node_count &&
                                   memcmp(open, states->open, (size_t)count * sizeof open[0]) == 0,
                               "the open cells are not those of the index");
        }
    }
    wendi_free(&index->allocator, open, (size_t)count * sizeof open[0]);
}

/* ---- all ---- */

/* Hashing and writing change nothing; they work on a copy of the object's outermost struct. */
static void visit_all(wendi_visitor *v, const wend_index *index)
{
    wend_index copy = *index;
    index_head head = head_of(index);
    visit_head(v, &copy, &head);
    if (index->is_grid) {
        visit_grid(v, &copy.states);
    }
    visit_body(v, &copy.hierarchy);
}

uint64_t wend_index_hash(const wend_index *index)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (index != NULL && index->is_built) {
        visit_all(&v, index);
    }
    return v.hash;
}

static void write_all(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_all(&v, object);
}

wend_result wend_index_save(const wend_index *index, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (index != NULL && !index->is_built) {
        if (count != NULL) {
            *count = 0;
        }
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t version = index != NULL && index->is_grid ? VERSION_GRID : VERSION_GRAPH;
    return wendi_save_object(index, write_all, FILE_MAGIC, version, bytes, capacity, count);
}

/* ---- loading ---- */

/* Memory is allocated only for entries that can follow. */
static void check_head(wendi_visitor *v, const index_head *head)
{
    const uint64_t arcs = (uint64_t)head->arc_counts[WENDI_AHEAD] + head->arc_counts[WENDI_BEHIND];
    wendi_visit_expect(v,
                       head->is_symmetric <= 1 && head->core_count <= head->node_count &&
                           head->edge_count < WENDI_SHORTCUT &&
                           (head->is_symmetric == 0 || head->arc_counts[WENDI_BEHIND] == 0) &&
                           arcs <= wendi_reader_remaining(v->reader) / ARC_BYTES,
                       "the counts make no sense");
}

static void read_body(wendi_visitor *v, wend_index *index, const index_head *head)
{
    wendi_hierarchy *h = &index->hierarchy;
    if (!wendi_visit_expect_memory(
            v, wendi_hierarchy_create(h, head->node_count, head->is_symmetric != 0,
                                      head->arc_counts, &index->allocator))) {
        return;
    }
    h->core_count = head->core_count;
    visit_body(v, h);
    if (h->is_symmetric) {
        h->arcs[WENDI_BEHIND] = h->arcs[WENDI_AHEAD];
    }
    for (uint32_t node = 0; node < h->node_count; ++node) {
        if (h->positions[node] < h->node_count) {
            h->nodes[h->positions[node]] = node;
        }
    }
    if (index->is_grid) {
        (void)wendi_visit_expect_memory(v, wendi_hierarchy_place(h, index->states.places,
                                                                 index->states.factor,
                                                                 &index->allocator));
    }
    wendi_visit_expect(v, wendi_reader_is_done(v->reader), "the data ends early, or too late");
    if (!wendi_visitor_has_failed(v)) {
        const char *wrong = wendi_hierarchy_check(h, head->edge_count);
        wendi_visit_expect(v, wrong == NULL, wrong);
    }
}

/* Labels are not kept: they follow from the rest. */
static void make_labels(wendi_visitor *v, wend_index *index)
{
    uint64_t unlimited = UINT64_MAX;
    (void)wendi_visit_expect_memory(v, wendi_index_label(index, &unlimited) == WEND_OK);
}

static void read_all(wendi_visitor *v, wend_index *index, uint32_t version)
{
    index_head head;
    memset(&head, 0, sizeof head);
    wendi_visit_part(v, "the counts make no sense");
    visit_head(v, index, &head);
    check_head(v, &head);
    wendi_visit_expect(v, index->is_grid == (version == VERSION_GRID),
                       "the version is not that of its kind");
    wendi_visit_part(v, "the data ends early");
    if (!wendi_visitor_has_failed(v)) {
        index->node_count = head.node_count;
        index->edge_count = head.edge_count;
        if (index->is_grid) {
            read_grid(v, index);
            wendi_visit_expect(v, index->states.is_by_cell == (head.is_symmetric != 0),
                               "the counts make no sense");
        }
    }
    if (!wendi_visitor_has_failed(v)) {
        read_body(v, index, &head);
    }
    if (!wendi_visitor_has_failed(v) && index->is_grid) {
        make_labels(v, index);
    }
    index->is_built = true;
}

static wend_result load(const wend_index_def *def, const uint8_t *bytes, size_t count,
                        wend_index **index)
{
    wendi_reader content;
    uint32_t version;
    const wend_result framed =
        wendi_read_only_section(bytes, count, FILE_MAGIC, VERSION_GRID,
                                "there is more behind the index", &content, &version, def->message);
    if (framed != WEND_OK) {
        return wendi_fail_as(def->message, "wend_index_load", framed);
    }
    wend_index *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, "wend_index_load", WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->executor = def->executor;
    wendi_visitor v = wendi_visitor_reading(&content);
    read_all(&v, made, version);
    const wend_result result = wendi_visitor_result(&v);
    if (result != WEND_OK) {
        wend_index_destroy(made);
        return result == WEND_ERROR_FILE
                   ? wendi_fail(def->message, result, "wend_index_load: %s", v.reason)
                   : wendi_fail_plain(def->message, "wend_index_load", result);
    }
    *index = made;
    return WEND_OK;
}

wend_result wend_index_load(const wend_index_def *def, const uint8_t *bytes, size_t count,
                            wend_index **index)
{
    if (index != NULL) {
        *index = NULL;
    }
    const wend_index_def defaults = wend_index_def_default();
    def = def == NULL ? &defaults : def;
    if (!wendi_has_cookie(def->cookie, WENDI_INDEX_COOKIE, def->message, "wend_index_load",
                          "wend_index_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (index == NULL) {
        return wendi_refuse_null(def->message, "wend_index_load", "index");
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(def->message, "wend_index_load", "bytes");
    }
    wendi_message_clear(def->message);
    return load(def, bytes, count, index);
}
