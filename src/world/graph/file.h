/* graph/file.h: how a graph looks as bytes; both sides of graph/save.c and graph/load.c.
 *
 * One section of core/bytes.h, magic "WGRF", version 1, with these numbers, little-endian:
 *
 *   limit of nodes u32, limit of edges u32,
 *   for each number of a node: parts u8 (WENDI_NODE_FILE_...); if it is there: x f64, y f64, then
 *   what there is of height f64, tag u32, user u64,
 *   for each number of an edge: parts u8 (WENDI_EDGE_FILE_...); if it is there: marks u8
 *   (WENDI_EDGE_FILE_MARK_...), from u32, to u32, then what there is of cost u64 (of edges that do
 *   not follow their length), factor f64, behaviour u32, flags u32, user u64.
 *
 * What is 0 (a factor: 1) is left out, and left out only then, so that equal graphs have equal
 * bytes. */
#ifndef WENDI_WORLD_GRAPH_FILE_H
#define WENDI_WORLD_GRAPH_FILE_H

#include "base/math/floating_point.h"

enum {
    WENDI_GRAPH_FILE_MAGIC = 0x46524757,
    WENDI_GRAPH_FILE_VERSION = 1,
    WENDI_GRAPH_FILE_FRAME_BYTES = 24, /* What the section adds. */
    WENDI_GRAPH_FILE_HEADER_BYTES = 8,
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
