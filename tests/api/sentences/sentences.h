/* Calls that fail, and their expected messages. */
#ifndef TEST_API_SENTENCES_H
#define TEST_API_SENTENCES_H

#include "../calls.h"
#include "wend/io.h"

/** Notes the call and looks for words in its sentence. */
void told(const char *call, wend_result result, const char *text, const char *const *words,
          size_t count);

/** A call that fails, where its sentence is read afterwards, and words of it. */
#define TOLD(call, text, ...)                                                                      \
    do {                                                                                           \
        const wend_result result_ = (call);                                                        \
        told(#call, result_, (text), (const char *const[]){__VA_ARGS__},                           \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *));                   \
    } while (false)

void try_worlds(void);
void try_routes(void);
void try_crowds(void);
void try_reserve(void);
void try_cover(void);
void try_trigger(void);
void try_memories(void);
void try_minds(void);
void try_machines(void);
void try_messages(void);
void try_mix(void);
void try_commander(void);
void try_traffic(void);
void try_terrain_analysis(void);
void try_influence(void);
void try_senses(void);
void try_rules(void);
void try_squads(void);
void try_thinking(void);
void try_files(void);
#if defined(WEND_HAVE_RECAST)
void try_bakes(void);
#endif

#endif
