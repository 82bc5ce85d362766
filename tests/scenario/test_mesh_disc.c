/* The meshes under $WEND_DATA/mesh/golden, a hundred queries of each, three radii: paths of discs
 * keep clear of all walls, and are no shorter than those of points. */
#include "measure/golden_json.h"
#include "route/mesh_search/search.h"
#include "support/golden_stage.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/mesh_search.h"
#include "wend/walls.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PATH_CAPACITY = 1024, QUERIES = 100 };

typedef struct tally {
    size_t found, blocked, unreachable;
} tally;

/* The points of a piece, tested against the walls: straight ones swept, arcs at some points. */
static bool piece_is_clear(const golden_stage *s, const wendi_mesh_piece *piece, double radius)
{
    const double least = radius * (1 - 1e-9);
    if (!(piece->turn > 0) && !(piece->turn < 0)) {
        return wend_walls_can_walk(s->walls, piece->from, piece->to, least, WEND_STOPS_WALK);
    }
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t count = wendi_mesh_piece_split(piece, points);
    for (size_t i = 0; i < count; i++) {
        /* Back from the corner outside onto the arc. */
        const wend_vec2 out = wend_vec2_normalize(wend_vec2_sub(points[i], piece->centre));
        const wend_vec2 at = wend_vec2_add(piece->centre, wend_vec2_scale(out, radius));
        if (!wend_walls_can_walk(s->walls, at, at, radius * (1 - 1e-8), WEND_STOPS_WALK)) {
            return false;
        }
    }
    return true;
}

static void ask(golden_stage *s, const golden_query *q, double radius, tally *t)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    assert_true(golden_place(s->mesh, q->start, &query.start));
    assert_true(golden_place(s->mesh, q->goal, &query.goal));
    query.radius = radius;
    const wend_result result = wend_mesh_search_find(s->search, &query);
    wend_mesh_search_get_answer(s->search, &answer);
    if (result == WEND_NO_PATH) {
        t->unreachable += answer.reason == WEND_FAILURE_UNREACHABLE;
        t->blocked += answer.reason != WEND_FAILURE_UNREACHABLE;
        return;
    }
    t->found++;
    assert_int_equal(result, WEND_OK);
    assert_true(answer.length >= q->length - 1e-5);
    assert_true(fabs(answer.bound - 1) <= 0);
    for (size_t i = 0; i < s->search->piece_count && s->walls != NULL; i++) {
        const wendi_mesh_piece *piece = &s->search->pieces[i];
        if (!piece_is_clear(s, piece, radius)) {
            fail_msg("%s, radius %g, piece %zu from %.17g %.17g to %.17g %.17g: a wall is nearer",
                     s->golden.name, radius, i, piece->from.x, piece->from.y, piece->to.x,
                     piece->to.y);
        }
    }
}

static void ask_all(const char *path)
{
    static const double radii[] = {0.25, 0.5, 1};
    golden_stage s;
    golden_stage_open(&s, path);
    const size_t step = s.golden.query_count / QUERIES + 1;
    for (size_t r = 0; r < 3; r++) {
        tally t = {0, 0, 0};
        const uint64_t begin = wend_clock_ns();
        for (size_t i = 0; i < s.golden.query_count; i += step) {
            ask(&s, &s.golden.queries[i], radii[r], &t);
        }
        print_message("%-24s radius %.2f: %zu found, %zu without room, %zu cut off, %.0f us each\n",
                      s.golden.name, radii[r], t.found, t.blocked, t.unreachable,
                      (double)(wend_clock_ns() - begin) / 1e3 /
                          (double)(t.found + t.blocked + t.unreachable));
    }
    golden_stage_close(&s);
}

static void mesh_disc_golden_paths_keep_clear_of_walls(void **state)
{
    (void)state;
    char folder[PATH_CAPACITY];
    char path[2 * PATH_CAPACITY];
    skip_without_data("mesh/golden", folder, sizeof folder);
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (struct dirent *file = readdir(files); file != NULL; file = readdir(files)) {
        const size_t length = strlen(file->d_name);
        if (length > 5 && strcmp(file->d_name + length - 5, ".json") == 0) {
            (void)snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
            ask_all(path);
        }
    }
    (void)closedir(files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_disc_golden_paths_keep_clear_of_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
