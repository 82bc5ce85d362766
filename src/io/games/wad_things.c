/* takes: the type of a thing in a level of Doom.
 * gives: its name.
 * cost:  a search by halves. */
#include "io/games/wad.h"

typedef struct thing_name {
    uint16_t type;
    const char *name;
} thing_name;

/* By type. */
static const thing_name names[] = {
    {1, "player 1 start"},
    {2, "player 2 start"},
    {3, "player 3 start"},
    {4, "player 4 start"},
    {5, "blue keycard"},
    {6, "yellow keycard"},
    {7, "spider mastermind"},
    {8, "backpack"},
    {9, "shotgun guy"},
    {10, "bloody mess"},
    {11, "deathmatch start"},
    {12, "bloody mess"},
    {13, "red keycard"},
    {14, "teleport destination"},
    {15, "dead player"},
    {16, "cyberdemon"},
    {17, "cell pack"},
    {18, "dead former human"},
    {19, "dead shotgun guy"},
    {20, "dead imp"},
    {21, "dead demon"},
    {22, "dead cacodemon"},
    {23, "dead lost soul"},
    {24, "pool of blood"},
    {30, "tall green pillar"},
    {31, "short green pillar"},
    {32, "tall red pillar"},
    {33, "short red pillar"},
    {34, "candle"},
    {35, "candelabra"},
    {38, "red skull key"},
    {39, "yellow skull key"},
    {40, "blue skull key"},
    {43, "burnt tree"},
    {44, "tall blue torch"},
    {45, "tall green torch"},
    {46, "tall red torch"},
    {47, "stalagmite"},
    {48, "tall techno pillar"},
    {54, "large tree"},
    {55, "short blue torch"},
    {56, "short green torch"},
    {57, "short red torch"},
    {58, "spectre"},
    {64, "arch-vile"},
    {65, "heavy weapon dude"},
    {66, "revenant"},
    {67, "mancubus"},
    {68, "arachnotron"},
    {69, "hell knight"},
    {70, "burning barrel"},
    {71, "pain elemental"},
    {72, "commander keen"},
    {82, "super shotgun"},
    {83, "megasphere"},
    {84, "wolfenstein ss"},
    {85, "tall techno lamp"},
    {86, "short techno lamp"},
    {87, "spawn target"},
    {88, "boss brain"},
    {89, "spawn shooter"},
    {2001, "shotgun"},
    {2002, "chaingun"},
    {2003, "rocket launcher"},
    {2004, "plasma rifle"},
    {2005, "chainsaw"},
    {2006, "bfg 9000"},
    {2007, "ammo clip"},
    {2008, "shotgun shells"},
    {2010, "rocket"},
    {2011, "stimpack"},
    {2012, "medikit"},
    {2013, "soul sphere"},
    {2014, "health bonus"},
    {2015, "armour bonus"},
    {2018, "green armour"},
    {2019, "blue armour"},
    {2022, "invulnerability"},
    {2023, "berserk"},
    {2024, "invisibility"},
    {2025, "radiation suit"},
    {2026, "computer map"},
    {2028, "floor lamp"},
    {2035, "exploding barrel"},
    {2045, "light goggles"},
    {2046, "box of rockets"},
    {2047, "cell charge"},
    {2048, "box of ammo"},
    {2049, "box of shells"},
    {3001, "imp"},
    {3002, "demon"},
    {3003, "baron of hell"},
    {3004, "former human"},
    {3005, "cacodemon"},
    {3006, "lost soul"},
};

const char *wendi_wad_thing_name(uint32_t type)
{
    size_t low = 0;
    size_t high = sizeof names / sizeof names[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (names[middle].type == type) {
            return names[middle].name;
        }
        if (names[middle].type < type) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return "";
}
