/* PNG through libpng with the caller's allocator.
 * Cost: one row of memory beside libpng's own; interlaced files are held whole. */
#include "io/core/png.h"
#include "base/core/memory.h"
#include "base/core/message.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

/* libpng passes no sizes when it frees, so each block carries its own in front. */
typedef union png_block_head {
    size_t bytes;
    max_align_t align;
} png_block_head;

/** One run of libpng. It reports errors by a jump, so all that must survive one lies in here and
 * not in local variables. */
typedef struct png_run {
    const wend_allocator *allocator;
    wend_message *message;
    wend_result result;
    png_structp png;
    png_infop info;
    /* reading */
    const uint8_t *bytes;
    size_t left;
    wendi_png_row_fn take;
    /* writing */
    wendi_array_u8 *out;
    wendi_png_fill_row_fn give;
    /* both */
    void *context;
    int32_t width, height;
    uint8_t *pixels; /**< [rows][width][3]. */
    size_t pixels_bytes;
} png_run;

static png_run run_of(int32_t width, int32_t height, const wend_allocator *allocator, void *context,
                      wend_message *message)
{
    png_run r;
    memset(&r, 0, sizeof r);
    r.allocator = allocator;
    r.message = message;
    r.context = context;
    r.width = width;
    r.height = height;
    return r;
}

static png_voidp run_alloc(png_structp png, png_alloc_size_t bytes)
{
    png_run *r = png_get_mem_ptr(png);
    size_t all;
    if (!wendi_size_add(bytes, sizeof(png_block_head), &all)) {
        return NULL;
    }
    png_block_head *head = wendi_alloc(r->allocator, all);
    if (head == NULL) {
        r->result = WEND_ERROR_MEMORY;
        return NULL;
    }
    head->bytes = all;
    return head + 1;
}

static void run_free(png_structp png, png_voidp block)
{
    png_run *r = png_get_mem_ptr(png);
    if (block != NULL) {
        png_block_head *head = (png_block_head *)block - 1;
        wendi_free(r->allocator, head, head->bytes);
    }
}

/** Keeps the reason and jumps back to guarded(). */
static void run_error(png_structp png, png_const_charp text)
{
    png_run *r = png_get_error_ptr(png);
    if (r->result == WEND_ERROR_MEMORY) {
        (void)wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory for a PNG");
    } else {
        r->result = wendi_fail(r->message, WEND_ERROR_FILE, "damaged PNG: %s", text);
    }
    png_longjmp(png, 1);
}

static void run_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void run_read_bytes(png_structp png, png_bytep to, size_t count)
{
    png_run *r = png_get_io_ptr(png);
    if (count > r->left) {
        png_error(png, "it ends too early");
    }
    memcpy(to, r->bytes, count);
    r->bytes += count;
    r->left -= count;
}

static void run_write_bytes(png_structp png, png_bytep from, size_t count)
{
    png_run *r = png_get_io_ptr(png);
    if (!wendi_array_u8_append(r->out, from, count)) {
        r->result = WEND_ERROR_MEMORY;
        png_error(png, "out of memory");
    }
}

static void run_flush(png_structp png)
{
    (void)png;
}

/** Room for a number of rows; an error of libpng otherwise. */
static void reserve_rows(png_run *r, size_t rows)
{
    r->pixels_bytes = (size_t)r->width * 3 * rows;
    r->pixels = wendi_alloc(r->allocator, r->pixels_bytes);
    if (r->pixels == NULL) {
        r->result = WEND_ERROR_MEMORY;
        png_error(r->png, "out of memory");
    }
}

