/* Exits of a crowd: actions of its room. */
#include "fuzz.h"

#include "wend/exits.h"

static wend_exit_id some_exit(fuzz *f, const wend_crowd *crowd)
{
    wend_exit_id ids[16];
    size_t count = 0;
    GIVES(f, wend_crowd_list_exits(crowd, ids, 16, &count), "AT");
    wend_exit_id id;
    some_id(f, ids, count < 16 ? count : 16, &id);
    return id;
}

static wend_exit_def some_def(fuzz *f)
{
    wend_exit_def def = wend_exit_def_default();
    def.position = somewhere(f);
    def.floor = chance(f, 12) ? 1 : 0;
    def.z = real(f, -3, 9);
    def.has_goal = chance(f, 2);
    def.goal = somewhere(f);
    def.width = real(f, unsound(f, 20) ? -1 : 0.5, 4);
    def.rate = chance(f, 2) ? 0 : real(f, unsound(f, 20) ? -1 : 0.1, 9);
    if (chance(f, 3)) {
        def.request = some_order(f, get_old(f, KIND_FLOW));
    }
    def.is_closed = chance(f, 4);
    def.user = roll(f);
    some_cookie(f, &def.cookie);
    return def;
}

void open_exit(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_exit_def def = some_def(f);
    wend_exit_id id = {0, 0};
    fuzz_watch(f, KIND_CROWD, crowd);
    const wend_result result = GIVES(f, wend_crowd_add_exit(crowd, &def, &id), "ASFM");
    CHECK(f, (result == WEND_OK) == (id.index1 != 0));
}

void leave_by_exits(fuzz *f)
{
    wend_crowd *crowd = get(f, KIND_CROWD);
    const wend_exit_id id = some_exit(f, crowd);
    const wend_exit_def def = some_def(f);
    const uint32_t how = below(f, 8);
    const size_t count = below(f, 9);
    wend_body_id *bodies = scratch(f, count, sizeof *bodies);
    for (size_t i = 0; i < count; ++i) {
        bodies[i] = some_body(f, crowd);
    }
    let_call_back(f, crowd);
    fuzz_watch(f, KIND_CROWD, crowd);
    if (how == 0) {
        GIVES(f, wend_crowd_remove_exit(crowd, id), "AS");
    } else if (how < 3) {
        GIVES(f, wend_crowd_set_exit(crowd, id, &def), "AS");
    } else {
        GIVES(f,
              wend_crowd_leave(crowd, bodies, count,
                               (wend_exit_choice)below(f, unsound(f, 20) ? 4 : 2)),
              "AS");
    }
    wend_exit_info info;
    const wend_result result = GIVES(f, wend_crowd_get_exit(crowd, id, &info), "AS");
    CHECK(f, result != WEND_OK || (info.rate > 0 && info.seconds >= 0));
    if (count > 0) {
        const wend_exit_id of = wend_crowd_exit_of_body(crowd, bodies[0]);
        CHECK(f, of.index1 <= WEND_CROWD_EXITS_MAX);
    }
}
