/* Pipes: "-" means the same as a file with these bytes, for maps, meshes, graphs, scenarios and
 * pictures. */
#include "io/core/png.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *rooms(void)
{
    static char path[RUN_PATH_CAPACITY];
    return run_map("rooms65.map", path);
}

static void fail_run(const char *what, const run_result *r)
{
    fail_msg("%s\nexit code %d\nstdout: %s\nstderr: %s", what, r->exit_code, r->out, r->err);
}

/* ---- reading ---- */

/* The JSON without times and the file's name. */
static void blank_times(char *json)
{
    static const char *const TIMED[] = {
        "\"map\": ", "\"us\": ", "_us\": ", "_ms\": ", "\"mesh\": ", "\"in\": "};
    for (size_t i = 0; i < sizeof TIMED / sizeof TIMED[0]; i++) {
        for (char *at = strstr(json, TIMED[i]); at != NULL; at = strstr(at, TIMED[i])) {
            at += strlen(TIMED[i]);
            const size_t length = strcspn(at, ",}");
            memset(at, ' ', length);
            memmove(at, at + length, strlen(at + length) + 1);
        }
    }
}

static void expect_same_from_pipe(const char *file, const char *before, const char *after)
{
    size_t count = 0;
    char *bytes = run_read_all(file, &count);
    run_result by_name = run_wendf("%s %s %s --json", before, file, after);
    run_result by_pipe = run_wend_input(bytes, count, "%s - %s --json", before, after);
    blank_times(by_name.out);
    blank_times(by_pipe.out);
    if (by_name.exit_code != by_pipe.exit_code || strcmp(by_name.out, by_pipe.out) != 0 ||
        by_pipe.exit_code == 2) {
        print_error("by name: %s\n", by_name.out);
        fail_run("by pipe", &by_pipe);
    }
    run_free(&by_name);
    run_free(&by_pipe);
    free(bytes);
}

static void input_of_maps_is_that_of_files(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    expect_same_from_pipe(rooms(), "info", "");
    expect_same_from_pipe(rooms(), "path", "--from 1,1 --to 62,62");
    expect_same_from_pipe(rooms(), "path", "--from 1,1 --to 62,62 --cost .=3");
    expect_same_from_pipe(rooms(), "path", "--from 1.5,1.5 --to 62.5,62.5 --world mesh");
    expect_same_from_pipe(rooms(), "reach", "--from 1,1 --within 9");
    expect_same_from_pipe(rooms(), "flow", "--to 62,62 --from 2,2");
    expect_same_from_pipe(rooms(), "build", "--as expanded --radius 0.4");
    expect_same_from_pipe(rooms(), "info", "--format movingai");
    expect_same_from_pipe(run_map("city64.txt", path), "info", "");
    run_temporary("map.wend", path);
    run_result made = run_wendf("convert %s %s", rooms(), path);
    run_free(&made);
    expect_same_from_pipe(path, "info", "");
    assert_int_equal(remove(path), 0);
}

static void input_of_meshes_and_graphs_is_that_of_files(void **state)
{
    (void)state;
    static const char *const FILES[] = {"a.wend", "a.obj", "a.mesh", "a.graph"};
    char path[RUN_PATH_CAPACITY];
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        run_temporary(FILES[i], path);
        run_result made =
            run_wendf("build %s --as %s -o %s", rooms(), i < 3 ? "mesh" : "expanded", path);
        assert_int_equal(made.exit_code, 0);
        run_free(&made);
        expect_same_from_pipe(path, "info", "");
        expect_same_from_pipe(path, "path", "--from 1.5,1.5 --to 14.5,3.5");
        assert_int_equal(remove(path), 0);
    }
}

/* Nothing in these bytes says that they are an OBJ, but a name's ending would. */
static void input_format_may_be_said(void **state)
{
    (void)state;
    static const char OBJ[] = "s off\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n";
    run_result r = run_wend_input(OBJ, sizeof OBJ - 1, "info --format obj --up z -");
    if (r.exit_code != 0 || strstr(r.out, "standard input: obj\n1 polygons") == NULL) {
        fail_run("info --format obj", &r);
    }
    run_free(&r);
    r = run_wend_input(OBJ, sizeof OBJ - 1,
                       "path - --format=obj --up z --from 0.5,0.5 --to 1.5,1.5");
    assert_int_equal(r.exit_code, 0);
    run_free(&r);
    run_expect("info a --format onj", 2, "--format: expected one of");
    run_expect("info a --format movinai", 2, "did you mean 'movingai'?");
}

