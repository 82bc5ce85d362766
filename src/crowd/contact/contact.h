/* The passes in which bodies touch each other and walls, over bodies sorted by cell. */
#ifndef WENDI_CROWD_CONTACT_CONTACT_H
#define WENDI_CROWD_CONTACT_CONTACT_H

#include "crowd/core/crowd.h"

/** Soft contact: pushes overlapping targets apart. Reads target, writes next. */
void wendi_pass_contact_soft(wend_crowd *crowd, size_t begin, size_t end);
/** The last soft pass: keeps the additions by contacts for the next tick, and limits targets. */
void wendi_pass_contact_soft_last(wend_crowd *crowd, size_t begin, size_t end);
/** Hard contact: moves bodies towards their targets without new overlaps. Reads travelled, writes
 * next. */
void wendi_pass_contact_hard(wend_crowd *crowd, size_t begin, size_t end);
/** The first hard pass: no body has moved yet, and most have room. */
void wendi_pass_contact_hard_first(wend_crowd *crowd, size_t begin, size_t end);
/** Measures overlaps and walls, and writes the result of each body. */
void wendi_pass_overlap(wend_crowd *crowd, size_t begin, size_t end);

#endif
