/* A crowd in a window of SDL2: ticks of a fixed length, frames that interpolate between them, and a
 * click that sends all agents. sdl_window [FRAMES] ends after FRAMES frames, drawn at once. */
#define SDL_MAIN_HANDLED
#include "wend/wend.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 300, SCALE = 20, WIDTH = 48, HEIGHT = 32 };

static const double PIXELS_PER_METRE = SCALE;

typedef struct game {
    wend_grid *grid;
    wend_flow *flow;
    wend_crowd *crowd;
    wend_flow_request_id request;
    double x[AGENTS], y[AGENTS];               /* after the last tick */
    double x_before[AGENTS], y_before[AGENTS]; /* one tick earlier */
} game;

static bool game_start(game *g)
{
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = WIDTH;
    grid_def.height = HEIGHT;
    wend_flow_def flow_def = wend_flow_def_default();
    wend_crowd_def crowd_def = wend_crowd_def_default();
    wend_flow_request_def request_def = wend_flow_request_def_default();
    const wend_flow_position goal = {.position = {40, 24}};
    request_def.goals = &goal;
    request_def.goal_count = 1;
    request_def.covers_all = true;
    if (wend_grid_create(&grid_def, &g->grid) != WEND_OK) {
        return false;
    }
    wend_grid_fill(g->grid, 0, 24, 6, 1, 20, WEND_COST_WALL);
    flow_def.grid = g->grid;
    if (wend_flow_create(&flow_def, &g->flow) != WEND_OK ||
        wend_flow_add_request(g->flow, &request_def, &g->request, NULL) != WEND_OK) {
        return false;
    }
    crowd_def.grid = g->grid;
    crowd_def.flow = g->flow;
    if (wend_crowd_create(&crowd_def, &g->crowd) != WEND_OK) {
        return false;
    }
    wend_body_id ids[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        const int column = i % 20;
        const int row = i / 20;
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){2.0 + 0.8 * column, 6.0 + 0.8 * row};
        if (wend_crowd_add_body(g->crowd, &body, &ids[i]) != WEND_OK) {
            return false;
        }
    }
    wend_crowd_get_bodies(g->crowd, AGENTS, NULL, g->x, g->y, NULL, NULL, NULL);
    return wend_crowd_follow_flow(g->crowd, ids, AGENTS, g->request) == WEND_OK;
}

static void game_tick(game *g)
{
    memcpy(g->x_before, g->x, sizeof(g->x));
    memcpy(g->y_before, g->y, sizeof(g->y));
    wend_budget budget = wend_budget_steps(2000);
    wend_flow_update(g->flow, &budget);
    wend_crowd_tick(g->crowd);
    wend_crowd_get_bodies(g->crowd, AGENTS, NULL, g->x, g->y, NULL, NULL, NULL);
}

static void game_draw(const game *g, SDL_Renderer *renderer, double part)
{
    SDL_SetRenderDrawColor(renderer, 245, 243, 236, 255);
    SDL_RenderClear(renderer);
    SDL_SetRenderDrawColor(renderer, 60, 60, 70, 255);
    const SDL_Rect wall = {24 * SCALE, 6 * SCALE, SCALE, 20 * SCALE};
    SDL_RenderFillRect(renderer, &wall);
    SDL_SetRenderDrawColor(renderer, 50, 110, 210, 255);
    for (int i = 0; i < AGENTS; i++) {
        const double x = g->x_before[i] + part * (g->x[i] - g->x_before[i]);
        const double y = g->y_before[i] + part * (g->y[i] - g->y_before[i]);
        const SDL_Rect body = {(int)((x - 0.25) * PIXELS_PER_METRE),
                               (int)((y - 0.25) * PIXELS_PER_METRE), SCALE / 2, SCALE / 2};
        SDL_RenderFillRect(renderer, &body);
    }
    SDL_RenderPresent(renderer);
}

static bool handle_events(game *g)
{
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        if (event.type == SDL_QUIT) {
            return false;
        }
        if (event.type == SDL_MOUSEBUTTONDOWN) {
            const wend_flow_position goal = {
                .position = {event.button.x / PIXELS_PER_METRE, event.button.y / PIXELS_PER_METRE}};
            wend_flow_set_goals(g->flow, g->request, &goal, 1, NULL);
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    static game g;
    const long frames_max = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    SDL_Window *window = NULL;
    SDL_Renderer *renderer = NULL;
    bool is_running =
        game_start(&g) && SDL_Init(SDL_INIT_VIDEO) == 0 &&
        SDL_CreateWindowAndRenderer(WIDTH * SCALE, HEIGHT * SCALE, 0, &window, &renderer) == 0;
    const bool is_started = is_running;
    const double step = 0.05;
    double owed = step;
    Uint64 before = SDL_GetTicks64();
    for (long frame = 0; is_running && (frames_max == 0 || frame < frames_max); frame++) {
        const Uint64 now = SDL_GetTicks64();
        owed += frames_max > 0 ? 1.0 / 60.0 : (double)(now - before) / 1000.0;
        before = now;
        for (int ticks = 0; owed >= step && ticks < 5; ticks++) {
            game_tick(&g);
            owed -= step;
        }
        owed = owed < step ? owed : 0.0; /* after a hitch: late, not frozen */
        game_draw(&g, renderer, owed / step);
        is_running = handle_events(&g);
        SDL_Delay(frames_max > 0 ? 0 : 10);
    }
    if (renderer != NULL) {
        SDL_DestroyRenderer(renderer);
    }
    if (window != NULL) {
        SDL_DestroyWindow(window);
    }
    SDL_Quit();
    wend_crowd_destroy(g.crowd);
    wend_flow_destroy(g.flow);
    wend_grid_destroy(g.grid);
    return is_started ? 0 : 1;
}