static void input_of_scenarios_may_be_either_file(void **state)
{
    (void)state;
    char scenario[RUN_PATH_CAPACITY];
    size_t count = 0;
    run_map("rooms65.map.scen", scenario);
    char *bytes = run_read_all(scenario, &count);
    run_result r = run_wend_input(bytes, count, "scen - --map %s", rooms());
    if (r.exit_code != 0 || strstr(r.out, " 0 mismatches") == NULL) {
        fail_run("scen -", &r);
    }
    run_free(&r);
    r = run_wend_input(bytes, count, "scen -");
    assert_int_equal(r.exit_code, 2);
    assert_string_equal(
        r.err, "wend scen: standard input: its map is not beside it; name it with --map\n");
    run_free(&r);
    free(bytes);
    bytes = run_read_all(rooms(), &count);
    r = run_wend_input(bytes, count, "scen %s --map -", scenario);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.out, "map         standard input\n"));
    run_free(&r);
    free(bytes);
}

static void input_that_is_bad_is_named(void **state)
{
    (void)state;
    static const char CUT[] = "type octile\nheight 3\nwidth 3\nmap\n...\n..";
    run_result r = run_wend_input(CUT, sizeof CUT - 1, "info -");
    assert_int_equal(r.exit_code, 2);
    assert_string_equal(r.out, "");
    assert_int_equal(strncmp(r.err, "wend info: standard input:4: ", 29), 0);
    run_free(&r);
    r = run_wend_input("", 0, "info -");
    assert_int_equal(r.exit_code, 2);
    assert_int_equal(strncmp(r.err, "wend info: standard input:1: empty", 34), 0);
    run_free(&r);
    r = run_wend_input("", 0, "scen - --map -");
    assert_int_equal(r.exit_code, 2);
    assert_string_equal(
        r.err,
        "wend scen: --map: standard input is read for FILE.scen; only one file can be '-'\n");
    run_free(&r);
}

/* A pipe with a name can be read but once too. */
static void input_of_pipes_with_names_is_read_once(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    size_t count = 0;
    char *bytes = run_read_all(rooms(), &count);
    run_temporary("fifo", path);
    assert_int_equal(mkfifo(path, 0600), 0);
    fflush(NULL);
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        FILE *file = fopen(path, "wb");
        const size_t written = file == NULL ? 0 : fwrite(bytes, 1, count, file);
        _exit(file != NULL && fclose(file) == 0 && written == count ? 0 : 1);
    }
    run_result r = run_wendf("path %s --from 1.5,1.5 --to 62.5,62.5 --cost .=2", path);
    if (r.exit_code != 0) {
        fail_run("path FIFO", &r);
    }
    run_free(&r);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    assert_int_equal(remove(path), 0);
    free(bytes);
}

/* ---- writing ---- */

/* With "-" standard output gets the bytes of the file, and all other output goes to stderr.
 * @param before the text before the file's name, with the space. */
static void expect_same_output(const char *before, const char *after)
{
    char path[RUN_PATH_CAPACITY];
    size_t count = 0;
    run_temporary("out", path);
    run_result by_name = run_wendf("%s%s%s", before, path, after);
    run_result by_pipe = run_wendf("%s-%s", before, after);
    char *bytes = run_read_all(path, &count);
    if (by_name.exit_code != 0 || by_pipe.exit_code != 0 || by_pipe.out_count != count ||
        memcmp(by_pipe.out, bytes, count) != 0) {
        fail_run(before, &by_pipe);
    }
    assert_true(strlen(by_pipe.err) > 0 && strlen(by_name.out) > 0);
    run_free(&by_name);
    run_free(&by_pipe);
    free(bytes);
    assert_int_equal(remove(path), 0);
}

