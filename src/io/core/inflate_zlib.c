/* Unpacks zlib and gzip streams through zlib with the caller's allocator.
 * Cost: some 40 KiB for zlib. */
#include "io/core/inflate.h"

#include "base/core/memory.h"
#include "base/core/message.h"

#include <string.h>

/* zlib then takes const input. */
#define ZLIB_CONST
#include <zlib.h>

/* zlib passes no sizes when it frees, so each block carries its own in front. */
typedef union zlib_block_head {
    size_t bytes;
    max_align_t align;
} zlib_block_head;

/** The largest window, and 32 for "zlib or gzip, by the header". */
enum { WINDOW_BITS = 15 + 32 };

bool wendi_inflate_exists(void)
{
    return true;
}

static voidpf allocate(voidpf context, uInt count, uInt size)
{
    size_t bytes;
    if (!wendi_size_multiply(count, size, &bytes) ||
        !wendi_size_add(bytes, sizeof(zlib_block_head), &bytes)) {
        return NULL;
    }
    zlib_block_head *head = wendi_alloc(context, bytes);
    if (head == NULL) {
        return NULL;
    }
    head->bytes = bytes;
    return head + 1;
}

static void release(voidpf context, voidpf block)
{
    zlib_block_head *head = (zlib_block_head *)block - 1;
    wendi_free(context, head, head->bytes);
}

static uInt piece_of(size_t left)
{
    const uInt most = 1u << 30;
    return left < most ? (uInt)left : most;
}

/** Runs until the stream ends, out is full, or something is wrong. @return zlib's last status. */
static int run(z_stream *z, size_t count, size_t out_count)
{
    size_t in_left = count;
    size_t out_left = out_count;
    for (;;) {
        uInt in = piece_of(in_left);
        uInt out = piece_of(out_left);
        z->avail_in = in;
        z->avail_out = out;
        int status = inflate(z, Z_NO_FLUSH);
        in_left -= in - z->avail_in;
        out_left -= out - z->avail_out;
        if (status != Z_OK) { /* Z_BUF_ERROR: no progress is possible. */
            z->avail_out = piece_of(out_left);
            return status;
        }
    }
}

static wend_result check_end(int status, const z_stream *z, size_t out_count, wend_message *message)
{
    unsigned long long got = (unsigned long long)(z->total_out);
    if (status == Z_STREAM_END && z->avail_out == 0) {
        return WEND_OK;
    }
    if (status == Z_MEM_ERROR) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for unpacking");
    }
    if (status == Z_STREAM_END) {
        return wendi_fail(message, WEND_ERROR_FILE, "unpacks to %llu bytes, expected %llu", got,
                          (unsigned long long)out_count);
    }
    if (status == Z_BUF_ERROR && z->avail_out == 0) {
        return wendi_fail(message, WEND_ERROR_FILE, "unpacks to more than the %llu bytes expected",
                          (unsigned long long)out_count);
    }
    if (status == Z_BUF_ERROR) {
        return wendi_fail(message, WEND_ERROR_FILE, "packed data ends after %llu of %llu bytes",
                          got, (unsigned long long)out_count);
    }
    return wendi_fail(message, WEND_ERROR_FILE, "packed data is damaged: %s",
                      z->msg == NULL ? "it needs a dictionary" : z->msg);
}

wend_result wendi_inflate(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                          uint8_t *out, size_t out_count, wend_message *message)
{
    wend_allocator own = {NULL, NULL};
    if (allocator != NULL) {
        own = *allocator;
    }
    z_stream z;
    memset(&z, 0, sizeof z);
    z.zalloc = allocate;
    z.zfree = release;
    z.opaque = &own;
    z.next_in = bytes;
    z.next_out = out;
    if (inflateInit2(&z, WINDOW_BITS) != Z_OK) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for unpacking");
    }
    int status = run(&z, count, out_count);
    wend_result result = check_end(status, &z, out_count, message);
    (void)inflateEnd(&z);
    return result;
}
