/* Runs wend_traffic_load on any bytes, and on the same bytes under a right frame and checksum, which chance
 * would never find. Maps that load must save again to the same bytes, and bear use. */
#include "base/core/counted_memory.h"
#include "fuzz/framed.h"
#include "wend/traffic.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x46525457, VERSION = 1 }; /* of src/mind/strategy/traffic.c */
enum { MEMORY_MOST = 1 << 24 };           /* a few bytes can describe a huge map */

static void check_round_trip(const wend_traffic *traffic, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_traffic_save(traffic, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_traffic_save(traffic, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_traffic *traffic)
{
    wend_traffic_info info;
    wend_traffic_cell cell;
    wend_traffic_get_info(traffic, &info);
    const wend_vec2 at = {info.origin.x + info.cell_size / 2, info.origin.y + info.cell_size / 2};
    (void)wend_traffic_add(traffic, at, (wend_vec2){1, 1});
    (void)wend_traffic_add_event(traffic, 0, at, 3);
    (void)wend_traffic_busiest(traffic, WEND_TRAFFIC_MOVES, 0, 0, 40, 40, &cell, 1);
    check(wend_traffic_set_tick(traffic, UINT64_MAX) == WEND_OK);
    check(wend_traffic_clear(traffic) == WEND_OK);
    check(!(wend_traffic_sum(traffic, WEND_TRAFFIC_MOVES, 0, 0, 40, 40) > 0));
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_traffic *traffic = NULL;
    wend_message message;
    wendi_counted_memory memory = {.limit = MEMORY_MOST};
    wend_traffic_def def = wend_traffic_def_default();
    def.allocator = wendi_counted_allocator(&memory);
    def.message = &message;
    const wend_result result = noted(wend_traffic_load(&def, bytes, count, &traffic));
    check((result == WEND_OK) == (traffic != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (traffic != NULL) {
        check_round_trip(traffic, bytes, count);
        use(traffic);
        wend_traffic_destroy(traffic);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
