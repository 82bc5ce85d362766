/* The meshes under $WEND_DATA/mesh/golden, a thousand queries of each: the exact search finds every
 * path at its shortest length, and no path leaves the mesh or passes through a wall. */
#include "measure/golden_json.h"
#include "support/golden_stage.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/mesh_search.h"
#include "wend/walls.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATH_CAPACITY = 1024, FILES_MAX = 64, SAMPLE = 8, POINTS_MAX = 4096 };

typedef struct tally {
    size_t asked, wrong, missing, followed, blocked;
    double worst; /* relative */
} tally;

/* ---- one query ---- */

/* Moves along a path as a point: each leg from the end of the one before, so that on floors over
 * each other the right one is kept. */
static bool is_walkable(const golden_stage *s, const wend_mesh_location *start,
                        const wend_vec2 *points, size_t count)
{
    wend_mesh_location at = *start;
    for (size_t k = 1; k < count; k++) {
        wend_mesh_hit hit;
        if (!wend_mesh_ray(s->mesh, at, points[k].x, points[k].y, &hit)) {
            return false;
        }
        if (s->walls != NULL &&
            !wend_walls_can_walk(s->walls, points[k - 1], points[k], 0, WEND_STOPS_WALK)) {
            return false;
        }
        at = hit.location;
    }
    return true;
}

static void follow(const golden_stage *s, size_t k, const wend_mesh_search_query *query,
                   double length, tally *all)
{
    static const double slack = 1e-9;
    wend_vec2 points[POINTS_MAX];
    size_t count = 0;
    double sum = 0;
    assert_int_equal(wend_mesh_search_points(s->search, points, POINTS_MAX, &count), WEND_OK);
    assert_true(count >= 1);
    for (size_t p = 1; p < count; p++) {
        sum += wend_vec2_distance(points[p - 1], points[p]);
    }
    assert_true(fabs(sum - length) <= slack * (1 + length));
    assert_true(wend_vec2_distance(points[0], (wend_vec2){query->start.x, query->start.y}) <=
                slack);
    assert_true(wend_vec2_distance(points[count - 1], (wend_vec2){query->goal.x, query->goal.y}) <=
                slack);
    all->followed++;
    if (!is_walkable(s, &query->start, points, count)) {
        all->blocked++;
        print_message("%s: way %zu of %zu corners is not walkable\n", s->golden.name, k, count);
    }
}

static void ask(const golden_stage *s, size_t k, bool follows, tally *all)
{
    const golden_query *golden = &s->golden.queries[k];
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    assert_true(golden_place(s->mesh, golden->start, &query.start));
    assert_true(golden_place(s->mesh, golden->goal, &query.goal));
    const wend_result result = wend_mesh_search_find(s->search, &query);
    wend_mesh_search_get_answer(s->search, &answer);
    all->asked++;
    if (result != WEND_OK) {
        all->missing++;
        print_message("%s: query %zu: %s, golden %.6f\n", s->golden.name, k,
                      wend_result_text(result), golden->length);
        return;
    }
    assert_int_equal(answer.method, WEND_MESH_METHOD_EXACT);
    if (!golden_is_right(answer.length, golden->length)) {
        all->wrong++;
        print_message("%s: query %zu: %.9f, golden %.6f\n", s->golden.name, k, answer.length,
                      golden->length);
    }
    if (golden->length > 1) {
        all->worst = fmax(all->worst, fabs(answer.length / golden->length - 1));
    }
    if (follows) {
        follow(s, k, &query, answer.length, all);
    }
}

static size_t sample_every(void)
{
    const char *text = getenv("WEND_TEST_SCALE");
    const double sample = (double)SAMPLE / (text != NULL ? strtod(text, NULL) : 1.0);
    return sample <= 1 ? 1 : sample >= (double)SAMPLE ? SAMPLE : (size_t)sample;
}

static void play(const char *folder, const char *name)
{
    golden_stage s;
    tally all = {0};
    const size_t every = sample_every();
    char path[PATH_CAPACITY];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(length > 0 && (size_t)length < sizeof path);
    golden_stage_open(&s, path);
    for (size_t k = 0; k < s.golden.query_count; k++) {
        ask(&s, k, k % every == 0, &all);
    }
    print_message("%s: %zu queries, %zu wrong, %zu without a way, worst error %.1e; "
                  "%zu ways followed, %zu blocked\n",
                  s.golden.name, all.asked, all.wrong, all.missing, all.worst, all.followed,
                  all.blocked);
    assert_int_equal(all.wrong, 0);
    assert_int_equal(all.missing, 0);
    assert_int_equal(all.blocked, 0);
    assert_true(all.asked > 0 && all.followed > 0);
    golden_stage_close(&s);
}

/* ---- all of them ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t list(const char *folder, char **names)
{
    static const char ending[] = ".json";
    size_t count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL;
         entry = readdir(directory)) {
        const size_t length = strlen(entry->d_name);
        if (length >= sizeof ending &&
            strcmp(entry->d_name + length - (sizeof ending - 1), ending) == 0) {
            assert_true(count < FILES_MAX);
            names[count] = malloc(length + 1);
            assert_non_null(names[count]);
            memcpy(names[count++], entry->d_name, length + 1);
        }
    }
    closedir(directory);
    qsort(names, count, sizeof names[0], compare_names);
    return count;
}

static void mesh_search_finds_the_golden_length_of_every_query(void **state)
{
    (void)state;
    char folder[PATH_CAPACITY];
    char *names[FILES_MAX];
    skip_without_data("mesh/golden", folder, sizeof folder);
    const size_t count = list(folder, names);
    assert_true(count > 0);
    for (size_t k = 0; k < count; k++) {
        play(folder, names[k]);
        free(names[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_search_finds_the_golden_length_of_every_query),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
