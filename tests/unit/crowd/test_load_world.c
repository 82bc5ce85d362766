/* A crowd that is loaded after its world goes on bit for bit, also where the world was edited before. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/pathfinder.h"
#include "wend/walls.h"

enum { BODIES = 20, CAPACITY = 1 << 17 };

typedef struct stage {
    wend_grid *grid;
    wend_walls *walls;
    wend_pathfinder *pathfinder;
    wend_crowd *crowd;
} stage;

/* Paths of points: bodies of 0.25 m graze the corners of walls. */
static stage begin(bool has_bodies)
{
    stage s = {.grid = grids_open(40, 24)};
    const wend_walls_def walls_def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&walls_def, &s.walls), WEND_OK);
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.grid = s.grid;
    assert_int_equal(wend_pathfinder_create(&finder_def, &s.pathfinder), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s.grid;
    def.walls = s.walls;
    def.route_source = wend_route_source_from_pathfinder(s.pathfinder);
    s.crowd = crowds_make(def);
    for (int i = 0; has_bodies && i < BODIES; i++) {
        const wend_body_id id = crowds_put(s.crowd, 2.5, 1.5 + i);
        assert_int_equal(wend_crowd_set_goal(s.crowd, id, (wend_vec2){37.5, 22.5 - i}, 0), WEND_OK);
    }
    return s;
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_pathfinder_destroy(s->pathfinder);
    wend_walls_destroy(s->walls);
    wend_grid_destroy(s->grid);
}

typedef struct saved_stage {
    uint8_t grid[CAPACITY], walls[CAPACITY], crowd[CAPACITY];
    size_t grid_count, walls_count, crowd_count;
} saved_stage;

static void save(const stage *s, saved_stage *to)
{
    assert_int_equal(wend_grid_save(s->grid, to->grid, CAPACITY, &to->grid_count), WEND_OK);
    assert_int_equal(wend_walls_save(s->walls, to->walls, CAPACITY, &to->walls_count), WEND_OK);
    assert_int_equal(wend_crowd_save(s->crowd, to->crowd, CAPACITY, &to->crowd_count), WEND_OK);
}

static void load(const stage *s, const saved_stage *from)
{
    assert_int_equal(wend_grid_restore(s->grid, from->grid, from->grid_count), WEND_OK);
    assert_int_equal(wend_walls_restore(s->walls, from->walls, from->walls_count), WEND_OK);
    assert_int_equal(wend_crowd_load(s->crowd, from->crowd, from->crowd_count, NULL), WEND_OK);
}

static void go_on_alike(const stage *a, const stage *b)
{
    for (int tick = 0; tick < 200; tick++) {
        assert_true(wend_crowd_hash(a->crowd) == wend_crowd_hash(b->crowd));
        crowds_tick(a->crowd, 1);
        crowds_tick(b->crowd, 1);
    }
}

static void a_wall_of_cells_that_was_seen_cuts_no_loaded_routes(void **state)
{
    (void)state;
    static saved_stage saved;
    stage first = begin(true);
    crowds_tick(first.crowd, 60);
    grids_wall(first.grid, 20, 4, 1, 20);
    crowds_tick(first.crowd, 40);
    save(&first, &saved);
    stage second = begin(false);
    load(&second, &saved);
    go_on_alike(&first, &second);
    /* Back in time, in the same crowd: its own present world is another one. */
    grids_wall(first.grid, 30, 0, 1, 20);
    crowds_tick(first.crowd, 5);
    stage third = begin(false);
    load(&third, &saved);
    load(&first, &saved);
    go_on_alike(&first, &third);
    end(&third);
    end(&second);
    end(&first);
}

static void a_segment_that_was_seen_cuts_no_loaded_routes(void **state)
{
    (void)state;
    static saved_stage saved;
    stage first = begin(true);
    wend_wall_id id;
    crowds_tick(first.crowd, 60);
    assert_int_equal(wend_walls_add_segment(first.walls, (wend_vec2){20, 8}, (wend_vec2){20, 30},
                                            WEND_STOPS_ALL, 0, &id),
                     WEND_OK);
    crowds_tick(first.crowd, 40);
    save(&first, &saved);
    stage second = begin(false);
    load(&second, &saved);
    go_on_alike(&first, &second);
    end(&second);
    end(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_of_cells_that_was_seen_cuts_no_loaded_routes),
        cmocka_unit_test(a_segment_that_was_seen_cuts_no_loaded_routes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
