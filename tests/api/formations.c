/* Formations and social groups of a crowd, and assignments: actions of its room. */
#include "fuzz.h"

#include "wend/formation.h"
#include "wend/social.h"

#include <math.h>

/* ---- formations ---- */

static wend_formation_id some_formation(fuzz *f, const wend_crowd *crowd)
{
    wend_formation_id ids[16];
    size_t count = 0;
    wend_formation_list(crowd, ids, 16, &count);
    wend_formation_id id;
    some_id(f, ids, count < 16 ? count : 16, &id);
    return id;
}

void form_up(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    wend_formation_def def = wend_formation_def_default();
    def.shape = (wend_formation_shape)below(f, unsound(f, 20) ? 8 : 6);
    def.slot_count = below(f, 6);
    wend_formation_slot *slots = scratch(f, def.slot_count, sizeof *slots);
    for (size_t i = 0; i < def.slot_count; ++i) {
        slots[i].offset.x = real(f, -5, 5);
        slots[i].offset.y = real(f, -5, 5);
        slots[i].role = below(f, 3);
    }
    def.slots = chance(f, 3) ? NULL : slots;
    def.files = chance(f, 2) ? 0 : count_to(f, 6);
    def.spacing = chance(f, 2) ? 0 : real(f, 0.1, 4);
    def.is_narrowing = chance(f, 2);
    def.is_waiting = chance(f, 2);
    def.user = roll(f);
    some_cookie(f, &def.cookie);
    const size_t count = below(f, 8);
    wend_body_id *members = scratch(f, count, sizeof *members);
    uint32_t *roles = scratch(f, count, sizeof *roles);
    for (size_t i = 0; i < count; ++i) {
        members[i] = some_body(f, crowd);
        roles[i] = below(f, 3);
    }
    wend_formation_id id = some_formation(f, crowd);
    fuzz_watch(f, KIND_CROWD, crowd);
    if (chance(f, 4)) {
        GIVES(f, wend_formation_reshape(crowd, id, &def), "ASFMU");
    } else {
        const wend_result result = GIVES(
            f, wend_formation_create(crowd, &def, members, chance(f, 2) ? NULL : roles, count, &id),
            "ASFMU");
        CHECK(f, (result == WEND_OK) == (id.index1 != 0));
    }
}

void order_formation(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_formation_id id = some_formation(f, crowd);
    const wend_body_id member = some_body(f, crowd);
    const wend_path *path = get(f, KIND_PATH);
    const wend_flow_request_id order = some_order(f, get_old(f, KIND_FLOW));
    const uint32_t how = below(f, 8);
    let_call_back(f, crowd);
    fuzz_watch(f, KIND_CROWD, crowd);
    if (how == 0) {
        GIVES(f, wend_formation_destroy(crowd, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_formation_add_member(crowd, id, member, below(f, 3)), "ASFM");
    } else if (how == 2) {
        GIVES(f, wend_formation_remove_member(crowd, member), "ASM");
    } else if (how == 3) {
        GIVES(f, wend_formation_follow_flow(crowd, id, order), "ASM");
    } else if (how == 4) {
        GIVES(f, wend_formation_follow_path(crowd, id, path), "ASM");
    } else if (how == 5) {
        GIVES(f, wend_formation_stop(crowd, id), "ASM");
    } else {
        GIVES(f,
              wend_formation_set_goal(crowd, id, somewhere(f),
                                      chance(f, 2) ? (double)NAN : real(f, -4, 4)),
              "ASM");
    }
    wend_formation_info info;
    GIVES(f, wend_formation_get_info(crowd, id, &info), "AS");
    const size_t capacity = below(f, 9);
    wend_body_id *members = scratch(f, capacity, sizeof *members);
    wend_vec2 *positions = scratch(f, capacity, sizeof *positions);
    size_t count = 0;
    GIVES(f,
          wend_formation_get_slots(crowd, id, members, chance(f, 2) ? NULL : positions, capacity,
                                   &count),
          "ATS");
    wend_formation_of_body(crowd, member);
}

/* ---- social groups ---- */

static wend_social_id some_social_group(fuzz *f, const wend_crowd *crowd)
{
    wend_social_id ids[16];
    size_t count = 0;
    GIVES(f, wend_social_list(crowd, ids, 16, &count), "AT");
    wend_social_id id;
    some_id(f, ids, count < 16 ? count : 16, &id);
    return id;
}

void join_up(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    wend_social_def def = wend_social_def_default();
    def.spacing = chance(f, 2) ? 0 : real(f, 0.1, 4);
    def.speed_loss = real(f, 0, unsound(f, 20) ? 0.5 : 0.25);
    def.user = roll(f);
    some_cookie(f, &def.cookie);
    const size_t count = below(f, unsound(f, 20) ? 8 : 5);
    wend_body_id *members = scratch(f, count, sizeof *members);
    for (size_t i = 0; i < count; ++i) {
        members[i] = some_body(f, crowd);
    }
    wend_social_id id = {0, 0};
    fuzz_watch(f, KIND_CROWD, crowd);
    const wend_result result =
        GIVES(f, wend_social_create(crowd, &def, members, count, &id), "ASFM");
    CHECK(f, (result == WEND_OK) == (id.index1 != 0));
}

void order_social_group(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_social_id id = some_social_group(f, crowd);
    const wend_body_id member = some_body(f, crowd);
    const uint32_t how = below(f, 8);
    let_call_back(f, crowd);
    fuzz_watch(f, KIND_CROWD, crowd);
    if (how == 0) {
        GIVES(f, wend_social_destroy(crowd, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_social_add_member(crowd, id, member), "ASF");
    } else if (how == 2) {
        GIVES(f, wend_social_remove_member(crowd, member), "AS");
    } else {
        GIVES(f, wend_social_set_goal(crowd, id, somewhere(f), below(f, 2)), "AS");
    }
    wend_social_info info;
    GIVES(f, wend_social_get_info(crowd, id, &info), "AS");
    CHECK(f, info.walking <= info.members && info.files <= info.walking);
    const size_t capacity = below(f, 6);
    wend_body_id *members = scratch(f, capacity, sizeof *members);
    size_t count = 0;
    GIVES(f, wend_social_list_members(crowd, id, members, capacity, &count), "ATS");
    wend_social_of_body(crowd, member);
}

/* ---- assignment ---- */

void assign(fuzz *f)
{
    const size_t rows = below(f, 6);
    const size_t columns = below(f, 6);
    double *costs = scratch(f, rows * columns, sizeof *costs);
    uint32_t *columns_of = scratch(f, rows, sizeof *columns_of);
    for (size_t i = 0; i < rows * columns; ++i) {
        costs[i] = chance(f, 8) ? (double)INFINITY : real(f, 0, chance(f, 20) ? 1e300 : 9);
    }
    const wend_result result =
        GIVES(f, wend_assign(costs, rows, columns, some_allocator(f), columns_of), "NAM");
    uint32_t taken = 0;
    for (size_t i = 0; i < rows && result >= 0; ++i) {
        const uint32_t column = columns_of[i];
        CHECK(f, column == UINT32_MAX || (column < columns && (taken >> column & 1) == 0));
        taken |= column < 32 ? 1U << column : 0;
    }
}
