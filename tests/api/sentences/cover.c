/* Messages of cover. */
#include "sentences.h"

static wend_message m;

void try_cover(void)
{
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    wend_cover_def def = wend_cover_def_default();
    wend_cover *cover = NULL, *loaded = NULL;
    wend_cover_id id;
    (void)wend_walls_create(&walls_def, &walls);
    def.message = &m;
    TOLD(wend_cover_create(&def, &cover), m.text, "wend_cover_create: walls is NULL");
    def.walls = walls;
    def.radius = 0;
    TOLD(wend_cover_create(&def, &cover), m.text, "wend_cover_create: radius is 0", "to 64");
    def.radius = 1;
    TOLD(wend_cover_create(&def, NULL), m.text, "wend_cover_create: cover is NULL");
    (void)wend_cover_create(&def, &cover);
    wend_cover_place place = wend_cover_place_default();
    place.trusted_arc = 4;
    TOLD(wend_cover_add_place(cover, &place, NULL), wend_cover_error(cover),
         "wend_cover_add_place: trusted_arc is 4", "0 to 3.2");
    TOLD(wend_cover_remove_place(cover, (wend_cover_id){3, 1}), wend_cover_error(cover),
         "wend_cover_remove_place: place 3 of generation 1", "does not exist");
    wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    obstacle.height = -1;
    TOLD(wend_cover_add_obstacle(cover, &obstacle, &id), wend_cover_error(cover),
         "wend_cover_add_obstacle: height is -1", "from 0");
    TOLD(wend_cover_set_obstacle(cover, (wend_cover_id){3, 1}, &obstacle), wend_cover_error(cover),
         "wend_cover_set_obstacle: obstacle 3 of generation 1", "does not exist");
    TOLD(wend_cover_remove_obstacle(cover, (wend_cover_id){3, 1}), wend_cover_error(cover),
         "wend_cover_remove_obstacle: obstacle 3 of generation 1", "does not exist");
    TOLD(wend_cover_invalidate(cover, (wend_vec2){1e30, 0}, (wend_vec2){0, 0}),
         wend_cover_error(cover), "wend_cover_invalidate: low.x is 1e+30", "1073741824");
    TOLD(wend_cover_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_cover_load: ");
    wend_cover_destroy(cover);
    wend_walls_destroy(walls);
}
