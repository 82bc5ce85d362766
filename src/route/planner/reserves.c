/* Reserves: the memory that slots may take.
 *
 *   ceiling   [ running: reserve | running: reserve | idle: bytes | free pages | free ........ ]
 *
 * A running slot may allocate up to its reserve, which is at least its share of the ceiling; so the
 * memory that earlier searches left, which a planner that was loaded has not, makes no difference to
 * searches that take no more. The reserves of all, the bytes of idle ones and the
 * pages that no search holds never exceed the ceiling together. A reserve grows between turns while
 * there is free room. A search that hits it ends, and is begun again with a larger one.
 *
 * A search with its records in pages begins with what three quarters of its kind needed before. Where
 * its reserve is nearly full and there is no room for more it is starved: it keeps what it has and
 * waits without turns until others have ended. Where all are starved the newest is stopped, to begin
 * again with more, so the oldest always goes on. Nothing is admitted meanwhile. Searches without pages
 * begin with the memory of the largest of their kind before, and are never starved. */
#include "route/planner/planner.h"
#include "route/planner/slots.h"
#include "route/space/space.h"

#include "route/pathfinder/pathfinder.h"

enum { RESERVE_LEAST = 128 * 1024 };

size_t wendi_plan_slot_bytes(const wendi_plan_slot *slot)
{
    return slot->memory.bytes > slot->floor ? slot->memory.bytes : slot->floor;
}

static size_t claim_of(const wendi_plan_slot *slot)
{
    const size_t bytes = wendi_plan_slot_bytes(slot);
    return slot->job != WENDI_PLAN_NONE && slot->reserve > bytes ? slot->reserve : bytes;
}

static size_t claimed(const wend_planner *planner)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        bytes += claim_of(&planner->slots[i]);
    }
    return bytes;
}

size_t wendi_plan_slots_bytes(const wend_planner *planner)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        bytes += wendi_plan_slot_bytes(&planner->slots[i]);
    }
    return bytes + wendi_page_pool_bytes(planner->pages);
}

/* The idle slot with the most memory; NULL if all idle ones are empty. */
wendi_plan_slot *wendi_plan_largest_idle(const wend_planner *planner, const wendi_plan_slot *but)
{
    wendi_plan_slot *best = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot != but && slot->job == WENDI_PLAN_NONE && slot->pathfinder != NULL &&
            (best == NULL || wendi_plan_slot_bytes(slot) > wendi_plan_slot_bytes(best))) {
            best = slot;
        }
    }
    return best;
}

/* Makes the claim of a slot so large, at the cost of idle ones, and of pages that no search holds.
 * @return false: no room. */
bool wendi_plan_reserve(wend_planner *planner, wendi_plan_slot *slot, size_t bytes)
{
    const size_t ceiling = planner->def.memory_ceiling;
    const size_t own = claim_of(slot);
    size_t others = claimed(planner) - own;
    while (bytes > ceiling - others) {
        wendi_plan_slot *idle = wendi_plan_largest_idle(planner, slot);
        if (idle == NULL) {
            return false;
        }
        others -= wendi_plan_slot_bytes(idle);
        wendi_plan_slot_free(planner, idle);
    }
    slot->reserve = slot->memory.limit = bytes;
    wendi_page_pool_trim(planner->pages, ceiling - others - bytes);
    return true;
}

/* ---- what a search will need ---- */

static size_t *estimate_of(wend_planner *planner, const wendi_plan_job *job)
{
    wendi_plan_profile *profile = planner->profiles[job->profile];
    const uint32_t method = profile->layout.mesh_space != NULL
                                ? (uint32_t)WEND_METHOD_COUNT + (uint32_t)job->query.mesh_method
                            : job->query.method == WEND_METHOD_HIERARCHY
                                ? (uint32_t)WEND_METHOD_BEST
                                : (uint32_t)job->query.method;
    const bool has_predicate = job->query.goal_kind == WEND_PATH_TO_PREDICATE ||
                               job->query.goal_kind == WEND_PATH_TO_TAG ||
                               job->query.goal_kind == WEND_PATH_TO_EACH_TAG;
    return &profile->estimates[2 * method + (has_predicate ? 1 : 0)];
}

