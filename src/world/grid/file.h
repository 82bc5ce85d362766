/* The format of a grid's bytes.
 *
 * One section of bytes.h, magic "WGRD", version 3, with these numbers, little-endian:
 *
 *   width u32, height u32, neighbours u8, corner rule u8, hex layout u8, wrap u8,
 *   sector size u8, class count u8,
 *   cell size f64, origin x f64, origin y f64,
 *   for each class the runs of its costs: length - 1 as u16, cost u8,
 *   has gates u8; if 1 the runs of masks: length - 1 as u16, mask u32,
 *   links (see layers/link.h),
 *   parts u8, WENDI_COMPOSE_FILE_HAS_...; then those that exist:
 *   gradients and overlays (see layers/overlay_file.c), stamps (see layers/stamp_file.c)
 *
 * The costs are those of the ground; the final costs follow from all parts. Version 1 has no hex
 * layout, wrap, links and parts; version 2 less about stamps.
 *
 * Runs cover the map in reading order, exactly. They are as long as they can be: neighbouring
 * runs have different values, or the first one 65536 cells. So equal maps have equal bytes, and
 * a map needs at least 3 bytes for each 65536 cells of a class, which bounds the work that a
 * small file can cause. */
#ifndef WENDI_WORLD_GRID_FILE_H
#define WENDI_WORLD_GRID_FILE_H

#include "base/math/floating_point.h"

enum {
    WENDI_GRID_FILE_MAGIC = 0x44524757,
    WENDI_GRID_FILE_VERSION = 3,
    WENDI_GRID_FILE_FRAME_BYTES = 24,  /* Added by the section. */
    WENDI_GRID_FILE_HEADER_BYTES = 38, /* width ... origin y */
    WENDI_GRID_FILE_RUN_MAX = 65536,
    WENDI_GRID_FILE_COST_RUN_BYTES = 3,
    WENDI_GRID_FILE_MASK_RUN_BYTES = 6
};

#endif
