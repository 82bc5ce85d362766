/* Reading a map of Warzone 2100 with an allocator that fails at every call in turn gives
 * WEND_ERROR_MEMORY and leaves nothing behind. What libzip needs for itself comes from libc and
 * does not fail here. */
#include "base/core/memory.h"
#include "io/core/archive.h"
#include "support/fault.h"
#include "support/test.h"
#include "wend/io.h"

#include <string.h>

static const uint8_t game_map[] = {'m', 'a', 'p', ' ', 10, 0, 0, 0, 2, 0, 0, 0, 2, 0,
                                   0,   0,   0,   0,   9,  0, 0, 9, 0, 0, 9, 0, 0, 9};
static const uint8_t types[] = {'t', 't', 'y', 'p', 8, 0, 0, 0, 1, 0, 0, 0, 6, 0};
static const char objects[] = "{\"a\":{\"position\":[64,64],\"startpos\":0,\"name\":\"Factory\"}}";

/** A file by its name; NULL = there is none. */
static const void *content_of(const char *name, size_t *count)
{
    if (strcmp(name, "ttypes.ttp") == 0) {
        *count = sizeof types;
        return types;
    }
    if (strcmp(name, "struct.json") == 0) {
        *count = sizeof objects - 1;
        return objects;
    }
    return NULL;
}

static wend_result open_file(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **bytes, size_t *count, wend_message *message)
{
    (void)context;
    (void)message;
    const void *content = content_of(name, count);
    if (content == NULL) {
        return WEND_ERROR_FILE;
    }
    *bytes = wendi_alloc_zero(allocator, *count + 1);
    if (*bytes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memcpy(*bytes, content, *count);
    return WEND_OK;
}

/** Bytes to open; a NULL open function where they are an archive. */
typedef struct input {
    const uint8_t *bytes;
    size_t count;
    wend_io_read_fn open;
} input;

static wend_result open_map(wend_allocator allocator, void *context)
{
    const input *in = context;
    wend_map_options options = wend_map_options_default();
    wend_message message = {0, ""};
    options.allocator = allocator;
    options.message = &message;
    options.read = in->open;
    wend_map *map = NULL;
    wend_result result = wend_map_load_memory(in->bytes, in->count, &options, &map);
    assert_int_equal(result == WEND_OK, map != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    if (map != NULL) {
        assert_int_equal(wend_map_item_count(map), in->open == NULL ? 0 : 2);
    }
    wend_map_destroy(map);
    return result;
}

static void warzone_without_memory_gives_nothing(void **state)
{
    (void)state;
    input in = {game_map, sizeof game_map, open_file};
    assert_true(fault_run(open_map, &in) >= 8);
}

/* An archive made by hand: m/game.map and m/ttypes.ttp, stored. */
static const uint8_t archive[] = {
    80,  75,  3,   4,   20,  0,   0,   0,   0,   0,   0,   0,   33,  40,  41,  108, 201, 219, 28,
    0,   0,   0,   28,  0,   0,   0,   10,  0,   0,   0,   109, 47,  103, 97,  109, 101, 46,  109,
    97,  112, 109, 97,  112, 32,  10,  0,   0,   0,   2,   0,   0,   0,   2,   0,   0,   0,   0,
    0,   9,   0,   0,   9,   0,   0,   9,   0,   0,   9,   80,  75,  3,   4,   20,  0,   0,   0,
    0,   0,   0,   0,   33,  40,  202, 142, 37,  145, 14,  0,   0,   0,   14,  0,   0,   0,   12,
    0,   0,   0,   109, 47,  116, 116, 121, 112, 101, 115, 46,  116, 116, 112, 116, 116, 121, 112,
    8,   0,   0,   0,   1,   0,   0,   0,   6,   0,   80,  75,  1,   2,   20,  3,   20,  0,   0,
    0,   0,   0,   0,   0,   33,  40,  41,  108, 201, 219, 28,  0,   0,   0,   28,  0,   0,   0,
    10,  0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   128, 1,   0,   0,   0,   0,   109,
    47,  103, 97,  109, 101, 46,  109, 97,  112, 80,  75,  1,   2,   20,  3,   20,  0,   0,   0,
    0,   0,   0,   0,   33,  40,  202, 142, 37,  145, 14,  0,   0,   0,   14,  0,   0,   0,   12,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   128, 1,   68,  0,   0,   0,   109, 47,
    116, 116, 121, 112, 101, 115, 46,  116, 116, 112, 80,  75,  5,   6,   0,   0,   0,   0,   2,
    0,   2,   0,   114, 0,   0,   0,   124, 0,   0,   0,   0,   0};

static void warzone_archive_without_memory_gives_nothing(void **state)
{
    (void)state;
    if (!wendi_archive_exists()) {
        skip();
    }
    input in = {archive, sizeof archive, NULL};
    assert_true(fault_run(open_map, &in) >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warzone_without_memory_gives_nothing),
        cmocka_unit_test(warzone_archive_without_memory_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
