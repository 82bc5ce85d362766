/* wend_assign over memory of the caller, for assignments in every tick. */
#ifndef WENDI_CROWD_ASSIGNMENT_ASSIGNMENT_H
#define WENDI_CROWD_ASSIGNMENT_ASSIGNMENT_H

#include "base/math/floating_point.h"
#include "wend/formation.h"

/** Bytes of scratch: some 30 for each row and column, and a copy of the costs where there are more
 * rows than columns. @return false, and *bytes unchanged, beyond the range of indices. */
bool wendi_assignment_scratch_bytes(size_t rows, size_t columns, size_t *bytes);

/** As wend_assign. @param scratch [wendi_assignment_scratch_bytes], aligned for a double, of any
 * content; NULL for 0 bytes. @return never WEND_ERROR_MEMORY. */
wend_result wendi_assignment_run(const double *costs, size_t rows, size_t columns, void *scratch,
                                 uint32_t *columns_of);

#endif
