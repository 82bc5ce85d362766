/* Runs wend_flow_load_stream on any bytes over a small map, and on the same bytes as sections and
 * chunks with right lengths and checksums, which chance would never find. Requests over a file that
 * loads never lead into a wall, and fields from the file are those that are built. Requests cost
 * milliseconds, so one file in ORDERS_TAKEN of those that load gets them, and one in ORDERS_REFUSED
 * of the others; of the fields of a file one in FIELDS_READ is read, which ones its bytes say. */
#include "base/core/bytes.h"
#include "base/math/bits.h"
#include "flow/baked/file.h"
#include "fuzz/check.h"
#include "wend/grid.h"
#include "wend/link.h"

#include <string.h>

enum { WIDTH = 30, HEIGHT = 26, SECTION = 24, LENGTHS = 24, KINDS = 3 };
enum { ORDERS_TAKEN = 64, ORDERS_REFUSED = 1024, FIELDS_READ = 8 };

typedef struct bytes_of {
    uint8_t *bytes;
    size_t count;
} bytes_of;

static bool read_bytes(void *context, uint64_t offset, uint8_t *bytes, size_t count)
{
    const bytes_of *file = context;
    check(offset <= file->count && count <= file->count - offset);
    memcpy(bytes, file->bytes + offset, count);
    return true;
}

/* ---- a map ---- */

static void fill(wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t cost)
{
    check(wend_grid_fill(grid, WEND_CLASS_ALL, x, y, width, height, cost) == WEND_OK);
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.sector_size = 8;
    wend_grid *grid = NULL;
    check(wend_grid_create(&def, &grid) == WEND_OK);
    fill(grid, 0, 9, 20, 1, WEND_COST_WALL);
    fill(grid, 12, 0, 1, 22, WEND_COST_WALL);
    fill(grid, 4, 9, 2, 1, 1);
    fill(grid, 12, 4, 1, 1, 1);
    fill(grid, 12, 14, 1, 3, 1);
    fill(grid, 2, 12, 7, 7, 9);
    fill(grid, 17, 12, 8, 1, 254);
    wend_link_def link = wend_link_def_default();
    link.from = 2 * WIDTH + 2;
    link.to = 20 * WIDTH + 25;
    link.cost = 40 * WEND_COST_ONE;
    wend_link_id id;
    check(wend_grid_add_link(grid, &link, &id, NULL) == WEND_OK);
    return grid;
}

static wend_flow *make_flow(const wend_grid *grid, int kind)
{
    wend_flow_class classes[2] = {wend_flow_class_default(), wend_flow_class_default()};
    classes[1].radius = 0.9;
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.classes = classes;
    def.class_count = 2;
    def.integration = kind == 1 ? WEND_FLOW_EIKONAL : WEND_FLOW_STEPS_8;
    def.has_angles = kind == 2;
    def.is_fine = kind == 2;
    wend_flow *flow = NULL;
    check(wend_flow_create(&def, &flow) == WEND_OK);
    return flow;
}

/* ---- what is taken ---- */

static void check_cells(const wend_flow *flow, wend_flow_request_id id)
{
    for (int32_t i = 0; i < WIDTH * HEIGHT; ++i) {
        wend_flow_cell cell;
        const int32_t x = i % WIDTH;
        const int32_t y = i / WIDTH;
        check(wend_flow_get_cell(flow, id, 0, x, y, &cell) == WEND_OK);
        if (cell.direction >= 0 && cell.direction < 8) {
            wend_flow_cell next;
            check(wend_flow_get_cell(flow, id, 0, x + wendi_flow_dx[cell.direction],
                                     y + wendi_flow_dy[cell.direction], &next) == WEND_OK);
            check(cell.is_pathable && next.is_pathable);
        }
    }
}

static void use(wend_flow *flow)
{
    const wend_flow_position ends[2] = {{{2.5, 1.5}, 0}, {{27.5, 23.5}, 0}};
    for (uint32_t i = 0; i < 4; ++i) {
        wend_flow_request_def def = wend_flow_request_def_default();
        wend_flow_request_id id;
        def.flow_class = i / 2;
        def.goals = &ends[i % 2];
        def.goal_count = 1;
        def.sources = &ends[1 - i % 2];
        def.source_count = 1;
        def.seeds = WEND_FLOW_SEED_PORTALS;
        check(wend_flow_add_request(flow, &def, &id, NULL) >= WEND_OK);
        check(wend_flow_update(flow, NULL) == WEND_OK);
        check_cells(flow, id);
    }
}

