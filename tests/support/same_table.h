/* Comparison of two jump tables, apart from ids and the order of their blocks. */
#ifndef TEST_SUPPORT_SAME_TABLE_H
#define TEST_SUPPORT_SAME_TABLE_H

#include "route/jump/table.h"

/** Same jump points behind each other, and each known by the id its cell has. Both must be built
 * for maps of one size. */
bool same_table(const wendi_jump_table *a, const wendi_jump_table *b);

#endif
