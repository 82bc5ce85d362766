/* Neighbours, corner rule, hex layout and wrapping, from options or from a file. */
#ifndef CLI_MAP_RULES_H
#define CLI_MAP_RULES_H

#include "core/args.h"
#include "wend/grid.h"
#include "wend/types.h"

/* Options for the rules of a grid; the others are as in wend_grid_def_default. */
typedef struct map_rules {
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    wend_hex_layout hex_layout;
    wend_wrap wrap;
    bool has_neighbours, has_corner_rule, has_hex_layout, has_wrap;
} map_rules;

map_rules map_rules_default(void);
/** Adds --neighbours, --hex-layout, --corners and --wrap. */
void map_rules_add(args *a, map_rules *rules);
/** Sets the rules of the options in a def. */
void map_rules_apply(const map_rules *rules, wend_grid_def *def);
/** Reports a failure if a grid, as made from the file, has other rules than the options.
 * @return CLI_OK or CLI_BAD. */
int map_rules_check(const cli *c, const map_rules *rules, const char *file, const wend_grid *grid);

/** "never", "one", "always". */
const char *map_corner_name(wend_corner_rule rule);
/** "odd-rows", "even-rows", "odd-columns", "even-columns". */
const char *map_hex_layout_name(wend_hex_layout layout);
/** "none", "x", "y", "both". */
const char *map_wrap_name(wend_wrap wrap);

/** The def that makes a grid of the same kind and size, with one class. */
wend_grid_def map_def_of(const wend_grid *grid);
/** Makes a grid of a def and copies the costs of as many classes as it has, from first_class on.
 * @param made NULL on failure. @return WEND_OK, and the errors of wend_grid_create. */
wend_result map_copy(const wend_grid *grid, const wend_grid_def *def, uint32_t first_class,
                     wend_grid **made);

#endif