/* Reads fields that the bytes have. Each is the one that baking gives, to the bit where steps
 * are whole numbers. */
static void check_fields(wend_flow *flow, wend_flow *baked, bool is_eikonal, const bytes_of *file)
{
    const uint64_t hash = wend_hash_bytes(wend_hash_begin(), file->bytes, file->count);
    for (uint32_t i = 0; i < flow->map.sector_count; ++i) {
        const wendi_portal_graph *graph = flow->classes[0].graph;
        const wendi_sector_portals page = wendi_portal_graph_sector(graph, i);
        for (uint32_t k = 0; k < page.first[WENDI_SIDE_LINK_OUT]; ++k) {
            const uint64_t which = wend_hash_u64(wend_hash_u64(hash, i), k);
            if (FUZZ_IS_REPLAY == 0 && which % FIELDS_READ != 0) {
                continue;
            }
            const uint32_t taken = wendi_baked_file_load_field(flow, 0, i, k);
            if (taken == WENDI_FIELD_NONE || is_eikonal) {
                continue;
            }
            const wendi_field *field = wendi_field_at(&flow->fields, taken);
            const uint32_t same = wendi_field_cache_find_portal(
                &baked->fields, wendi_portal_graph_cost_tile(baked->classes[0].graph, i).key,
                wendi_portal_key(&page.portals[k]));
            check(same != WENDI_FIELD_NONE);
            const wendi_field *other = wendi_field_at(&baked->fields, same);
            const size_t cells = (size_t)field->width * field->height;
            check(field->is_wide == other->is_wide);
            check(memcmp(wendi_field_directions(&flow->fields, field),
                         wendi_field_directions(&baked->fields, other), cells) == 0);
        }
    }
}

static wend_flow *make_baked(const wend_grid *grid, int kind)
{
    wend_flow *flow = make_flow(grid, kind);
    check(wend_flow_update(flow, NULL) == WEND_OK);
    check(wend_flow_bake(flow, 0, NULL) == WEND_OK);
    check(wend_flow_bake(flow, 1, NULL) == WEND_OK);
    return flow;
}

/* Those that are baked, by kind: made once. */
static wend_flow *baked_of(const wend_grid *grid, int kind)
{
    static wend_flow *baked[KINDS];
    baked[kind] = baked[kind] != NULL ? baked[kind] : make_baked(grid, kind);
    return baked[kind];
}

/* A failure leaves a flow as it was, so the next bytes get the same one. */
static void try_bytes(const wend_grid *grid, int kind, bytes_of *file)
{
    static wend_flow *untouched[KINDS];
    static uint64_t hashes[KINDS];
    wend_message message;
    wend_flow *flow = untouched[kind];
    if (flow == NULL) {
        flow = make_flow(grid, kind);
        hashes[kind] = wend_flow_hash(flow);
    }
    untouched[kind] = NULL;
    const wend_result result = wend_flow_load_stream(flow, read_bytes, file, file->count, &message);
    check(result == WEND_OK || result == WEND_ERROR_FILE);
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (result != WEND_OK) {
        check(wend_flow_hash(flow) == hashes[kind]);
        if (!is_chosen(file->bytes, file->count, ORDERS_REFUSED)) {
            untouched[kind] = flow;
            return;
        }
        use(flow);
    } else {
        check_fields(flow, baked_of(grid, kind), kind == 1, file);
        if (is_chosen(file->bytes, file->count, ORDERS_TAKEN)) {
            wend_flow_destroy(flow);
            flow = make_flow(grid, kind);
            check(wend_flow_load_stream(flow, read_bytes, file, file->count, NULL) == WEND_OK);
            use(flow);
        }
    }
    wend_flow_destroy(flow);
}

/* ---- right lengths and checksums ---- */