/* Bytes that a turn of a search with pages hardly ever exceeds. */
static size_t turn_bytes(const wend_planner *planner, const wendi_plan_job *job)
{
    enum { STEP_BYTES = 256 };
    return RESERVE_LEAST + (size_t)STEP_BYTES * planner->def.quantum * (job->priority + 1);
}

/* Where no search of its kind has ended yet, a quarter of the map may be searched. */
static size_t first_guess(const wend_planner *planner, const wendi_plan_job *job)
{
    enum { CELL_BYTES = 12, PARTS = 4 };
    const wend_space *space = planner->profiles[job->profile]->layout.space;
    return space == NULL || space->net != NULL
               ? 0
               : (size_t)space->slot_count / PARTS * (size_t)CELL_BYTES;
}

/* The method that a job will most likely use. A jump point search has no pages. */
static bool may_have_pages(const wend_planner *planner, const wendi_plan_job *job)
{
    const wend_space *space = planner->profiles[job->profile]->layout.space;
    return space != NULL && space->net == NULL && job->query.method != WEND_METHOD_JUMP_POINT &&
           job->query.max_depth == 0 && job->query.turning == NULL &&
           (job->query.method != WEND_METHOD_BEST || !space->has_jump_map);
}

/* True if as many searches with pages run as fit into a processor's cache together: each turn of
 * more of them would read its pages from memory again. */
bool wendi_plan_has_many_pages(const wend_planner *planner, const wendi_plan_job *job)
{
    enum { AT_ONCE = 8 };
    uint32_t count = 0;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        const uint32_t other = planner->slots[i].job;
        count += other != WENDI_PLAN_NONE && may_have_pages(planner, &planner->jobs[other]) ? 1 : 0;
    }
    return count >= AT_ONCE && may_have_pages(planner, job);
}

size_t wendi_plan_need(wend_planner *planner, const wendi_plan_job *job)
{
    const size_t ceiling = planner->def.memory_ceiling;
    size_t need = *estimate_of(planner, job) + RESERVE_LEAST / 4;
    if (may_have_pages(planner, job)) {
        const size_t estimate = *estimate_of(planner, job);
        need = turn_bytes(planner, job) + (estimate > 0 ? estimate : first_guess(planner, job));
    }
    const size_t share = ceiling / planner->def.max_searches;
    need = need < job->reserve ? job->reserve : need;
    need = need < (size_t)RESERVE_LEAST ? (size_t)RESERVE_LEAST : need;
    need = need < share ? share : need;
    return need < ceiling ? need : ceiling;
}

/* Notes the memory of a search that has ended. */
void wendi_plan_learn_need(wend_planner *planner, const wendi_plan_slot *slot,
                           const wendi_plan_job *job)
{
    size_t *estimate = estimate_of(planner, job);
    const size_t bytes = wendi_plan_slot_bytes(slot);
    if (*estimate == 0 || slot->result < 0 || !wendi_pathfinder_has_pages(slot->pathfinder)) {
        *estimate = *estimate < bytes ? bytes : *estimate;
    } else if (*estimate < bytes) {
        *estimate += (bytes - *estimate) / 4;
    } else {
        *estimate -= (*estimate - bytes) / 16;
    }
}

/* ---- memory for more ---- */

/* The reserve that a search with pages wants next. */
static size_t next_reserve(const wend_planner *planner, const wendi_plan_slot *slot)
{
    const size_t bytes = wendi_plan_slot_bytes(slot);
    const size_t wanted = bytes + bytes / 4 + turn_bytes(planner, &planner->jobs[slot->job]);
    return wanted < planner->def.memory_ceiling ? wanted : planner->def.memory_ceiling;
}

