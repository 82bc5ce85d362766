/* The layers of objects that a scene names: layers_draw.c has the table of kinds. */
#ifndef WEND_SCENE_LAYERS_H
#define WEND_SCENE_LAYERS_H

#include "scene/private.h"

/** A layer to be drawn. */
typedef struct scene_layer_turn {
    scene *s;
    const void *object;
    uint32_t part; /**< Of the row; its number where it is numbered. */
    const scene_layer_look *look;
    const wend_draw *draw;
} scene_layer_turn;

/** A layer that objects of a kind have. */
typedef struct scene_object_row {
    const wendlua_kind *kind;
    const char *part; /**< "cones"; "" where the kind has one layer. */
    const char *help;
    bool is_below;
    bool is_numbered; /**< It stands for as many layers as `count` returns. */
    uint32_t bits;    /**< Passed as the part of layers that are not numbered. */
    wend_result (*draw)(const scene_layer_turn *turn);
    uint32_t (*count)(const void *object); /**< Of a numbered one. */
} scene_object_row;

/** Draws the bodies a square metre of a floor. */
wend_result scene_draw_density(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw);
/** Draws the goals of the requests of a flow (may be NULL), and the points that three bodies or more of
 * a floor move to. */
wend_result scene_draw_marks(const wend_crowd *crowd, const wend_flow *flow, uint32_t floor,
                             const wend_draw *draw);

#endif
