/* Draws text on a picture.
 * Cost: the dots of the letters. */
#include "scene/frame.h"

#include <string.h>

/* A letter is five rows of three dots, a row an octal digit, the left dot worth 4. */
typedef struct letter {
    char sign;
    char rows[6];
} letter;

static const letter letters[] = {
    {'A', "25755"},  {'B', "65656"}, {'C', "34443"}, {'D', "65556"}, {'E', "74647"}, {'F', "74644"},
    {'G', "34553"},  {'H', "55755"}, {'I', "72227"}, {'J', "11152"}, {'K', "55655"}, {'L', "44447"},
    {'M', "57755"},  {'N', "65555"}, {'O', "25552"}, {'P', "65644"}, {'Q', "25563"}, {'R', "65655"},
    {'S', "34216"},  {'T', "72222"}, {'U', "55557"}, {'V', "55552"}, {'W', "55775"}, {'X', "55255"},
    {'Y', "55222"},  {'Z', "71247"}, {'0', "75557"}, {'1', "26227"}, {'2', "61247"}, {'3', "61216"},
    {'4', "55711"},  {'5', "74616"}, {'6', "34757"}, {'7', "71122"}, {'8', "75757"}, {'9', "75716"},
    {'.', "00002"},  {',', "00024"}, {':', "02020"}, {'-', "00700"}, {'+', "02720"}, {'/', "11244"},
    {'%', "51245"},  {'(', "12221"}, {')', "42224"}, {'=', "07070"}, {'!', "22202"}, {'?', "61202"},
    {'\'', "22000"}, {'"', "55000"}, {'_', "00007"}, {'<', "12421"}, {'>', "42124"}, {'*', "52725"},
};

enum { ROWS = 5, COLUMNS = 3, ADVANCE = 4 };

static const char *rows_of(char sign)
{
    const char upper = sign >= 'a' && sign <= 'z' ? (char)(sign - 'a' + 'A') : sign;
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (letters[i].sign == upper) {
            return letters[i].rows;
        }
    }
    return "00000";
}

static void draw_letter(frame *f, int32_t x, int32_t y, const char *rows, int32_t size,
                        frame_colour colour)
{
    for (int32_t i = 0; i < ROWS * COLUMNS; i++) {
        const int bits = rows[i / COLUMNS] - '0';
        if ((bits >> (COLUMNS - 1 - i % COLUMNS) & 1) != 0) {
            const int32_t left = x + i % COLUMNS * size;
            const int32_t top = y + i / COLUMNS * size;
            const wend_vec2 low = {left, top};
            frame_rectangle(f, low, (wend_vec2){low.x + size, low.y + size}, colour, 1.0);
        }
    }
}

int32_t frame_text_width(const char *text, int32_t size)
{
    return (int32_t)strlen(text) * ADVANCE * size;
}

void frame_text(frame *f, int32_t x, int32_t y, const char *text, int32_t size, frame_colour colour)
{
    for (; *text != '\0'; text++) {
        draw_letter(f, x, y, rows_of(*text), size, colour);
        x += ADVANCE * size;
    }
}
