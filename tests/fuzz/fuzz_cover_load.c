/* Runs wend_cover_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Cover that loads must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/cover.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x564F4357, VERSION = 1 }; /* of src/mind/cover/cover_file.c */

static void check_round_trip(const wend_cover *cover, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_cover_save(cover, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_cover_save(cover, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

/* Whatever places were loaded, they can be asked for, computed anew and removed. */
static void use(wend_cover *cover)
{
    const wend_cover_threat threat = {{3, 9}, 1, 50};
    wend_cover_query query = wend_cover_query_default();
    wend_cover_spot spots[3];
    wend_cover_stats stats;
    size_t count;
    wend_budget budget = wend_budget_steps(300);
    query.threats = &threat;
    query.threat_count = 1;
    check(wend_cover_find(cover, &query, NULL, spots, 3, &count, &stats) == WEND_OK);
    check(count <= 3 && stats.places_tested <= query.max_candidates);
    for (uint32_t i = 0; i < wend_cover_limit(cover) && i < 40; i++) {
        wend_cover_place place;
        const wend_cover_id id = wend_cover_id_at(cover, i);
        if (id.index1 != 0) {
            check(wend_cover_get_place(cover, id, &place, NULL) == WEND_OK);
            check(i % 3 != 0 || wend_cover_remove_place(cover, id) == WEND_OK);
        }
    }
    const wend_result result = wend_cover_update(cover, &budget);
    check(result == WEND_OK || result == WEND_IN_PROGRESS);
    check(wend_cover_find(cover, &query, NULL, spots, 3, &count, &stats) == WEND_OK);
}

static void try_bytes(const uint8_t *bytes, size_t size)
{
    wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    wend_cover *cover = NULL;
    wend_message message;
    wend_cover_def def = wend_cover_def_default();
    if (wend_walls_create(&walls_def, &walls) != WEND_OK) {
        return;
    }
    (void)wend_walls_add_segment(walls, (wend_vec2){-3, 0}, (wend_vec2){3, 0}, WEND_STOPS_ALL, 0,
                                 NULL);
    (void)wend_walls_add_segment(walls, (wend_vec2){0, 4}, (wend_vec2){0, 8}, WEND_STOPS_ALL, 0,
                                 NULL);
    def.walls = walls;
    def.message = &message;
    const wend_result result = noted(wend_cover_load(&def, bytes, size, &cover));
    check((result == WEND_OK) == (cover != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (cover != NULL) {
        check_round_trip(cover, bytes, size);
        use(cover);
        wend_cover_destroy(cover);
    }
    wend_walls_destroy(walls);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