/* Makes the reserve larger after a turn that used most of it, where there is free room. Idle slots
 * are not freed for that: they would have to be filled again. */
void wendi_plan_reserve_more(wend_planner *planner, wendi_plan_slot *slot)
{
    const size_t ceiling = planner->def.memory_ceiling;
    const size_t bytes = wendi_plan_slot_bytes(slot);
    const bool has_pages = wendi_pathfinder_has_pages(slot->pathfinder);
    const size_t room = slot->reserve > bytes ? slot->reserve - bytes : 0;
    const bool wants_more =
        has_pages ? room < bytes / 8 + turn_bytes(planner, &planner->jobs[slot->job]) / 2
                  : bytes > slot->reserve / 2;
    if (!wants_more || slot->reserve >= ceiling) {
        return;
    }
    const size_t wanted = has_pages               ? next_reserve(planner, slot)
                          : bytes < slot->reserve ? 2 * slot->reserve
                                                  : 2 * bytes;
    const size_t others = claimed(planner) - claim_of(slot);
    if (wanted <= ceiling - others) {
        slot->reserve = slot->memory.limit = wanted;
        wendi_page_pool_trim(planner->pages, ceiling - others - wanted);
    } else if (has_pages) {
        slot->is_starved = true;
        planner->starved_count++;
    }
}

static bool is_older(const wend_planner *planner, const wendi_plan_slot *a,
                     const wendi_plan_slot *b)
{
    return planner->jobs[a->job].sequence < planner->jobs[b->job].sequence;
}

/* The oldest of the starved slots; NULL if there is none. */
static wendi_plan_slot *oldest_starved(const wend_planner *planner)
{
    wendi_plan_slot *best = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot->is_starved && (best == NULL || is_older(planner, slot, best))) {
            best = slot;
        }
    }
    return best;
}

/* True if any slot can take turns. */
static bool has_active(const wend_planner *planner)
{
    bool has = false;
    for (uint32_t i = 0; i < planner->def.max_searches && !has; i++) {
        const wendi_plan_slot *slot = &planner->slots[i];
        has = slot->job != WENDI_PLAN_NONE && !slot->is_starved &&
              (slot->is_started || wendi_plan_profile_may_start(planner->profiles[slot->profile]));
    }
    return has;
}

/* The slot with a job that loses least where it is stopped: one that has not begun, else the newest.
 * NULL if there is no other than this one. */
static wendi_plan_slot *least_loss(const wend_planner *planner, const wendi_plan_slot *but)
{
    wendi_plan_slot *best = NULL;
    for (uint32_t i = 0; i < planner->def.max_searches; i++) {
        wendi_plan_slot *slot = &planner->slots[i];
        if (slot == but || slot->job == WENDI_PLAN_NONE) {
            continue;
        }
        if (best == NULL || (best->is_started && !slot->is_started) ||
            (best->is_started == slot->is_started && is_older(planner, best, slot))) {
            best = slot;
        }
    }
    return best;
}

void wendi_plan_slots_feed(wend_planner *planner)
{
    wendi_plan_slot *oldest;
    while ((oldest = oldest_starved(planner)) != NULL) {
        if (wendi_plan_reserve(planner, oldest, next_reserve(planner, oldest))) {
            oldest->is_starved = false;
            planner->starved_count--;
            continue;
        }
        wendi_plan_slot *other = has_active(planner) ? NULL : least_loss(planner, oldest);
        if (other == NULL) {
            return;
        }
        const uint32_t job = other->job;
        if (other->is_started) {
            planner->jobs[job].reserve = next_reserve(planner, other);
            planner->stats.evictions++;
        }
        wendi_plan_slot_stop(planner, (uint32_t)(other - planner->slots));
        wendi_plan_job_wait(planner, job);
    }
}
