/* The inside of a level: four arrays that only grow.
 *
 * Names of items are blocks of their own, so that returned names stay valid while items are
 * added. */
#ifndef WENDI_WORLD_LEVEL_STORE_H
#define WENDI_WORLD_LEVEL_STORE_H

#include "base/core/message.h"
#include "wend/level.h"

typedef struct wendi_level_item {
    wend_level_item item; /* its name is not used */
    char *name;           /* NULL = "" */
    size_t name_bytes;    /* with its zero */
} wendi_level_item;

struct wend_level {
    wend_allocator allocator;
    wend_level_region *regions;
    wend_level_line *lines;
    wendi_level_item *items;
    wend_level_teleport *teleports;
    size_t region_count, region_capacity;
    size_t line_count, line_capacity;
    size_t item_count, item_capacity;
    size_t teleport_count, teleport_capacity;
    wend_message error; /* of the last failure */
};

#endif
