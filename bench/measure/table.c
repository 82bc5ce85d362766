/* Writes tables, figures with bounds and notes as Markdown or as one JSON object.
 * Cost: written at once; only figures and notes are kept until the end. */
#include "measure/table.h"

#include "progress.h"

#include <math.h>
#include <string.h>

void bench_report_begin(bench_report *report, FILE *out, bool is_json, bool is_quick)
{
    memset(report, 0, sizeof *report);
    report->is_quick = is_quick;
    report->out = out;
    report->json = is_json;
    if (is_json) {
        report->writer = json_begin(out);
        json_object(&report->writer, "tables");
    }
}

void bench_table_begin(bench_report *report, const char *key, const char *title,
                       const bench_column *columns, size_t count)
{
    progress_end();
    report->columns = columns;
    report->column_count = count;
    report->row_count = 0;
    report->cell_count = 0;
    if (report->json) {
        json_array(&report->writer, key);
    } else {
        fprintf(report->out, "%s## %s\n\n|", report->table_count == 0 ? "" : "\n", title);
        for (size_t i = 0; i < count; i++) {
            fprintf(report->out, " %s |", columns[i].title);
        }
        fputs("\n|", report->out);
        for (size_t i = 0; i < count; i++) {
            fputs("---|", report->out);
        }
        fputc('\n', report->out);
    }
    report->table_count++;
}

void bench_table_end(bench_report *report)
{
    if (report->json) {
        json_close(&report->writer);
    }
    fflush(report->out);
}

/* @return the key of the next cell. */
static const char *begin_cell(bench_report *report)
{
    const bool is_first = report->cell_count == 0;
    progress_end();
    if (!report->json) {
        fputs(is_first ? "| " : " | ", report->out);
    } else if (is_first) {
        json_object(&report->writer, NULL);
    }
    return report->columns[report->cell_count].key;
}

static void end_cell(bench_report *report)
{
    report->cell_count++;
    if (report->cell_count < report->column_count) {
        return;
    }
    if (report->json) {
        json_close(&report->writer);
    } else {
        fputs(" |\n", report->out);
    }
    report->cell_count = 0;
    report->row_count++;
    fflush(report->out);
}

void bench_cell_text(bench_report *report, const char *text)
{
    const char *key = begin_cell(report);
    if (report->json) {
        json_text(&report->writer, key, text);
    } else {
        fputs(text, report->out);
    }
    end_cell(report);
}

void bench_cell_number(bench_report *report, double value, int decimals)
{
    if (!isfinite(value)) {
        bench_cell_none(report);
        return;
    }
    const char *key = begin_cell(report);
    if (report->json) {
        json_decimals(&report->writer, key, value, decimals);
    } else {
        fprintf(report->out, "%.*f", decimals, value);
    }
    end_cell(report);
}

void bench_cell_none(bench_report *report)
{
    const char *key = begin_cell(report);
    if (report->json) {
        json_null(&report->writer, key);
    } else {
        fputs("–", report->out);
    }
    end_cell(report);
}

static void keep_target(bench_report *report, const char *name, const bench_target *target)
{
    report->missed += target->is_judged && !bench_target_is_met(target) ? 1 : 0;
    if (report->target_count == BENCH_TARGETS_MAX) {
        bench_report_note(report, "More figures have bounds than are listed.");
        return;
    }
    bench_target *kept = &report->targets[report->target_count++];
    *kept = *target;
    snprintf(kept->name, sizeof kept->name, "%s", name);
}

void bench_report_target(bench_report *report, const char *name, double value, double bound,
                         bool is_at_least)
{
    const bench_target target = {
        .value = value, .bound = bound, .is_at_least = is_at_least, .is_judged = true};
    keep_target(report, name, &target);
}

void bench_report_time(bench_report *report, const char *name, double value, double bound,
                       bool is_at_least)
{
    const bench_target target = {
        .value = value, .bound = bound, .is_at_least = is_at_least, .is_judged = !report->is_quick};
    if (report->is_quick) {
        bench_report_note(report, "Times are not judged: --quick is too short for that.");
    }
    keep_target(report, name, &target);
}

void bench_report_note(bench_report *report, const char *text)
{
    for (size_t i = 0; i < report->note_count; i++) {
        if (strcmp(report->notes[i], text) == 0) {
            return;
        }
    }
    if (report->note_count < BENCH_NOTES_MAX) {
        snprintf(report->notes[report->note_count++], sizeof report->notes[0], "%s", text);
    }
}

bool bench_target_is_met(const bench_target *target)
{
    return target->is_at_least ? target->value >= target->bound : target->value <= target->bound;
}

static void write_targets_json(bench_report *report)
{
    json *j = &report->writer;
    json_close(j);
    json_array(j, "targets");
    for (size_t i = 0; i < report->target_count; i++) {
        const bench_target *target = &report->targets[i];
        json_object(j, NULL);
        json_text(j, "name", target->name);
        json_decimals(j, "value", target->value, 3);
        json_decimals(j, target->is_at_least ? "at_least" : "at_most", target->bound, 3);
        if (target->is_judged) {
            json_bool(j, "pass", bench_target_is_met(target));
        } else {
            json_null(j, "pass");
        }
        json_close(j);
    }
    json_close(j);
    json_array(j, "notes");
    for (size_t i = 0; i < report->note_count; i++) {
        json_text(j, NULL, report->notes[i]);
    }
    json_finish(j);
}

static void write_targets_markdown(const bench_report *report)
{
    if (report->target_count > 0) {
        fputs("\n## Bounds to keep\n\n| figure | measured | bound | |\n|---|---|---|---|\n",
              report->out);
    }
    for (size_t i = 0; i < report->target_count; i++) {
        const bench_target *target = &report->targets[i];
        fprintf(report->out, "| %s | %.2f | %s %.2f | %s |\n", target->name, target->value,
                target->is_at_least ? "at least" : "at most", target->bound,
                !target->is_judged            ? "not judged"
                : bench_target_is_met(target) ? "PASS"
                                              : "FAIL");
    }
    for (size_t i = 0; i < report->note_count; i++) {
        fprintf(report->out, "%s- %s\n", i == 0 ? "\n" : "", report->notes[i]);
    }
}

size_t bench_report_end(bench_report *report)
{
    progress_end();
    if (report->json) {
        write_targets_json(report);
    } else {
        write_targets_markdown(report);
    }
    fflush(report->out);
    return report->missed;
}
