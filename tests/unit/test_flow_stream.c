/* takes: a small map with rooms, and files of it, whole, damaged, and of other maps.
 * gives: what baking, saving and streaming give, and what they say to what is wrong.
 * cost:  some tenths of a second, for files cut short at every length. */
#include "test.h"

#include "base/bits.h"
#include "base/bytes.h"
#include "flow/stream.h"
#include "flow/stream_bits.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 48, CHUNKS_AT_END = 8 };

/* ---- a map, and files in memory ---- */

typedef struct bytes_of {
    uint8_t *bytes;
    size_t count;
    uint32_t reads;
    bool is_gone;
} bytes_of;

static bool read_bytes(void *context, uint64_t offset, uint8_t *bytes, size_t count)
{
    bytes_of *file = context;
    ++file->reads;
    if (file->is_gone || offset > file->count || count > file->count - offset) {
        return false;
    }
    memcpy(bytes, file->bytes + offset, count);
    return true;
}

static void fill(wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t cost)
{
    assert_int_equal(wend_grid_fill(grid, WEND_CLASS_ALL, x, y, width, height, cost), WEND_OK);
}

/* Rooms with doors, a swamp, and open ground to the east. */
static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.sector_size = 10;
    wend_grid *grid;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    fill(grid, 0, 12, 34, 1, WEND_COST_WALL);
    fill(grid, 17, 0, 1, HEIGHT, WEND_COST_WALL);
    fill(grid, 0, 31, 30, 1, WEND_COST_WALL);
    fill(grid, 5, 12, 2, 1, 1);
    fill(grid, 17, 6, 1, 2, 1);
    fill(grid, 17, 22, 1, 1, 1);
    fill(grid, 25, 31, 3, 1, 1);
    fill(grid, 17, 40, 1, 3, 1);
    fill(grid, 3, 33, 9, 8, 7);
    fill(grid, 9, 3, 1, 1, WEND_COST_WALL);
    return grid;
}

static wend_flow_def def_of(const wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    return def;
}

static wend_flow *create(const wend_flow_def *def)
{
    wend_flow *flow;
    assert_int_equal(wend_flow_create(def, &flow), WEND_OK);
    return flow;
}

static wend_flow *updated(const wend_flow_def *def)
{
    wend_flow *flow = create(def);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return flow;
}

static bytes_of save(const wend_flow *flow)
{
    bytes_of file = {NULL, 0, 0, false};
    assert_int_equal(wend_flow_save(flow, NULL, 0, &file.count), WEND_TRUNCATED);
    file.bytes = malloc(file.count);
    assert_non_null(file.bytes);
    assert_int_equal(wend_flow_save(flow, file.bytes, file.count, &file.count), WEND_OK);
    return file;
}

static bytes_of file_of(const wend_flow_def *def)
{
    wend_flow *flow = updated(def);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    const bytes_of file = save(flow);
    wend_flow_destroy(flow);
    return file;
}

static wend_flow *streaming(const wend_flow_def *def, bytes_of *file)
{
    wend_flow *flow = create(def);
    assert_int_equal(wend_flow_stream(flow, read_bytes, file, file->count, NULL), WEND_OK);
    return flow;
}

