/* The peer of searches in a build without Boost: it names the package to install. */
#include "peers/peer.h"

const char *bench_peer_name(void)
{
    return NULL;
}

const char *bench_peer_hint(void)
{
    return "Built without Boost.Graph: install libboost-graph-dev and a C++ compiler, build again.";
}

bench_peer *bench_peer_create(const yardstick_ground *ground)
{
    (void)ground;
    return NULL;
}

void bench_peer_destroy(bench_peer *peer)
{
    (void)peer;
}

yardstick_answer bench_peer_find(bench_peer *peer, uint32_t start, uint32_t goal)
{
    (void)peer;
    (void)start;
    (void)goal;
    return (yardstick_answer){0};
}
