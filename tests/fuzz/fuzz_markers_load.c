/* Runs wend_markers_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Markers that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/marker.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x4B524D57, VERSION = 1 }; /* of src/mind/memory/markers_file.c */

static void check_round_trip(const wend_markers *markers, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_markers_save(markers, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_markers_save(markers, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_markers *markers)
{
    const wend_vec3 origin = {0, 0, 0};
    wend_marker marker = wend_marker_default();
    wend_marker_id ids[8], id;
    size_t count;
    const size_t all = wend_markers_count(markers);
    check((wend_markers_nearest(markers, origin, NULL).index1 != 0) == (all > 0));
    check(wend_markers_in_circle(markers, origin, 1e12, NULL, ids, 8, &count) >= WEND_OK);
    check(count == all);
    for (size_t i = 0; i < count && i < 8; i++) {
        check(wend_markers_get(markers, ids[i], &marker) == WEND_OK);
    }
    for (uint32_t i = 0; i < 30; i++) {
        marker = wend_marker_default();
        marker.position.x = i % 7;
        marker.lifetime = i % 5;
        check(wend_markers_add(markers, &marker, &id) == WEND_OK);
        check(wend_markers_has(markers, id));
    }
    check(wend_markers_remove(markers, id) == WEND_OK);
    check(wend_markers_clear(markers) == WEND_OK && wend_markers_count(markers) == 0);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_markers *markers = NULL;
    wend_message message;
    wend_markers_def def = wend_markers_def_default();
    def.message = &message;
    const wend_result result = noted(wend_markers_load(&def, bytes, count, &markers));
    check((result == WEND_OK) == (markers != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (markers != NULL) {
        check_round_trip(markers, bytes, count);
        use(markers);
        wend_markers_destroy(markers);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
