/* path/plain.h: which legs may be dropped, stretched or cut; see wend/path_shape.h. */
#ifndef WENDI_ROUTE_PATH_PLAIN_H
#define WENDI_ROUTE_PATH_PLAIN_H

#include "wend/path.h"

/** True if its cost is that of its length, but for roundings. */
bool wendi_leg_costs_its_length(const wend_leg *leg, double factor);

/** 1/256 to 65536. */
bool wendi_factor_is_valid(double factor);

#endif
