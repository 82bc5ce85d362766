/* From an OBJ to paths: the triangles of a level become a mesh, then an agent of radius 0.4 queries
 * the path down from the upper floor, by the ramp, over a jump, and with the door shut. Legs are
 * printed in the axes of the file, and one path is drawn:
 * obj_to_path samples/two_floors.obj [PICTURE.png] */
#include "wend/bake.h"
#include "wend/io.h"
#include "wend/wend.h"

#include <stdio.h>

/* The file has y up and is right-handed, as glTF, Godot and OpenGL: (x, y, z) is (x, -z, y) here. */
static wend_vec3 at(double x, double y, double z)
{
    return (wend_vec3){x, -z, y};
}

static bool find(wend_pathfinder *finder, wend_path *path, const char *what, wend_vec3 from,
                 wend_vec3 to)
{
    wend_path_query query = wend_path_query_default();
    query.from = from;
    query.to = to;
    query.corners = WEND_CORNERS_MITRED; /* fewer legs than round corners */
    if (wend_pathfinder_find(finder, &query) != WEND_OK ||
        wend_path_from_pathfinder(path, finder) != WEND_OK) {
        printf("%s: %s\n", what, wend_pathfinder_error(finder));
        return false;
    }
    printf("%s: %.1f m\n", what, wend_path_length_3d(path));
    for (size_t i = 0; i < wend_path_leg_count(path); i++) {
        const wend_leg l = wend_path_leg(path, i);
        printf("  %s %5.2f %5.2f %5.2f -> %5.2f %5.2f %5.2f\n",
               l.behaviour == WEND_BEHAVIOUR_JUMP ? "jump" : "walk", l.from_point.x, l.from_height,
               -l.from_point.y, l.to_point.x, l.to_height, -l.to_point.y);
    }
    return true;
}

static void draw(const wend_mesh *mesh, const wend_path *path, const char *file)
{
    wend_picture_def def = wend_picture_def_default();
    def.low = (wend_vec2){-1, -13};
    def.high = (wend_vec2){21, 1};
    def.is_y_up = true;
    wend_picture *picture = NULL;
    wend_picture_create(&def, &picture);
    const wend_draw brush = wend_picture_draw(picture);
    wend_mesh_draw(mesh, &brush);
    wend_path_draw(path, 0, &brush);
    wend_picture_save_file(picture, file, NULL);
    wend_picture_destroy(picture);
}

int main(int argc, char **argv)
{
    wend_message message = {0};
    wend_triangles triangles;
    wend_mesh *mesh = NULL;
    wend_pathfinder *finder = NULL;
    wend_path *path = NULL;
    wend_mesh_options options = wend_mesh_options_default();
    wend_bake_def bake = wend_bake_def_default();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    options.message = bake.message = def.message = &message;
    options.up = WEND_UP_Y_TURNED;
    def.radius = 0.4;
    def.max_height_difference = 1; /* a position in the air is no start */
    if (wend_triangles_load_file(argc > 1 ? argv[1] : "two_floors.obj", &options, &triangles) ==
        WEND_OK) {
        wend_bake_def_set_triangles(&bake, &triangles);
        wend_mesh_bake(&bake, &mesh, NULL);
    }
    def.mesh = mesh;
    if (mesh == NULL || wend_pathfinder_create(&def, &finder) != WEND_OK ||
        wend_path_create(NULL, &path) != WEND_OK) {
        printf("%s\n", message.text);
        return 1;
    }
    const wend_vec3 room = at(4, 3, 2);
    const wend_vec3 yard = at(1, 0, 2);
    const wend_vec3 office = at(10, 3, 2);
    bool is_good = find(finder, path, "by the ramp", room, yard);

    /* Ends of a link lie farther from the ledge than the radius, or agents have no room there. */
    wend_mesh_link jump = wend_mesh_link_default();
    jump.from = wend_mesh_location_at(2.8, -6, 3);
    jump.to = wend_mesh_location_at(1, -6, 0);
    jump.cost = 5;
    jump.behaviour = WEND_BEHAVIOUR_JUMP;
    wend_mesh_link_id id;
    is_good = wend_mesh_add_link(mesh, &jump, &id, &message) == WEND_OK && is_good;
    is_good = find(finder, path, "over the jump", office, yard) && is_good;
    draw(mesh, path, argc > 2 ? argv[2] : "obj_to_path.png");

    /* The threshold has its own area ("usemtl area1"), so it is a polygon, which can be closed. */
    wend_mesh_set_open(mesh, wend_mesh_locate(mesh, 6.5, -6, 3), false);
    is_good = find(finder, path, "door shut", office, yard) && is_good;
    is_good = !find(finder, path, "door shut, up the jump", yard, room) && is_good;
    wend_path_destroy(path);
    wend_pathfinder_destroy(finder);
    wend_mesh_destroy(mesh);
    wend_triangles_free(&triangles);
    return is_good ? 0 : 1;
}