/* A section around bytes that begin behind the room for its head. */
static void seal(uint8_t *bytes, size_t count, uint32_t magic)
{
    wendi_writer w;
    wendi_writer_init(&w, NULL);
    const size_t at = wendi_write_section_begin(&w, magic, WENDI_BAKED_VERSION);
    wendi_write_raw(&w, bytes + 16, count - SECTION);
    wendi_write_section_end(&w, at);
    check(!w.has_failed && w.bytes.count == count);
    memcpy(bytes, w.bytes.items, count);
    wendi_writer_free(&w);
}

static void put_u64(uint8_t *bytes, uint64_t value)
{
    for (int i = 0; i < 8; ++i) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

static void seal_chunks(bytes_of *file, size_t index_at, size_t chunks_at)
{
    size_t at = chunks_at;
    for (size_t i = index_at + 16; i + WENDI_BAKED_INDEX_ITEM + 8 <= chunks_at;
         i += WENDI_BAKED_INDEX_ITEM) {
        const uint32_t length = wendi_load_u32(file->bytes + i + 8);
        if (length <= WENDI_BAKED_CHECKSUM || length > file->count - at) {
            return;
        }
        at += length;
        put_u64(file->bytes + at - WENDI_BAKED_CHECKSUM,
                wend_hash_bytes(wend_hash_begin(), file->bytes + at - length,
                                length - WENDI_BAKED_CHECKSUM));
    }
}

/* @param header of a right file, as long as this one's. */
static void make_right(bytes_of *file, const uint8_t *header, size_t header_count)
{
    const size_t rest = file->count - header_count;
    uint64_t graph = wendi_load_u64(file->bytes + header_count - 8 - LENGTHS);
    uint64_t index = wendi_load_u64(file->bytes + header_count - 8 - LENGTHS + 8);
    graph = graph < SECTION || graph > rest - SECTION ? SECTION : graph;
    index = index < SECTION || index > rest - graph ? SECTION : index;
    memcpy(file->bytes, header, header_count);
    put_u64(file->bytes + header_count - 8 - LENGTHS, graph);
    put_u64(file->bytes + header_count - 8 - LENGTHS + 8, index);
    put_u64(file->bytes + header_count - 8 - LENGTHS + 16, rest - graph - index);
    seal(file->bytes, header_count, WENDI_BAKED_MAGIC);
    const size_t index_at = header_count + (size_t)graph;
    seal(file->bytes + header_count, (size_t)graph, WENDI_BAKED_PORTALS);
    seal(file->bytes + index_at, (size_t)index, WENDI_BAKED_INDEX);
    seal_chunks(file, index_at, index_at + (size_t)index);
}

static void try_right(const wend_grid *grid, int kind, bytes_of *file)
{
    static uint8_t headers[KINDS][WENDI_BAKED_HEADER_MAX];
    static size_t counts[KINDS];
    if (counts[kind] == 0) {
        size_t count = 0;
        wend_flow *flow = make_flow(grid, kind);
        check(wend_flow_update(flow, NULL) == WEND_OK);
        check(wend_flow_save(flow, headers[kind], WENDI_BAKED_HEADER_MAX, &count) == WEND_OK);
        wend_flow_destroy(flow);
        counts[kind] = SECTION + (size_t)wendi_load_u64(headers[kind] + 8);
    }
    if (file->count < counts[kind] + 2 * SECTION) {
        return;
    }
    make_right(file, headers[kind], counts[kind]);
    try_bytes(grid, kind, file);
}

/* The flow that a file names; the first one for an invalid number. */
static int kind_of(const bytes_of *file)
{
    const uint64_t length = file->count < SECTION ? 0 : wendi_load_u64(file->bytes + 8);
    if (length < LENGTHS + 4 || length > file->count - SECTION) {
        return 0;
    }
    const uint8_t *steps = file->bytes + 16 + length - LENGTHS - 4;
    return steps[0] == WEND_FLOW_EIKONAL ? 1 : (steps[1] & 1) != 0 ? 2 : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes_of file = {malloc(size + 1), size};
    check(file.bytes != NULL);
    if (size > 0) {
        memcpy(file.bytes, data, size);
    }
    static wend_grid *grid;
    grid = grid != NULL ? grid : make_grid();
    const int kind = kind_of(&file);
    try_bytes(grid, kind, &file);
    try_right(grid, kind, &file);
    free(file.bytes);
    return 0;
}