static wend_flow_id order(wend_flow *flow, double x, double y, double from_x, double from_y)
{
    const wend_flow_place goal = {{x, y}, 0};
    const wend_flow_place source = {{from_x, from_y}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &source;
    def.source_count = 1;
    def.seeds = WEND_FLOW_WINDOWS;
    wend_flow_id id;
    assert_int_equal(wend_flow_request(flow, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

static wend_flow_info info_of(const wend_flow *flow)
{
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    return info;
}

/* ---- streaming ---- */

static void flow_stream_takes_portals_without_building_them(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    wend_flow *built = updated(&def);
    wend_flow *streams = streaming(&def, &file);
    assert_int_equal(info_of(streams).sectors_waiting, 0);
    assert_true(info_of(streams).sectors_built < info_of(built).sectors_built);
    assert_int_equal(info_of(streams).windows, info_of(built).windows);
    assert_int_equal(info_of(streams).portal_edges, info_of(built).portal_edges);
    assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
    assert_true(info_of(streams).memory_bytes > wendi_stream_bytes(streams));
    assert_true(wendi_stream_bytes(streams) > 0);
    assert_int_equal(wendi_stream_bytes(built), 0);
    wend_flow_destroy(built);
    wend_flow_destroy(streams);
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void expect_same_samples(const wend_flow *a, wend_flow_id id_a, const wend_flow *b,
                                wend_flow_id id_b)
{
    for (int32_t i = 0; i < 2 * WIDTH * 2 * HEIGHT; ++i) {
        const double x = 0.25 + i % (2 * WIDTH) / 2.0;
        const double y = 0.25 + i / (2 * WIDTH) / 2.0;
        double to_a[2], to_b[2];
        const wend_flow_why why = wend_flow_sample(a, id_a, 0, x, y, &to_a[0], &to_a[1]);
        assert_int_equal(wend_flow_sample(b, id_b, 0, x, y, &to_b[0], &to_b[1]), why);
        assert_memory_equal(to_a, to_b, sizeof to_a);
    }
}

static void flow_stream_builds_goal_sectors_only(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    wend_flow *built = updated(&def);
    wend_flow *streams = streaming(&def, &file);
    const wend_flow_id a = order(streams, 60.5, 44.5, 2.5, 2.5);
    const wend_flow_id b = order(built, 60.5, 44.5, 2.5, 2.5);
    expect_same_samples(streams, a, built, b);
    assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
    assert_int_equal(info_of(streams).fields_built, 1);
    assert_true(info_of(streams).fields_streamed > 4);
    assert_true(info_of(built).fields_built > 5);
    assert_int_equal(info_of(built).fields_streamed, 0);
    wend_flow_destroy(built);
    wend_flow_destroy(streams);
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void streams_as_built(const wend_flow_def *def)
{
    bytes_of file = file_of(def);
    wend_flow *built = updated(def);
    wend_flow *streams = streaming(def, &file);
    const wend_flow_id a = order(streams, 60.5, 44.5, 2.5, 2.5);
    const wend_flow_id b = order(built, 60.5, 44.5, 2.5, 2.5);
    expect_same_samples(streams, a, built, b);
    assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
    assert_int_equal(info_of(streams).fields_built, 1);
    assert_true(info_of(streams).fields_streamed > 4);
    wend_flow_destroy(built);
    wend_flow_destroy(streams);
    free(file.bytes);
}

static void flow_stream_takes_fields_of_every_integration(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow_def def = def_of(grid);
    for (int i = 0; i < 12; ++i) {
        def.integration = (wend_flow_integration)(i % 3);
        def.is_fine = i / 3 % 2 != 0;
        def.has_angles = i / 6 != 0;
        streams_as_built(&def);
    }
    wend_grid_destroy(grid);
}

static void flow_stream_takes_fields_too_dear_for_16_bits(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    fill(grid, 20, 20, 10, 10, 254);
    for (int32_t i = 0; i < 4; ++i) { /* a long way through dear ground */
        fill(grid, 21 + 2 * i, 20 + i % 2, 1, 9, WEND_COST_WALL);
    }
    const wend_flow_def def = def_of(grid);
    streams_as_built(&def);
    bytes_of file = file_of(&def);
    wend_flow *flow = updated(&def);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    uint32_t wide = 0;
    for (uint32_t i = 0; i < flow->fields.capacity; ++i) {
        wide += flow->fields.items[i].is_kept && flow->fields.items[i].is_wide;
    }
    assert_true(wide > 0);
    wend_flow *streams = streaming(&def, &file);
    const wendi_portals *portals = streams->classes[0].portals;
    for (uint32_t sector = 0; sector < streams->map.sector_count; ++sector) {
        const wendi_sector_portals page = wendi_portals_of(portals, sector);
        for (uint32_t i = 0; i < page.first[WENDI_SIDE_LINK_OUT]; ++i) {
            const uint32_t at = wendi_stream_field(streams, 0, sector, i);
            assert_int_not_equal(at, WENDI_FIELD_NONE);
            wide -= streams->fields.items[at].is_wide;
        }
    }
    assert_int_equal(wide, 0);
    wend_flow_destroy(flow);
    wend_flow_destroy(streams);
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_stream_that_is_edited_is_flow_that_is_built(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    wend_flow *streams = streaming(&def, &file);
    fill(grid, 17, 6, 1, 2, WEND_COST_WALL); /* one door is closed, another one opened */
    fill(grid, 17, 2, 1, 1, 1);
    wend_flow *built = updated(&def);
    assert_int_equal(wend_flow_update(streams, NULL), WEND_OK);
    assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
    const wend_flow_id a = order(streams, 60.5, 3.5, 2.5, 2.5);
    const wend_flow_id b = order(built, 60.5, 3.5, 2.5, 2.5);
    expect_same_samples(streams, a, built, b);
    assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
    assert_true(info_of(streams).fields_built > 1);
    assert_true(info_of(streams).fields_streamed > 0);
    wend_flow_destroy(built);
    wend_flow_destroy(streams);
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_stream_that_ends_builds(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    wend_flow *streams = streaming(&def, &file);
    (void)order(streams, 60.5, 44.5, 2.5, 2.5);
    const uint64_t before = info_of(streams).fields_streamed;
    assert_int_equal(wend_flow_stream(streams, NULL, NULL, 0, NULL), WEND_OK);
    file.is_gone = true;
    const uint64_t built = info_of(streams).fields_built;
    (void)order(streams, 2.5, 2.5, 60.5, 44.5);
    assert_int_equal(info_of(streams).fields_streamed, before);
    assert_true(info_of(streams).fields_built > built + 1);
    wend_flow_destroy(streams);
    wend_flow *never = create(&def);
    assert_int_equal(wend_flow_stream(never, NULL, NULL, 0, NULL), WEND_OK);
    wend_flow_destroy(never);
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_stream_that_cannot_be_read_any_more_builds(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    wend_flow *streams = streaming(&def, &file);
    wend_flow *built = updated(&def);
    file.is_gone = true;
    (void)order(streams, 60.5, 44.5, 2.5, 2.5);
    (void)order(built, 60.5, 44.5, 2.5, 2.5);
    assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
    assert_int_equal(info_of(streams).fields_streamed, 0);
    wend_flow_destroy(built);
    wend_flow_destroy(streams);
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_stream_without_baked_fields_takes_portals(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    wend_flow *built = updated(&def);
    bytes_of file = save(built);
    wend_flow *streams = streaming(&def, &file);
    assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
    (void)order(streams, 60.5, 44.5, 2.5, 2.5);
    assert_int_equal(info_of(streams).fields_streamed, 0);
    wend_flow_destroy(built);
    wend_flow_destroy(streams);
    wend_grid_destroy(grid);
    free(file.bytes);
}

/* ---- what is refused ---- */

static void expect_refused(const wend_flow_def *def, bytes_of *file, uint64_t count,
                           const char *text)
{
    wend_message message;
    wend_flow *flow = create(def);
    const wend_result result = wend_flow_stream(flow, read_bytes, file, count, &message);
    assert_int_equal(result, WEND_ERROR_FILE);
    assert_int_not_equal(message.text[0], 0);
    if (text != NULL && strstr(message.text, text) == NULL) {
        fail_msg("\"%s\" is not in \"%s\"", text, message.text);
    }
    assert_int_equal(info_of(flow).sectors_waiting, info_of(flow).sectors * info_of(flow).classes);
    wend_flow_destroy(flow);
}

static void flow_stream_of_another_map_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    const wend_grid *floors[2] = {grid, grid};
    def.floors = floors;
    def.floor_count = 2;
    expect_refused(&def, &file, file.count, "of another map: 1 floors, the flow has 2");
    def = def_of(grid);
    fill(grid, 40, 40, 1, 1, 2);
    expect_refused(&def, &file, file.count, "of another map: floor 0 differs");
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_stream_of_other_joins_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow_def def = def_of(grid);
    wend_flow_join join = {
        .from = 3, .to = 3 * WIDTH, .cost = WEND_COST_ONE, .class_mask = 1, .is_two_way = true};
    def.joins = &join;
    def.join_count = 1;
    bytes_of file = file_of(&def);
    join.to += 1;
    expect_refused(&def, &file, file.count, "of other joins");
    def.join_count = 0;
    expect_refused(&def, &file, file.count, "of other joins");
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_stream_of_other_classes_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow_def def = def_of(grid);
    wend_flow_class classes[2] = {wend_flow_class_default(), wend_flow_class_default()};
    classes[0].radius = 0.9;
    classes[0].team = 3;
    def.classes = classes;
    def.class_count = 1;
    bytes_of file = file_of(&def);
    classes[0].radius = 0.8;
    expect_refused(&def, &file, file.count, "of other classes: class 0 differs");
    classes[0].radius = 1.0;
    expect_refused(&def, &file, file.count, "of other classes: class 0 differs");
    classes[0].radius = 0.9;
    classes[0].team = 4;
    expect_refused(&def, &file, file.count, "of other classes: class 0 differs");
    def.class_count = 2;
    expect_refused(&def, &file, file.count, "of other classes: 1 of them, the flow has 2");
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_stream_of_another_integration_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    def.is_fine = true;
    expect_refused(&def, &file, file.count, "of another way to integrate");
    def.is_fine = false;
    def.integration = WEND_FLOW_STEPS_4;
    expect_refused(&def, &file, file.count, "of another way to integrate");
    wend_grid_destroy(grid);
    free(file.bytes);
}

/* ---- damage ---- */

static void flow_stream_cut_short_is_refused_at_every_length(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    wend_flow *flow = create(&def);
    wend_message message;
    for (size_t count = 0; count < file.count; ++count) {
        bytes_of cut = {file.bytes, count, 0, false};
        assert_int_equal(wend_flow_stream(flow, read_bytes, &cut, count, &message),
                         WEND_ERROR_FILE);
        assert_int_not_equal(message.text[0], 0);
        cut.is_gone = true;
        assert_int_equal(wend_flow_stream(flow, read_bytes, &cut, file.count, &message),
                         WEND_ERROR_FILE);
    }
    for (size_t count = 0; count < file.count; count += 7) { /* reads fail from some place on */
        bytes_of cut = {file.bytes, count, 0, false};
        const wend_result result = wend_flow_stream(flow, read_bytes, &cut, file.count, &message);
        if (result == WEND_OK) {
            wend_flow_destroy(flow);
            flow = create(&def);
        } else {
            assert_int_equal(result, WEND_ERROR_FILE);
        }
    }
    bytes_of on = {calloc(1, file.count + 1), file.count + 1, 0, false};
    memcpy(on.bytes, file.bytes, file.count);
    assert_int_equal(wend_flow_stream(flow, read_bytes, &on, on.count, &message), WEND_ERROR_FILE);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    free(on.bytes);
    free(file.bytes);
}

/* A byte of the first three parts is found at once; one of a chunk when it is read, and what is in
 * it is built. */
static void flow_stream_with_a_changed_byte_is_refused_or_builds(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    const size_t header = 16 + (size_t)wendi_load_u64(file.bytes + 8);
    const size_t chunks = file.count - (size_t)wendi_load_u64(file.bytes + header - CHUNKS_AT_END);
    wend_flow *built = updated(&def);
    (void)order(built, 60.5, 44.5, 2.5, 2.5);
    uint32_t damaged = 0;
    for (size_t i = 0; i < file.count; i += i < chunks ? 1 : 5) {
        file.bytes[i] ^= 0x10;
        if (i < chunks) {
            expect_refused(&def, &file, file.count, NULL);
        } else {
            wend_flow *streams = streaming(&def, &file);
            (void)order(streams, 60.5, 44.5, 2.5, 2.5);
            assert_int_equal(wend_flow_hash(streams), wend_flow_hash(built));
            damaged += info_of(streams).fields_built > 1;
            wend_flow_destroy(streams);
        }
        file.bytes[i] ^= 0x10;
    }
    assert_true(damaged > 10);
    wend_flow_destroy(built);
    wend_grid_destroy(grid);
    free(file.bytes);
}

/* ---- numbers changed under right checksums ---- */

/* The section that begins at a place gets another length of content, and its checksum. */
static void seal(uint8_t *section, size_t framed)
{
    wendi_writer w;
    wendi_writer_init(&w, NULL);
    const size_t at =
        wendi_write_section_begin(&w, wendi_load_u32(section), wendi_load_u32(section + 4));
    wendi_write_raw(&w, section + 16, framed - 24);
    wendi_write_section_end(&w, at);
    assert_int_equal(w.bytes.count, framed);
    memcpy(section, w.bytes.items, framed);
    wendi_writer_free(&w);
}

static void flow_stream_of_another_version_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    const size_t header = 24 + (size_t)wendi_load_u64(file.bytes + 8);
    file.bytes[4] = 2;
    seal(file.bytes, header);
    expect_refused(&def, &file, file.count, "version");
    file.bytes[4] = 1;
    file.bytes[0] = 'X';
    seal(file.bytes, header);
    expect_refused(&def, &file, file.count, NULL);
    wend_grid_destroy(grid);
    free(file.bytes);
}

/* Every byte of the three sections, sealed again: refused, or it does not matter. */
static void flow_stream_with_forged_sections_does_no_harm(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    const size_t header = 24 + (size_t)wendi_load_u64(file.bytes + 8);
    const size_t portals = (size_t)wendi_load_u64(file.bytes + header - 32);
    const size_t index = (size_t)wendi_load_u64(file.bytes + header - 24);
    const size_t begins[4] = {0, header, header + portals, header + portals + index};
    uint32_t refused = 0, taken = 0;
    for (int part = 0; part < 3; ++part) {
        const size_t framed = begins[part + 1] - begins[part];
        for (size_t i = begins[part] + 16; i < begins[part + 1] - 8; ++i) {
            for (uint32_t change = 1; change < 256; change = change * 11 + 1) {
                file.bytes[i] ^= (uint8_t)change;
                seal(file.bytes + begins[part], framed);
                wend_flow *flow = create(&def);
                const wend_result result =
                    wend_flow_stream(flow, read_bytes, &file, file.count, NULL);
                if (result == WEND_OK) {
                    (void)order(flow, 60.5, 44.5, 2.5, 2.5);
                }
                refused += result == WEND_ERROR_FILE;
                taken += result == WEND_OK;
                wend_flow_destroy(flow);
                file.bytes[i] ^= (uint8_t)change;
            }
        }
        seal(file.bytes + begins[part], framed);
    }
    assert_true(refused > 100);
    assert_true(taken > 0); /* costs between portals cannot be told from right ones */
    wend_grid_destroy(grid);
    free(file.bytes);
}

/* ---- arguments ---- */

static void flow_stream_into_a_flow_that_was_updated_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of file = file_of(&def);
    wend_message message;
    wend_flow *flow = updated(&def);
    assert_int_equal(wend_flow_stream(flow, read_bytes, &file, file.count, &message),
                     WEND_ERROR_ARGUMENT);
    assert_int_not_equal(message.text[0], 0);
    assert_int_equal(wend_flow_stream(NULL, read_bytes, &file, file.count, &message),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(file.reads, 0);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    free(file.bytes);
}

static void flow_save_of_stale_portals_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    wend_flow *flow = create(&def);
    size_t count = 9;
    uint8_t byte = 77;
    assert_int_equal(wend_flow_save(flow, &byte, 1, &count), WEND_ERROR_STALE);
    assert_int_equal(count, 0);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_save(flow, &byte, 1, &count), WEND_TRUNCATED);
    assert_true(count > 100);
    assert_int_equal(byte, 77);
    fill(grid, 50, 40, 1, 1, 3);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_save(flow, NULL, 0, &count), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_save(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_save(flow, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_save(flow, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_bake(flow, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_bake(NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* ---- baking ---- */

static void flow_bake_in_slices_is_bake_at_once(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    const wend_flow_def def = def_of(grid);
    bytes_of whole = file_of(&def);
    wend_flow *flow = updated(&def);
    wend_budget none = wend_budget_steps(0);
    assert_int_equal(wend_flow_bake(flow, 0, &none), WEND_IN_PROGRESS);
    assert_int_equal(info_of(flow).fields_kept, 0);
    uint32_t slices = 0;
    wend_result result = WEND_IN_PROGRESS;
    for (; result == WEND_IN_PROGRESS; ++slices) {
        wend_budget budget = wend_budget_steps(3);
        const uint32_t before = info_of(flow).fields_kept;
        result = wend_flow_bake(flow, 0, &budget);
        assert_true(info_of(flow).fields_kept <= before + 3);
    }
    assert_int_equal(result, WEND_OK);
    assert_true(slices > 10);
    bytes_of sliced = save(flow);
    assert_int_equal(sliced.count, whole.count);
    assert_memory_equal(sliced.bytes, whole.bytes, whole.count);
    const uint64_t built = info_of(flow).fields_built;
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    assert_int_equal(info_of(flow).fields_built, built);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    free(whole.bytes);
    free(sliced.bytes);
}

static void flow_bake_after_an_edit_begins_anew(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow_def def = def_of(grid);
    def.age_limit = 1;
    wend_flow *flow = updated(&def);
    wend_budget budget = wend_budget_steps(40);
    assert_int_equal(wend_flow_bake(flow, 0, &budget), WEND_IN_PROGRESS);
    fill(grid, 2, 2, 1, 1, 9);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    for (int i = 0; i < 5; ++i) { /* what is baked does not age, what was before does */
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    }
    assert_true(info_of(flow).fields_evicted > 0);
    bytes_of edited = save(flow);
    bytes_of fresh = file_of(&def);
    assert_int_equal(edited.count, fresh.count);
    assert_memory_equal(edited.bytes, fresh.bytes, fresh.count);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    free(edited.bytes);
    free(fresh.bytes);
}

static void flow_bake_keeps_fields_that_orders_built(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow_def def = def_of(grid);
    def.age_limit = 1;
    wend_flow *flow = updated(&def);
    const wend_flow_id id = order(flow, 60.5, 44.5, 2.5, 2.5);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    assert_int_equal(wend_flow_request_end(flow, id), WEND_OK);
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    }
    bytes_of used = save(flow);
    bytes_of fresh = file_of(&def);
    assert_int_equal(used.count, fresh.count);
    assert_memory_equal(used.bytes, fresh.bytes, fresh.count);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    free(used.bytes);
    free(fresh.bytes);
}

static void flow_bake_of_open_ground_is_four_fields_of_each_kind(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = 400;
    def.height = 400;
    def.sector_size = 10;
    wend_grid *grid;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    const wend_flow_def flow_def = def_of(grid);
    bytes_of file = file_of(&flow_def);
    assert_true(file.count < 800);
    wend_flow *streams = streaming(&flow_def, &file);
    (void)order(streams, 395.5, 395.5, 2.5, 2.5);
    assert_int_equal(info_of(streams).fields_built, 1);
    wend_flow_destroy(streams);
    wend_grid_destroy(grid);
    free(file.bytes);
}

/* ---- bits ---- */

static void flow_stream_bits_come_back(void **state)
{
    (void)state;
    uint8_t bytes[4096];
    wendi_bits_out out = {.bytes = bytes};
    for (uint32_t i = 1; i < 1026; ++i) {
        wendi_bits_put_gamma(&out, i);
        wendi_bits_put(&out, i, i % 8);
    }
    wendi_bits_put_gamma(&out, 65535);
    wendi_bits_end(&out);
    assert_true(out.count < sizeof bytes);
    wendi_bits_in in = {.bytes = bytes, .count = out.count};
    for (uint32_t i = 1; i < 1026; ++i) {
        assert_int_equal(wendi_bits_take_gamma(&in), i);
        assert_int_equal(wendi_bits_take(&in, i % 8), i % (1u << i % 8));
    }
    assert_false(wendi_bits_is_done(&in));
    assert_int_equal(wendi_bits_take_gamma(&in), 65535);
    assert_true(wendi_bits_is_done(&in));
    assert_int_equal(wendi_bits_take(&in, 8), 0);
    assert_int_equal(wendi_bits_take_gamma(&in), 1);
    assert_false(wendi_bits_is_done(&in));
}

static void flow_stream_varints_come_back_and_are_short(void **state)
{
    (void)state;
    wendi_writer w;
    wendi_writer_init(&w, NULL);
    for (uint32_t i = 0; i < 64; ++i) {
        wendi_write_varint(&w, UINT64_MAX >> i);
        wendi_write_varint(&w, wendi_zigzag(INT64_MIN >> i));
    }
    wendi_reader r;
    wendi_reader_init(&r, w.bytes.items, w.bytes.count);
    for (uint32_t i = 0; i < 64; ++i) {
        assert_int_equal(wendi_read_varint(&r), UINT64_MAX >> i);
        assert_int_equal(wendi_unzigzag(wendi_read_varint(&r)), INT64_MIN >> i);
    }
    assert_true(wendi_reader_is_done(&r));
    wendi_writer_free(&w);
    const uint8_t longer[] = {0x81, 0};
    const uint8_t large[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2};
    const uint8_t endless[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 1};
    wendi_reader_init(&r, longer, sizeof longer);
    assert_int_equal(wendi_read_varint(&r), 0);
    assert_true(r.has_failed);
    wendi_reader_init(&r, large, sizeof large);
    assert_int_equal(wendi_read_varint(&r), 0);
    assert_true(r.has_failed);
    wendi_reader_init(&r, endless, sizeof endless);
    assert_int_equal(wendi_read_varint(&r), 0);
    assert_true(r.has_failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_stream_takes_portals_without_building_them),
        cmocka_unit_test(flow_stream_builds_goal_sectors_only),
        cmocka_unit_test(flow_stream_takes_fields_of_every_integration),
        cmocka_unit_test(flow_stream_takes_fields_too_dear_for_16_bits),
        cmocka_unit_test(flow_stream_that_is_edited_is_flow_that_is_built),
        cmocka_unit_test(flow_stream_that_ends_builds),
        cmocka_unit_test(flow_stream_that_cannot_be_read_any_more_builds),
        cmocka_unit_test(flow_stream_without_baked_fields_takes_portals),
        cmocka_unit_test(flow_stream_of_another_map_is_refused),
        cmocka_unit_test(flow_stream_of_other_joins_is_refused),
        cmocka_unit_test(flow_stream_of_other_classes_is_refused),
        cmocka_unit_test(flow_stream_of_another_integration_is_refused),
        cmocka_unit_test(flow_stream_cut_short_is_refused_at_every_length),
        cmocka_unit_test(flow_stream_with_a_changed_byte_is_refused_or_builds),
        cmocka_unit_test(flow_stream_of_another_version_is_refused),
        cmocka_unit_test(flow_stream_with_forged_sections_does_no_harm),
        cmocka_unit_test(flow_stream_into_a_flow_that_was_updated_is_refused),
        cmocka_unit_test(flow_save_of_stale_portals_is_refused),
        cmocka_unit_test(flow_bake_in_slices_is_bake_at_once),
        cmocka_unit_test(flow_bake_after_an_edit_begins_anew),
        cmocka_unit_test(flow_bake_keeps_fields_that_orders_built),
        cmocka_unit_test(flow_bake_of_open_ground_is_four_fields_of_each_kind),
        cmocka_unit_test(flow_stream_bits_come_back),
        cmocka_unit_test(flow_stream_varints_come_back_and_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
