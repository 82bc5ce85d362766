#!/usr/bin/env python3
"""Makes the scenarios of this folder: random queries whose lengths come from a plain Dijkstra.

Shares no code with the library. Straight and diagonal parts of a length are summed as whole
numbers, so the written decimals are right to the last. Run in this folder:

    ./make_scenarios.py            writes every x.map.scen and x.txt.scen anew
"""
import glob
import heapq
import random

QUERIES = 60
ROOT2 = 2 ** 0.5
TEXT = {".": 1, " ": 1, **{str(n): n for n in range(1, 10)}}


def read(name):
    lines = open(name).read().splitlines()
    if lines[0].startswith("type"):
        return [[1 if c in ".GS" else 0 for c in row] for row in lines[4:]]
    return [[TEXT.get(c, 0) for c in row] for row in lines]


def steps(costs, x, y):
    """The cells one step away, and whether the step is diagonal."""
    def is_open(cx, cy):
        return 0 <= cy < len(costs) and 0 <= cx < len(costs[0]) and costs[cy][cx] > 0
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if is_open(x + dx, y + dy):
            yield x + dx, y + dy, False
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        if is_open(x + dx, y + dy) and is_open(x + dx, y) and is_open(x, y + dy):
            yield x + dx, y + dy, True


def dijkstra(costs, start):
    """Least length from start to every cell it can reach."""
    best = {}
    queue = [(0.0, 0, 0, start)]
    while queue:
        length, straight, diagonal, cell = heapq.heappop(queue)
        if cell in best:
            continue
        best[cell] = length
        for x, y, is_diagonal in steps(costs, *cell):
            if (x, y) not in best:
                s = straight + (0 if is_diagonal else costs[y][x])
                d = diagonal + (costs[y][x] if is_diagonal else 0)
                heapq.heappush(queue, (s + d * ROOT2, s, d, (x, y)))
    return best


def main():
    for name in sorted(glob.glob("*.map") + glob.glob("*.txt")):
        costs = read(name)
        height, width = len(costs), len(costs[0])
        cells = [(x, y) for y in range(height) for x in range(width) if costs[y][x] > 0]
        chance = random.Random(name)
        rows = []
        while len(rows) < QUERIES:
            start = chance.choice(cells)
            best = dijkstra(costs, start)
            goal = start if not rows else chance.choice(sorted(best))
            rows.append((best[goal], start, goal))
        with open(name + ".scen", "w") as out:
            out.write("version 1\n")
            for length, start, goal in sorted(rows):
                row = [int(length) // 4, name, width, height, *start, *goal, f"{length:.8f}"]
                out.write("\t".join(str(part) for part in row) + "\n")


if __name__ == "__main__":
    main()
