/* Runs ticks of the scene by clock, pause and speed, and measures all phases.
 * Cost: that of the ticks. */
#include "view.h"

#include <stdlib.h>
#include <string.h>

/* A frame ticks no longer than this, so that the window answers when a scene is slower than time.
 */
static const uint64_t frame_ns_most = 60000000;

void view_time_faster(view_time *time, int doublings)
{
    for (; doublings > 0 && time->speed < 16.0; doublings--) {
        time->speed *= 2.0;
    }
    for (; doublings < 0 && time->speed > 0.125; doublings++) {
        time->speed /= 2.0;
    }
}

/* Ticks that have become due since the last frame. */
static double newly_due(viewer *v)
{
    view_time *time = &v->time;
    const uint64_t now = wend_clock_ns();
    const double seconds = (double)(now - time->last_ns) * 1e-9;
    time->last_ns = now;
    if (time->is_paused || v->ui.is_help) {
        return 0.0;
    }
    if (time->is_by_frames) {
        return time->speed;
    }
    return (seconds < 0.25 ? seconds : 0.25) / scene_step(v->scene) * time->speed;
}

static float ms(uint64_t ns)
{
    return (float)((double)ns * 1e-6);
}

static void keep_phases(viewer *v)
{
    scene_stats stats;
    wend_crowd_info info;
    float *sum = v->time.sum.ms;
    scene_get_stats(v->scene, &stats);
    wend_crowd_get_info(scene_crowd(v->scene), &info);
    const double fading = 0.98 * v->time.planner_ms;
    const double planner = (double)stats.ns_planner * 1e-6;
    v->time.planner_ms = planner > fading ? planner : fading;
    sum[VIEW_PHASE_SCRIPT] += ms(stats.ns_script);
    sum[VIEW_PHASE_FLOW] += ms(stats.ns_flow);
    sum[VIEW_PHASE_CELLS] += ms(info.ns_cells);
    sum[VIEW_PHASE_GOALS] += ms(info.ns_goals);
    sum[VIEW_PHASE_AVOID] += ms(info.ns_avoid);
    sum[VIEW_PHASE_CONTACT] += ms(info.ns_contact);
    sum[VIEW_PHASE_REST] += ms(info.ns_rest);
}

static bool tick(viewer *v)
{
    if (v->has_failed) {
        return false;
    }
    const wend_result result = scene_tick(v->scene);
    if (result != WEND_OK) {
        v->has_failed = true;
        v->result = result;
        v->time.is_paused = true;
        view_tell(v, scene_message(v->scene));
        return false;
    }
    keep_phases(v);
    return true;
}

void view_time_run(viewer *v)
{
    view_time *time = &v->time;
    const uint64_t begin = wend_clock_ns();
    time->due += newly_due(v);
    for (; time->steps_wanted > 0 && tick(v); time->steps_wanted--) {
    }
    time->steps_wanted = 0;
    while (time->due >= 1.0 && tick(v)) {
        time->due -= 1.0;
        if (!time->is_by_frames && wend_clock_ns() - begin > frame_ns_most) {
            time->due = 0.0;
        }
    }
    if (time->is_paused) {
        time->due = 0.0;
    }
}

static bool grow(double **items, size_t capacity)
{
    double *bigger = realloc(*items, capacity * sizeof **items);
    if (bigger == NULL) {
        return false;
    }
    *items = bigger;
    return true;
}

/* Runs that end by themselves are measured from frame to frame. */
static bool make_room(view_time *time)
{
    enum { FRAMES_MAX = 1 << 20 };
    if (time->frame_count < time->frame_capacity) {
        return true;
    }
    const size_t capacity = time->frame_capacity == 0 ? 1024 : 2 * time->frame_capacity;
    if (capacity > FRAMES_MAX || !grow(&time->sim_ms, capacity) ||
        !grow(&time->list_ms, capacity) || !grow(&time->present_ms, capacity)) {
        return false;
    }
    time->frame_capacity = capacity;
    return true;
}

void view_time_end_frame(viewer *v, double sim_ms, double list_ms, double present_ms)
{
    view_time *time = &v->time;
    time->sum.ms[VIEW_PHASE_LIST] = (float)list_ms;
    time->sum.ms[VIEW_PHASE_PRESENT] = (float)present_ms;
    time->plot[time->frame % VIEW_PLOT_FRAMES] = time->sum;
    memset(&time->sum, 0, sizeof time->sum);
    if (make_room(time)) {
        time->sim_ms[time->frame_count] = sim_ms;
        time->list_ms[time->frame_count] = list_ms;
        time->present_ms[time->frame_count++] = present_ms;
    }
    time->frame++;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static viewer_time sum_up(const double *ms_of, const double *more, size_t count)
{
    viewer_time sum = {0.0, 0.0, 0.0};
    double *sorted = count > 0 ? malloc(count * sizeof *sorted) : NULL;
    if (sorted == NULL) {
        return sum;
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = ms_of[i] + (more != NULL ? more[i] : 0.0);
        sum.mean += sorted[i] / (double)count;
    }
    qsort(sorted, count, sizeof *sorted, by_size);
    sum.p99 = sorted[(count - 1) * 99 / 100];
    sum.most = sorted[count - 1];
    free(sorted);
    return sum;
}

void view_time_report(const viewer *v, viewer_report *report)
{
    const view_time *time = &v->time;
    report->frames = time->frame;
    report->sim = sum_up(time->sim_ms, NULL, time->frame_count);
    report->list = sum_up(time->list_ms, NULL, time->frame_count);
    report->both = sum_up(time->sim_ms, time->list_ms, time->frame_count);
    report->present = sum_up(time->present_ms, NULL, time->frame_count);
}
