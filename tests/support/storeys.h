/* A house of several floors as a mesh, with a flight of stairs from each to the next, and two
 * roads of which one crosses the other on a bridge. All of this fails the test when it cannot. */
#ifndef TEST_SUPPORT_STOREYS_H
#define TEST_SUPPORT_STOREYS_H

#include "wend/crowd.h"
#include "wend/pathfinder.h"

/*  Floor i, at height 3 i; stairs lead up from its left to the right of floor i + 1.
 *
 *    y 8  +----+----------------------+----+
 *         |    |  stairs   3 i .. + 3 |    |
 *    y 6  +----+------+---+-----------+----+
 *         |   left    |   |      right     |
 *    y 4  |           +---+                |    the door between left and right is a polygon
 *    y 2  |           +---+                |
 *    y 0  +-----------+   +----------------+
 *        x 0   2      5   6          10   12   */
enum {
    STOREYS_POLYGONS = 6 /* of a floor: left, door, right; low landing, stairs, high landing */
};

static const double STOREYS_HEIGHT = 3;

/** The landings and stairs of the last floor are left out. */
wend_mesh *storeys_make(uint32_t floors, const wend_allocator *allocator);
/** Polygon 3 i + part of a floor i: 0 left, 1 door, 2 right. */
wend_node storeys_room(const wend_mesh *mesh, uint32_t floor, uint32_t part);
/** A lift from the right of one floor to the right of another one. */
wend_mesh_link_id storeys_add_lift(wend_mesh *mesh, uint32_t from, uint32_t to);
/** A road along x at height 0, and one along y on a bridge at height 3; both 3 m wide, 40 m long. */
wend_mesh *storeys_bridge(void);

/** A crowd on a mesh that asks a pathfinder of radius 0.25 over it.
 * @param def NULL or more of its definition. */
wend_crowd *storeys_crowd(const wend_mesh *mesh, const wend_crowd_def *def,
                          wend_pathfinder **pathfinder);
wend_body_id storeys_put(wend_crowd *crowd, double x, double y, double z);
/** Fails where a body that is on no link and not embedded is off the mesh or in a closed polygon. */
void storeys_check(const wend_crowd *crowd, const wend_mesh *mesh);

#endif
