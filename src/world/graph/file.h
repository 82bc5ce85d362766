/* The format of a graph's bytes.
 *
 * One section of bytes.h, magic "WGRF", version 1 or 2, with these numbers, little-endian:
 *
 *   limit of nodes u32, limit of edges u32,
 *   for each number of a node: parts u8 (WENDI_NODE_FILE_...); if it exists: x f64, y f64, then
 *   if present height f64, tag u32, user u64,
 *   for each number of an edge: parts u8 (WENDI_EDGE_FILE_...); if it exists: marks u8
 *   (WENDI_EDGE_FILE_MARK_...), from u32, to u32, then if present cost u64 (of edges that do
 *   not follow their length), factor f64, behaviour u32, flags u32, user u64;
 *   version 2, which is written only if the graph ever had an overlay: see overlay_file.c.
 *
 * Values of 0 (a factor: 1) are left out, and only those, so that equal graphs have equal bytes. */
#ifndef WENDI_WORLD_GRAPH_FILE_H
#define WENDI_WORLD_GRAPH_FILE_H

#include "base/math/floating_point.h"

enum {
    WENDI_GRAPH_FILE_MAGIC = 0x46524757,
    WENDI_GRAPH_FILE_VERSION = 2,
    WENDI_NODE_FILE_THERE = 1,
    WENDI_NODE_FILE_HEIGHT = 2,
    WENDI_NODE_FILE_TAG = 4,
    WENDI_NODE_FILE_USER = 8,
    WENDI_EDGE_FILE_THERE = 1,
    WENDI_EDGE_FILE_COST = 2,
    WENDI_EDGE_FILE_FACTOR = 4,
    WENDI_EDGE_FILE_BEHAVIOUR = 8,
    WENDI_EDGE_FILE_FLAGS = 16,
    WENDI_EDGE_FILE_USER = 32,
    WENDI_EDGE_FILE_MARK_TWO_WAY = 1,
    WENDI_EDGE_FILE_MARK_OPEN = 2
};

#endif
