/* Marks the sectors that edits change, and lists the sectors changed since a revision.
 * Cost: marking is constant; listing n changes takes n log n as long as the journal reaches back,
 * else it reads the marks of all sectors. */
#include "world/cells/store.h"

#include <string.h>

/* Amount by which marks are reduced when they get too large for 32 bits. */
static const uint32_t REBASE_STEP = UINT32_C(1) << 31;

static void clear_journal(wend_grid *grid, uint64_t floor)
{
    grid->journal.next = 0;
    grid->journal.count = 0;
    grid->journal.floor = floor;
}

void wendi_grid_reset_history(wend_grid *grid)
{
    grid->revision = 1;
    grid->revision_base = 1;
    memset(grid->marks, 0, grid->sector_count * sizeof *grid->marks);
    clear_journal(grid, grid->revision);
}

void wendi_grid_advance_revision(wend_grid *grid)
{
    if (grid->revision - grid->revision_base >= UINT32_MAX) {
        /* Sectors that changed before the new base now count as changed at it, which is later
         * than the truth: after 2^31 edits a derived object may repair too much, but never too
         * little. */
        for (uint32_t i = 0; i < grid->sector_count; i++) {
            uint32_t mark = grid->marks[i];
            grid->marks[i] = mark > REBASE_STEP ? mark - REBASE_STEP : 0;
        }
        clear_journal(grid, grid->revision);
        grid->revision_base += REBASE_STEP;
    }
    grid->revision++;
}

void wendi_grid_mark_sector(wend_grid *grid, uint32_t sector)
{
    uint32_t mark = (uint32_t)(grid->revision - grid->revision_base);
    grid->marks[sector] = mark;
    wendi_journal *journal = &grid->journal;
    if (journal->entries == NULL) {
        return;
    }
    /* Edits often repeat in one sector: then one entry is updated. */
    uint32_t last = (journal->next + WENDI_JOURNAL_CAPACITY - 1) % WENDI_JOURNAL_CAPACITY;
    if (journal->count > 0 && journal->entries[last].sector == sector) {
        journal->entries[last].mark = mark;
        return;
    }
    wendi_journal_entry *entry = &journal->entries[journal->next];
    if (journal->count == WENDI_JOURNAL_CAPACITY) {
        journal->floor = grid->revision_base + entry->mark;
    } else {
        journal->count++;
    }
    *entry = (wendi_journal_entry){mark, sector};
    journal->next = (journal->next + 1) % WENDI_JOURNAL_CAPACITY;
}

uint64_t wend_grid_revision(const wend_grid *grid)
{
    return grid == NULL ? 0 : grid->revision;
}

uint64_t wend_grid_sector_revision(const wend_grid *grid, uint32_t sector)
{
    if (grid == NULL || sector >= grid->sector_count) {
        return 0;
    }
    return grid->revision_base + grid->marks[sector];
}

/* ---- the list of changes ---- */

/* The lowest sectors found so far, as a heap with the highest at the top: [count] of [capacity]. */
typedef struct lowest_sectors {
    uint32_t *sectors;
    size_t capacity;
    size_t count;
} lowest_sectors;

static void sift_down(uint32_t *sectors, size_t count, size_t i)
{
    uint32_t moving = sectors[i];
    for (size_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && sectors[child + 1] > sectors[child]) {
            child++;
        }
        if (sectors[child] <= moving) {
            break;
        }
        sectors[i] = sectors[child];
        i = child;
    }
    sectors[i] = moving;
}

static void keep_lowest(lowest_sectors *kept, uint32_t sector)
{
    if (kept->count == kept->capacity) {
        if (kept->capacity > 0 && sector < kept->sectors[0]) {
            kept->sectors[0] = sector;
            sift_down(kept->sectors, kept->count, 0);
        }
        return;
    }
    size_t i = kept->count++;
    for (size_t parent = (i - 1) / 2; i > 0 && kept->sectors[parent] < sector;
         parent = (i - 1) / 2) {
        kept->sectors[i] = kept->sectors[parent];
        i = parent;
    }
    kept->sectors[i] = sector;
}

/* The newest entry of a sector is the one that agrees with its mark, so each is listed once. */
static size_t list_journal(const wend_grid *grid, uint32_t since, uint32_t *sectors,
                           size_t capacity)
{
    const wendi_journal *journal = &grid->journal;
    lowest_sectors kept = {sectors, capacity, 0};
    size_t found = 0;
    for (uint32_t i = 1; i <= journal->count; i++) {
        uint32_t at = (journal->next + WENDI_JOURNAL_CAPACITY - i) % WENDI_JOURNAL_CAPACITY;
        wendi_journal_entry entry = journal->entries[at];
        if (entry.mark <= since) {
            break;
        }
        if (grid->marks[entry.sector] == entry.mark) {
            found++;
            keep_lowest(&kept, entry.sector);
        }
    }
    /* Heap sort: the highest one left goes to the end. */
    for (size_t left = kept.count; left > 1; left--) {
        uint32_t highest = sectors[0];
        sectors[0] = sectors[left - 1];
        sectors[left - 1] = highest;
        sift_down(sectors, left - 1, 0);
    }
    return found;
}

static size_t list_marks(const wend_grid *grid, uint64_t since, uint32_t *sectors, size_t capacity)
{
    size_t found = 0;
    for (uint32_t i = 0; i < grid->sector_count; i++) {
        if (grid->revision_base + grid->marks[i] > since) {
            if (found < capacity) {
                sectors[found] = i;
            }
            found++;
        }
    }
    return found;
}

wend_result wend_grid_list_changes(const wend_grid *grid, uint64_t since_revision,
                                   uint32_t *sectors, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (sectors == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (since_revision >= grid->revision) {
        return WEND_OK;
    }
    bool has_journal = grid->journal.entries != NULL && since_revision >= grid->journal.floor;
    if (has_journal) {
        uint32_t since = (uint32_t)(since_revision - grid->revision_base);
        *count = list_journal(grid, since, sectors, capacity);
    } else {
        *count = list_marks(grid, since_revision, sectors, capacity);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
