/*
 * pack.c - see pack.h.
 */
#include "module/worker/pack.h"

#include <string.h>

#include "apr_strings.h"

#define FIRST_SIZE 4096

void mh_pack_write(mh_pack_t *pack, apr_pool_t *pool)
{
    *pack = (mh_pack_t){
        .pool = pool,
        .data = apr_palloc(pool, FIRST_SIZE),
        .size = FIRST_SIZE,
    };
}

void mh_pack_read(mh_pack_t *pack, apr_pool_t *pool, char *data, size_t size)
{
    *pack = (mh_pack_t){
        .pool = pool,
        .reading = true,
        .data = data,
        .size = size,
    };
}

static void make_room(mh_pack_t *pack, size_t size)
{
    char *more;

    pack->size = (pack->used + size) * 2;
    more = apr_palloc(pack->pool, pack->size);
    memcpy(more, pack->data, pack->used);
    pack->data = more;
}

/* Returns the place for the next `size` bytes of a writer. */
static inline char *next_to_write(mh_pack_t *pack, size_t size)
{
    char *at;

    if (pack->size - pack->used < size)
        make_room(pack, size);
    at = pack->data + pack->used;
    pack->used += size;
    return at;
}

/* Returns the next `size` bytes of a reader; NULL: there are fewer. */
static inline char *next_to_read(mh_pack_t *pack, size_t size)
{
    char *at = pack->data + pack->used;

    if (pack->wrong || pack->size - pack->used < size) {
        pack->wrong = true;
        return NULL;
    }
    pack->used += size;
    return at;
}

/* Most fields are numbers of a size that the compiler knows. */
static inline void bytes(mh_pack_t *pack, void *at, size_t size)
{
    const char *from;

    if (!pack->reading) {
        memcpy(next_to_write(pack, size), at, size);
        return;
    }
    from = next_to_read(pack, size);
    if (from)
        memcpy(at, from, size);
    else
        memset(at, 0, size);
}

void mh_pack_bytes(mh_pack_t *pack, void *at, size_t size)
{
    bytes(pack, at, size);
}

void mh_pack_int(mh_pack_t *pack, int *number)
{
    bytes(pack, number, sizeof(*number));
}

void mh_pack_long(mh_pack_t *pack, apr_int64_t *number)
{
    bytes(pack, number, sizeof(*number));
}

/* Writes the length with the NUL, 0 for NULL, then the text. */
static void write_text(mh_pack_t *pack, const char *text)
{
    uint32_t size = text ? (uint32_t)strlen(text) + 1 : 0;
    char *at = next_to_write(pack, sizeof(size) + size);

    memcpy(at, &size, sizeof(size));
    if (text)
        memcpy(at + sizeof(size), text, size);
}

static char *read_text(mh_pack_t *pack)
{
    uint32_t size = 0;
    const char *written = next_to_read(pack, sizeof(size));
    char *text;

    if (written)
        memcpy(&size, written, sizeof(size));
    text = size ? next_to_read(pack, size) : NULL;
    if (text && memchr(text, '\0', size) != text + size - 1) {
        pack->wrong = true;
        return NULL;
    }
    return text;
}

void mh_pack_text(mh_pack_t *pack, const char **text)
{
    if (pack->reading)
        *text = read_text(pack);
    else
        write_text(pack, *text);
}

void mh_pack_string(mh_pack_t *pack, char **text)
{
    if (pack->reading)
        *text = read_text(pack);
    else
        write_text(pack, *text);
}

int mh_pack_count(mh_pack_t *pack, int count)
{
    mh_pack_int(pack, &count);
    if (count < 0 ||
        (pack->reading && (size_t)count > pack->size - pack->used)) {
        pack->wrong = true;
        return 0;
    }
    return count;
}

static void read_table(mh_pack_t *pack, apr_table_t *table)
{
    int count = mh_pack_count(pack, 0);

    for (int i = 0; i < count && !pack->wrong; i++) {
        const char *key = read_text(pack);
        const char *value = read_text(pack);

        if (key && value)
            apr_table_addn(table, key, value);
        else
            pack->wrong = true;
    }
}

void mh_pack_table(mh_pack_t *pack, apr_table_t *table)
{
    const apr_array_header_t *rows;

    if (pack->reading) {
        read_table(pack, table);
        return;
    }
    rows = apr_table_elts(table);
    mh_pack_count(pack, rows->nelts);
    for (int i = 0; i < rows->nelts; i++) {
        const apr_table_entry_t *row = &APR_ARRAY_IDX(rows, i,
                                                      apr_table_entry_t);

        write_text(pack, row->key ? row->key : "");
        write_text(pack, row->val ? row->val : "");
    }
}

static void put_text(mh_pack_t *pack, apr_array_header_t *texts, int at)
{
    char *text;

    if (!pack->reading) {
        write_text(pack, APR_ARRAY_IDX(texts, at, char *));
        return;
    }
    text = read_text(pack);
    if (text)
        APR_ARRAY_PUSH(texts, char *) = text;
    else
        pack->wrong = true;
}

void mh_pack_texts(mh_pack_t *pack, apr_array_header_t **texts)
{
    int there = *texts != NULL;
    int count;

    mh_pack_int(pack, &there);
    if (!there) {
        *texts = NULL;
        return;
    }
    count = mh_pack_count(pack, pack->reading ? 0 : (*texts)->nelts);
    if (pack->reading)
        *texts = apr_array_make(pack->pool, count, sizeof(char *));
    for (int i = 0; i < count && !pack->wrong; i++)
        put_text(pack, *texts, i);
}

/* APR keeps pointers into the structure itself. */
static void point(apr_sockaddr_t *address)
{
    address->salen = sizeof(address->sa.sin);
    address->addr_str_len = 16;
    address->ipaddr_ptr = &address->sa.sin.sin_addr;
    address->ipaddr_len = sizeof(address->sa.sin.sin_addr);
#if APR_HAVE_IPV6
    if (address->family == APR_INET6) {
        address->salen = sizeof(address->sa.sin6);
        address->addr_str_len = 46;
        address->ipaddr_ptr = &address->sa.sin6.sin6_addr;
        address->ipaddr_len = sizeof(address->sa.sin6.sin6_addr);
    }
#endif
}

void mh_pack_address(mh_pack_t *pack, apr_sockaddr_t **address)
{
    int family = *address ? (*address)->family : APR_UNSPEC;
    apr_sockaddr_t *read;

    mh_pack_int(pack, &family);
    if (family == APR_UNSPEC)
        return;
    if (!pack->reading) {
        mh_pack_bytes(pack, &(*address)->sa, sizeof((*address)->sa));
        return;
    }
    read = apr_pcalloc(pack->pool, sizeof(*read));
    mh_pack_bytes(pack, &read->sa, sizeof(read->sa));
    read->pool = pack->pool;
    read->family = family;
    read->port = ntohs(read->sa.sin.sin_port);
    point(read);
    *address = read;
}
