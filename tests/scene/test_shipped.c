/* The shipped scenes run with the same bits for any number of threads, as a table of their hashes
 * says, and no body ends in a wall.
 *
 * scene_shipped --print FILE prints the table again, with the ticks that it has
 * (scripts/scene_table.sh).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "support/test.h"

enum { ROWS_MAX = 64, NAME_CAPACITY = 64, PATH_CAPACITY = 512 };

typedef struct row {
    char name[NAME_CAPACITY];
    unsigned ticks;
    uint64_t hash;
    double max_overlap; /* deeper is wrong */
} row;

/* ---- the table: name, ticks, hash, deepest overlap; # begins a remark ---- */

static size_t read_table(const char *file, row *rows)
{
    char line[256];
    size_t count = 0;
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in) != NULL && count < ROWS_MAX) {
        row *r = &rows[count];
        if (line[0] != '#' && line[0] != '\n') {
            assert_int_equal(sscanf(line, "%63s %u %" SCNx64 " %lf", r->name, &r->ticks, &r->hash,
                                    &r->max_overlap),
                             4);
            count++;
        }
    }
    fclose(in);
    return count;
}

static scene *open_scene(const char *name, uint32_t threads)
{
    char path[PATH_CAPACITY];
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *made = NULL;
    options.threads = threads;
    snprintf(path, sizeof path, "%s/%.63s.lua", WEND_SCENES, name);
    if (scene_open(path, &options, &made, &message) != WEND_OK) {
        fprintf(stderr, "%s\n", message.text);
        abort();
    }
    return made;
}

static uint64_t run_row(const row *r, uint32_t threads, scene_stats *stats)
{
    scene *s = open_scene(r->name, threads);
    while (scene_tick_count(s) < r->ticks) {
        if (scene_tick(s) != WEND_OK) {
            fprintf(stderr, "%s\n", scene_message(s));
            abort();
        }
    }
    scene_get_stats(s, stats);
    uint64_t hash = scene_hash(s);
    scene_close(s);
    return hash;
}

/* ---- tests ---- */

static void check_row(const row *r, uint32_t threads)
{
    scene_stats stats;
    uint64_t hash = run_row(r, threads, &stats);
    if (hash != r->hash || stats.wall_violations > 0 || !(stats.max_overlap <= r->max_overlap)) {
        print_message("%s, %u threads: hash %016" PRIx64 ", overlap %.4f, wall violations %" PRIu64
                      "\n",
                      r->name, (unsigned)threads, hash, stats.max_overlap, stats.wall_violations);
    }
    assert_int_equal(stats.wall_violations, 0);
    assert_true(stats.max_overlap <= r->max_overlap);
    assert_true(hash == r->hash);
}

static void check_table(uint32_t threads)
{
    static row rows[ROWS_MAX];
    size_t count = read_table(WEND_SCENE_TABLE, rows);
    assert_true(count >= 10);
    for (size_t i = 0; i < count; i++) {
        check_row(&rows[i], threads);
    }
}

static void shipped_scenes_have_the_hashes_of_the_table(void **state)
{
    (void)state;
    check_table(1);
}

static void shipped_scenes_with_two_threads_have_them_too(void **state)
{
    (void)state;
    check_table(2);
}

static void shipped_scenes_with_eight_threads_have_them_too(void **state)
{
    (void)state;
    check_table(8);
}

static void shipped_scenes_have_titles_views_and_steps(void **state)
{
    static row rows[ROWS_MAX];
    (void)state;
    size_t count = read_table(WEND_SCENE_TABLE, rows);
    for (size_t i = 0; i < count; i++) {
        wend_vec2 low;
        wend_vec2 high;
        scene *s = open_scene(rows[i].name, 1);
        scene_view(s, &low, &high);
        assert_true(low.x < high.x && low.y < high.y);
        assert_true(scene_title(s)[0] != '\0' && strstr(scene_title(s), ".lua") == NULL);
        assert_true(scene_step(s) > 0.0 && scene_ticks(s) >= rows[i].ticks);
        scene_close(s);
    }
}

/* ---- a new table ---- */

static int print_table(const char *file)
{
    static row rows[ROWS_MAX];
    size_t count = read_table(file, rows);
    printf("# scene, ticks, hash after them, deepest overlap as part of the diameter\n");
    for (size_t i = 0; i < count; i++) {
        scene_stats stats;
        uint64_t hash = run_row(&rows[i], 1, &stats);
        printf("%-12s %5u %016" PRIx64 " %.3f\n", rows[i].name, rows[i].ticks, hash,
               rows[i].max_overlap);
        if (!(stats.max_overlap <= rows[i].max_overlap)) {
            printf("# deeper now: %.4f\n", stats.max_overlap);
        }
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_scenes_have_the_hashes_of_the_table),
        cmocka_unit_test(shipped_scenes_with_two_threads_have_them_too),
        cmocka_unit_test(shipped_scenes_with_eight_threads_have_them_too),
        cmocka_unit_test(shipped_scenes_have_titles_views_and_steps),
    };
    const char *table = getenv("WEND_PRINT_TABLE");
    if (table != NULL) {
        return print_table(table);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
