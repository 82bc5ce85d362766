/* Prints a line `name hash` for each part; with a file of expected lines, only those that differ
 * from it. */
#include "golden.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_CAPACITY = 128 };

typedef struct golden_part {
    const char *name;
    uint64_t (*run)(void);
} golden_part;

static const golden_part parts[] = {
    {"base_random", golden_base_random},
    {"base_hash", golden_base_hash},
    {"path_walk", golden_path_walk},
    {"path_smooth", golden_path_smooth},
    {"search", golden_search},
    {"search_hex", golden_search_hex},
    {"search_wrap", golden_search_wrap},
    {"search_turning", golden_search_turning},
    {"path_hex", golden_path_hex},
    {"walls", golden_walls},
    {"mesh", golden_mesh},
    {"mesh_disc", golden_mesh_disc},
    {"graph", golden_graph},
    {"flow", golden_flow},
    {"steer", golden_steer},
    {"crowd", golden_crowd},
    {"items", golden_items},
    {"explore", golden_explore},
    {"layers", golden_layers},
    {"mesh_overlay", golden_mesh_overlay},
    {"hierarchy", golden_hierarchy},
    {"mesh_routes", golden_mesh_routes},
    {"memory", golden_memory},
    {"markers", golden_markers},
    {"smell", golden_smell},
    {"mind", golden_mind},
    {"machines", golden_machines},
    {"messages", golden_messages},
    {"traffic", golden_traffic},
    {"commander", golden_commander},
    {"terrain_analysis", golden_terrain_analysis},
    {"influence", golden_influence},
    {"senses", golden_senses},
    {"trigger", golden_trigger},
    {"cover", golden_cover},
    {"reserve", golden_reserve},
    {"rules", golden_rules},
    {"squads", golden_squads},
    {"minds", golden_minds},
    {"perceptions", golden_perceptions},
};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

static void part_line(size_t i, char *line)
{
    snprintf(line, LINE_CAPACITY, "%s %016" PRIx64 "\n", parts[i].name, parts[i].run());
}

static int print_all(void)
{
    for (size_t i = 0; i < PART_COUNT; ++i) {
        char line[LINE_CAPACITY];
        part_line(i, line);
        fputs(line, stdout);
    }
    return EXIT_SUCCESS;
}

static int compare_all(FILE *file)
{
    int differences = 0;
    char expected[LINE_CAPACITY];
    for (size_t i = 0; i < PART_COUNT; ++i) {
        char line[LINE_CAPACITY];
        part_line(i, line);
        bool is_there = fgets(expected, sizeof expected, file) != NULL;
        if (!is_there || strcmp(line, expected) != 0) {
            ++differences;
            printf("got      %sexpected %s", line, is_there ? expected : "nothing\n");
        }
    }
    if (fgets(expected, sizeof expected, file) != NULL) {
        ++differences;
        printf("left over: %s", expected);
    }
    printf("%d lines, %d differ\n", (int)PART_COUNT, differences);
    return differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argument_count, char **arguments)
{
    wend_message message = {0};
    if (wend_check_floating_point(&message) != WEND_OK) {
        fprintf(stderr, "golden: %s\n", message.text);
        return EXIT_FAILURE;
    }
    if (argument_count < 2) {
        return print_all();
    }
    FILE *file = fopen(arguments[1], "r");
    if (file == NULL) {
        fprintf(stderr, "golden: cannot read %s\n", arguments[1]);
        return EXIT_FAILURE;
    }
    int status = compare_all(file);
    fclose(file);
    return status;
}