/** May jump out to guarded. */
static void read_picture(png_run *r)
{
    png_set_read_fn(r->png, r, run_read_bytes);
    png_set_user_limits(r->png, (png_uint_32)r->width, (png_uint_32)r->height);
    /* Texts, profiles and the like are skipped: libpng would unpack them into memory. */
    png_set_keep_unknown_chunks(r->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(r->png, r->info);
    if (png_get_image_width(r->png, r->info) != (png_uint_32)r->width ||
        png_get_image_height(r->png, r->info) != (png_uint_32)r->height) {
        png_error(r->png, "two sizes");
    }
    /* Any kind of pixels is converted to red, green and blue of 8 bits. */
    png_set_expand(r->png);
    png_set_scale_16(r->png);
    png_set_strip_alpha(r->png);
    png_set_gray_to_rgb(r->png);
    int passes = png_set_interlace_handling(r->png);
    png_read_update_info(r->png, r->info);
    if (png_get_rowbytes(r->png, r->info) != (size_t)r->width * 3) {
        png_error(r->png, "unknown kind of pixels");
    }
    if (passes > 1) {
        reserve_rows(r, (size_t)r->height);
        memset(r->pixels, 0, r->pixels_bytes);
        size_t stride = (size_t)r->width * 3;
        for (int pass = 0; pass < passes; pass++) {
            for (int32_t y = 0; y < r->height; y++) {
                png_read_row(r->png, r->pixels + stride * (size_t)y, NULL);
            }
        }
        for (int32_t y = 0; y < r->height; y++) {
            r->take(r->context, y, r->pixels + stride * (size_t)y);
        }
    } else {
        reserve_rows(r, 1);
        for (int32_t y = 0; y < r->height; y++) {
            png_read_row(r->png, r->pixels, NULL);
            r->take(r->context, y, r->pixels);
        }
    }
    png_read_end(r->png, NULL);
}

/** May jump out to guarded. */
static void write_picture(png_run *r)
{
    png_set_write_fn(r->png, r, run_write_bytes, run_flush);
    png_set_user_limits(r->png, (png_uint_32)r->width, (png_uint_32)r->height);
    png_set_IHDR(r->png, r->info, (png_uint_32)r->width, (png_uint_32)r->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    /* Flat colours: the quickest level and one filter give small files and take little time. */
    png_set_compression_level(r->png, 3);
    png_set_filter(r->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_write_info(r->png, r->info);
    reserve_rows(r, 1);
    for (int32_t y = 0; y < r->height; y++) {
        r->give(r->context, y, r->pixels);
        png_write_row(r->png, r->pixels);
    }
    png_write_end(r->png, NULL);
}

/** Calls a step of libpng and comes back even if it fails. */
static void guarded(png_run *r, void (*step)(png_run *))
{
    if (setjmp(png_jmpbuf(r->png)) == 0) {
        step(r);
    }
}

static wend_result out_of_memory(const png_run *r)
{
    return wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory for a PNG");
}

bool wendi_png_exists(void)
{
    return true;
}

wend_result wendi_png_read(const uint8_t *bytes, size_t count, int32_t width, int32_t height,
                           const wend_allocator *allocator, wendi_png_row_fn take, void *context,
                           wend_message *message)
{
    png_run r = run_of(width, height, allocator, context, message);
    r.bytes = bytes;
    r.left = count;
    r.take = take;
    r.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &r, run_error, run_warning, &r,
                                     run_alloc, run_free);
    r.info = r.png == NULL ? NULL : png_create_info_struct(r.png);
    if (r.info == NULL) {
        png_destroy_read_struct(&r.png, NULL, NULL);
        return out_of_memory(&r);
    }
    guarded(&r, read_picture);
    png_destroy_read_struct(&r.png, &r.info, NULL);
    wendi_free(allocator, r.pixels, r.pixels_bytes);
    return r.result;
}

wend_result wendi_png_write(int32_t width, int32_t height, const wend_allocator *allocator,
                            wendi_png_fill_row_fn give, void *context, wendi_array_u8 *out,
                            wend_message *message)
{
    png_run r = run_of(width, height, allocator, context, message);
    r.out = out;
    r.give = give;
    r.png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &r, run_error, run_warning, &r,
                                      run_alloc, run_free);
    r.info = r.png == NULL ? NULL : png_create_info_struct(r.png);
    if (r.info == NULL) {
        png_destroy_write_struct(&r.png, NULL);
        return out_of_memory(&r);
    }
    guarded(&r, write_picture);
    png_destroy_write_struct(&r.png, &r.info);
    wendi_free(allocator, r.pixels, r.pixels_bytes);
    return r.result;
}
