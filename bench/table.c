/* takes: cells from left to right, figures with bounds, notes.
 * gives: the same as Markdown or as one JSON object.
 * cost:  written as it comes; only figures and notes are kept until the end. */
#include "table.h"

#include "progress.h"

#include <math.h>
#include <string.h>

void bench_report_begin(bench_report *report, FILE *out, bool json, bool is_quick)
{
    memset(report, 0, sizeof *report);
    report->is_quick = is_quick;
    report->out = out;
    report->json = json;
    if (json) {
        fputs("{\"tables\":{", out);
    }
}

static void write_json_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            fputc('\\', out);
            fputc(*c, out);
        } else if ((unsigned char)*c < ' ') {
            fprintf(out, "\\u%04x", (unsigned)*c);
        } else {
            fputc(*c, out);
        }
    }
    fputc('"', out);
}

static void write_json_number(FILE *out, double value, int decimals)
{
    if (isfinite(value)) {
        fprintf(out, "%.*f", decimals, value);
    } else {
        fputs("null", out);
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
        fputs(report->table_count == 0 ? "\n" : ",\n", report->out);
        write_json_text(report->out, key);
        fputs(":[", report->out);
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
        fputc(']', report->out);
    }
    fflush(report->out);
}

static void begin_cell(bench_report *report)
{
    bool is_first = report->cell_count == 0;
    progress_end();
    if (!report->json) {
        fputs(is_first ? "| " : " | ", report->out);
        return;
    }
    if (is_first) {
        fputs(report->row_count == 0 ? "\n{" : ",\n{", report->out);
    } else {
        fputc(',', report->out);
    }
    write_json_text(report->out, report->columns[report->cell_count].key);
    fputc(':', report->out);
}

static void end_cell(bench_report *report)
{
    report->cell_count++;
    if (report->cell_count == report->column_count) {
        fputs(report->json ? "}" : " |\n", report->out);
        report->cell_count = 0;
        report->row_count++;
        fflush(report->out);
    }
}

void bench_cell_text(bench_report *report, const char *text)
{
    begin_cell(report);
    if (report->json) {
        write_json_text(report->out, text);
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
    begin_cell(report);
    fprintf(report->out, "%.*f", decimals, value);
    end_cell(report);
}

void bench_cell_none(bench_report *report)
{
    begin_cell(report);
    fputs(report->json ? "null" : "–", report->out);
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

static const char *verdict(const bench_target *target, const char *open, const char *pass,
                           const char *fail)
{
    return !target->is_judged ? open : bench_target_is_met(target) ? pass : fail;
}

static void write_targets_json(const bench_report *report)
{
    fputs("\n},\n\"targets\":[", report->out);
    for (size_t i = 0; i < report->target_count; i++) {
        const bench_target *target = &report->targets[i];
        fputs(i == 0 ? "\n{\"name\":" : ",\n{\"name\":", report->out);
        write_json_text(report->out, target->name);
        fputs(",\"value\":", report->out);
        write_json_number(report->out, target->value, 3);
        fprintf(report->out, ",\"%s\":", target->is_at_least ? "at_least" : "at_most");
        write_json_number(report->out, target->bound, 3);
        fprintf(report->out, ",\"pass\":%s}", verdict(target, "null", "true", "false"));
    }
    fputs("],\n\"notes\":[", report->out);
    for (size_t i = 0; i < report->note_count; i++) {
        fputs(i == 0 ? "\n" : ",\n", report->out);
        write_json_text(report->out, report->notes[i]);
    }
    fputs("]}\n", report->out);
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
                verdict(target, "not judged", "PASS", "FAIL"));
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
