/* Plans of equal requests: those of live ones are shared, and complete ones of requests that were
 * removed are kept for the same request once more.
 *
 *   removed request --> plan, without its fields --> equal request: takes it back, if no sector that
 *                       (they are unused ones      matters has changed and all its fields are there
 *                        of the cache, and age)    still
 *
 * Plans are a function of map, class, goals and sources, so a plan that is taken back is the one
 * that would be built. */
#ifndef WENDI_FLOW_REQUESTS_KEPT_PLANS_H
#define WENDI_FLOW_REQUESTS_KEPT_PLANS_H

#include "flow/core/flow_private.h"

/** Keeps the plan of a request that is removed, or releases it: where others use it, where unused fields are not kept
 * either, and where blocked goals or sources make it depend on the whole map. NULL is fine. */
void wendi_kept_plans_add(wend_flow *flow, const wendi_flow_request *request, wendi_plan *plan);
/** The plan, complete or being built, of a live request with the same goals and sources, for which it
 * counts as another user now; NULL: there is none. */
wendi_plan *wendi_live_plans_share(const wend_flow *flow, const wendi_flow_request *request);
/** The plan of an equal request that was removed, which belongs to the caller then; NULL: there is
 * none. */
wendi_plan *wendi_kept_plans_take(wend_flow *flow, const wendi_flow_request *request);
/** Destroys plans that are too old, and the oldest ones beyond the limit of bytes. */
void wendi_kept_plans_evict(wend_flow *flow);
void wendi_kept_plans_clear(wend_flow *flow);
size_t wendi_kept_plans_memory_bytes(const wend_flow *flow);

#endif
