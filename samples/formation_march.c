/* Forty pikemen and shields march through a gate: a phalanx that narrows, and forms up again
 * behind the wall. Some fall during the march, and members behind fill their slots. Prints the
 * positions every few seconds. */
#include "wend/formation.h"
#include "wend/walls.h"

#include <math.h>
#include <stdio.h>

enum { MEMBERS = 40, ABREAST = 8, PIKE = 1, SHIELD = 2, TICKS = 1600 };
enum { LEFT = 0, RIGHT = 60, BOTTOM = -8, TOP = 8 }; /* metres that are printed */

static wend_result add_wall(wend_walls *walls, double x, double y, double x_to, double y_to)
{
    const wend_vec2 corners[] = {{x, y}, {x_to, y}, {x_to, y_to}, {x, y_to}};
    return wend_walls_add_polygon(walls, corners, 4, WEND_STOPS_ALL, true, NULL);
}

/* A wall with a gate of 2.5 metres. */
static wend_walls *build(void)
{
    wend_walls *walls = NULL;
    const wend_walls_def def = wend_walls_def_default();
    if (wend_walls_create(&def, &walls) != WEND_OK ||
        add_wall(walls, 30, 1.25, 31, 40) != WEND_OK ||
        add_wall(walls, 30, -40, 31, -1.25) != WEND_OK) {
        wend_walls_destroy(walls);
        return NULL;
    }
    return walls;
}

/* Adds the bodies in a heap, and makes them a formation whose first rank are shields. */
static wend_result form(wend_crowd *crowd, wend_body_id *ids, wend_formation_id *id)
{
    uint32_t roles[MEMBERS];
    wend_formation_slot slots[MEMBERS] = {{.role = 0}};
    for (int i = 0; i < MEMBERS; i++) {
        wend_body_def body = wend_body_def_default();
        const int column = i % 7;
        const int row = i / 7;
        body.position = (wend_vec2){8 + 0.8 * column, 0.8 * row - 2};
        const wend_result result = wend_crowd_add_body(crowd, &body, &ids[i]);
        if (result != WEND_OK) {
            return result;
        }
        roles[i] = i % 5 == 0 ? SHIELD : PIKE;
        slots[i].role = i < ABREAST ? SHIELD : PIKE;
    }
    wend_formation_def def = wend_formation_def_default();
    def.shape = WEND_FORMATION_PHALANX;
    def.files = ABREAST;
    def.slots = slots;
    def.slot_count = MEMBERS;
    return wend_formation_create(crowd, &def, ids, roles, MEMBERS, id);
}

/* One letter for each half metre by metre: P pikes, S shields, # the wall. */
static void print(const wend_crowd *crowd, const wend_body_id *ids)
{
    char rows[TOP - BOTTOM][2 * (RIGHT - LEFT) + 1];
    for (int y = 0; y < TOP - BOTTOM; y++) {
        for (int x = 0; x < 2 * (RIGHT - LEFT); x++) {
            const double height = (double)TOP - 0.5 - y;
            rows[y][x] = (x == 60 || x == 61) && fabs(height) > 1.25 ? '#' : '.';
        }
        rows[y][2 * (RIGHT - LEFT)] = '\0';
    }
    for (int i = 0; i < MEMBERS; i++) {
        wend_body body;
        if (wend_crowd_get_body(crowd, ids[i], &body) != WEND_OK) {
            continue;
        }
        const int x = (int)floor(2 * (body.position.x - (double)LEFT));
        const int y = (int)floor((double)TOP - body.position.y);
        if (x >= 0 && x < 2 * (RIGHT - LEFT) && y >= 0 && y < TOP - BOTTOM) {
            rows[y][x] = i % 5 == 0 ? 'S' : 'P';
        }
    }
    for (int y = 0; y < TOP - BOTTOM; y++) {
        printf("%s\n", rows[y]);
    }
}

static void tell(const wend_crowd *crowd, wend_formation_id id, const wend_body_id *ids, int tick)
{
    wend_formation_info info;
    if (wend_formation_get_info(crowd, id, &info) == WEND_OK) {
        printf("\n%d s: %u members, %u abreast, %u in place, %.2f m from their slots\n", tick / 20,
               info.members, info.files, info.in_slot, info.mean_error);
        print(crowd, ids);
    }
}

static int march(wend_crowd *crowd)
{
    wend_body_id ids[MEMBERS];
    wend_formation_id id;
    if (form(crowd, ids, &id) != WEND_OK) {
        return 1;
    }
    wend_formation_info info = {.members = 0};
    for (int tick = 0; tick < TICKS && info.state != WEND_BODY_ARRIVED; tick++) {
        if (tick == 200 &&
            wend_formation_set_goal(crowd, id, (wend_vec2){50, 0}, (double)NAN) != WEND_OK) {
            return 1;
        }
        /* A volley of arrows. */
        if (tick == 300) {
            for (int i = 3; i < 20; i += 5) {
                (void)wend_crowd_remove_body(crowd, ids[i]);
            }
        }
        if (wend_crowd_tick(crowd) != WEND_OK ||
            wend_formation_get_info(crowd, id, &info) != WEND_OK) {
            return 1;
        }
        if (tick % 200 == 199) {
            tell(crowd, id, ids, tick + 1);
        }
    }
    tell(crowd, id, ids, (int)wend_crowd_tick_count(crowd));
    return info.state == WEND_BODY_ARRIVED && info.in_slot == info.members ? 0 : 1;
}

int main(void)
{
    wend_walls *walls = build();
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = MEMBERS;
    def.walls = walls;
    wend_crowd *crowd = NULL;
    const int failed =
        walls == NULL || wend_crowd_create(&def, &crowd) != WEND_OK ? 1 : march(crowd);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    return failed;
}