static void output_is_that_of_files(void **state)
{
    (void)state;
    static const char *const MAPS[] = {"movingai", "text", "grid", "png"};
    static const char *const MESHES[] = {"obj", "polyanya", "saved"};
    static const char *const GRAPHS[] = {"text", "saved"};
    const bool has_png = wendi_png_exists();
    char line[2 * RUN_PATH_CAPACITY];
    for (size_t i = 0; i < (has_png ? 4 : 3); i++) {
        snprintf(line, sizeof line, "convert --to %s %s ", MAPS[i], rooms());
        expect_same_output(line, "");
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "build %s --as mesh --to %s -o ", rooms(), MESHES[i]);
        expect_same_output(line, "");
    }
    for (size_t i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "build %s --as expanded --to %s -o ", rooms(), GRAPHS[i]);
        expect_same_output(line, "");
    }
    snprintf(line, sizeof line, "build %s --as grid -o ", rooms());
    expect_same_output(line, " --to text");
    expect_same_output("generate cave ", " --to text");
    snprintf(line, sizeof line, "path %s --from 1,1 --to 9,9 --svg ", rooms());
    expect_same_output(line, "");
    snprintf(line, sizeof line, "path %s --world mesh --from 1.5,1.5 --to 9.5,9.5 --svg ", rooms());
    expect_same_output(line, "");
    snprintf(line, sizeof line, "reach %s --from 1,1 --within 9 --svg ", rooms());
    expect_same_output(line, "");
    snprintf(line, sizeof line, "flow %s --to 9,9 --from 1,1 --svg ", rooms());
    expect_same_output(line, "");
    if (has_png) {
        snprintf(line, sizeof line, "path %s --from 1,1 --to 9,9 --png ", rooms());
        expect_same_output(line, "");
        snprintf(line, sizeof line, "build %s --as expanded --coverage=", rooms());
        expect_same_output(line, "");
    }
}

static void output_goes_through_a_chain_of_commands(void **state)
{
    (void)state;
    run_result made = run_wend("generate cave - --to movingai --size 40x32");
    run_result saved =
        run_wend_input(made.out, made.out_count, "build - --as mesh -o - --to saved");
    run_result told = run_wend_input(saved.out, saved.out_count, "info -");
    assert_int_equal(made.exit_code + saved.exit_code + told.exit_code, 0);
    assert_int_equal(strncmp(told.out, "standard input: saved\n", 22), 0);
    run_free(&made);
    run_free(&saved);
    run_free(&told);
}

static void expect_refusal(const char *arguments, const char *part)
{
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "%s %s", arguments, rooms());
    run_expect(line, 2, part);
}

static void output_that_cannot_be_is_refused(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "convert %s -", rooms());
    run_expect(line, 2,
               "--to: missing; standard output has no ending that gives the format, expected one "
               "of movingai, text, png, grid");
    snprintf(line, sizeof line, "convert %s - --to text --json", rooms());
    run_expect(line, 2, "--json: standard output takes OUT, which is '-'; name a file");
    expect_refusal("build --as mesh -o -", "expected one of obj, polyanya, saved");
    expect_refusal("build --as expanded -o -", "expected one of text, saved");
    expect_refusal("build --as grid -o -", "expected one of movingai, text, png, grid");
    expect_refusal("build --as mesh -o - --to png", "--to: expected one of obj, polyanya, saved, "
                                                    "found 'png'");
    expect_refusal("path --from 1,1 --to 2,2 --png - --svg -",
                   "--svg: standard output takes --png; only one file can be '-'");
    expect_refusal("path --world mesh --from 1,1 --to 2,2 --png - --svg -",
                   "--svg: standard output takes --png; only one file can be '-'");
}

/* A file of that name can still be had. */
static void output_named_like_a_path_is_a_file(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "convert %s ./- --to text", rooms());
    run_expect(line, 0, "");
    assert_int_equal(remove("./-"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_of_maps_is_that_of_files),
        cmocka_unit_test(input_of_meshes_and_graphs_is_that_of_files),
        cmocka_unit_test(input_format_may_be_said),
        cmocka_unit_test(input_of_scenarios_may_be_either_file),
        cmocka_unit_test(input_that_is_bad_is_named),
        cmocka_unit_test(input_of_pipes_with_names_is_read_once),
        cmocka_unit_test(output_is_that_of_files),
        cmocka_unit_test(output_goes_through_a_chain_of_commands),
        cmocka_unit_test(output_that_cannot_be_is_refused),
        cmocka_unit_test(output_named_like_a_path_is_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
