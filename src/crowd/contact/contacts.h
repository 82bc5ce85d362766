/* Reports of contacts that began in a tick.
 *
 *     at the beginning of the tick       at its end
 *
 *        (body)      |                        (body)|       gap over TOUCH before, at most TOUCH
 *              <---->                               <       now: the contact began in this tick
 *
 * So nothing is kept from one tick to the next. */
#ifndef WENDI_CROWD_CONTACT_CONTACTS_H
#define WENDI_CROWD_CONTACT_CONTACTS_H

#include "crowd/core/crowd.h"

struct wendi_contacts {
    wend_contact *items; /* of the last tick */
    size_t count, capacity;
    bool are_all;    /* the contacts of all bodies are reported */
    bool may_be_any; /* those of some body may be */
    wend_allocator allocator;
};

void wendi_contacts_free(wendi_contacts *contacts);
/** Makes room for the reports of this tick. @return false without memory. */
bool wendi_contacts_prepare(wend_crowd *crowd);
/** Lists the contacts that began in this tick, once bodies have their positions. */
void wendi_contacts_collect(wend_crowd *crowd);

#endif
