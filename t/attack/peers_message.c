/*
 * peers_message.c - see peers.h. Valid messages, nearly valid ones, and bytes
 * that are no message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"
#include "shared/ledger.h"

static uint64_t state;

void chance_begin(uint64_t number)
{
    state = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < 4; i++)
        below(2);
}

/* xorshift64 */
uint64_t below(uint64_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return bound ? (state >> 8) % bound : 0;
}

#define FIELDS 10

/* The usual fields of each type. */
static const struct form_t {
    mh_wire_type_e type;
    mh_wire_tag_e tags[FIELDS];
} forms[] = {
    { MH_WIRE_FORK, { MH_TAG_PID, MH_TAG_TEXT } },
    { MH_WIRE_DONE, { MH_TAG_PID, MH_TAG_STATUS } },
    { MH_WIRE_READY, { MH_TAG_PERL, MH_TAG_STAMP, MH_TAG_MODE } },
    { MH_WIRE_READY, { MH_TAG_PERL, MH_TAG_TEXT, MH_TAG_ABOUT } },
    { MH_WIRE_READY, { MH_TAG_PID, MH_TAG_STATUS, MH_TAG_TEXT } },
    { MH_WIRE_READY, { 0 } },
    { MH_WIRE_FAILED, { MH_TAG_TEXT } },
    { MH_WIRE_FAILED, { MH_TAG_VARIES } },
    { MH_WIRE_FAILED, { MH_TAG_OUTPUT } },
    { MH_WIRE_DEPENDS, { MH_TAG_FILES } },
    { MH_WIRE_DONE, { MH_TAG_STATUS, MH_TAG_ASKED } },
    { MH_WIRE_DONE, { MH_TAG_STATUS } },
    { MH_WIRE_DONE, { MH_TAG_STATUS, MH_TAG_MODE } },
    { MH_WIRE_DONE,
      { MH_TAG_STATUS, MH_TAG_MODE, MH_TAG_PID, MH_TAG_RAN, MH_TAG_ABOUT } },
    { MH_WIRE_DONE, { MH_TAG_STATUS, MH_TAG_COST } },
    { MH_WIRE_READY, { MH_TAG_PID, MH_TAG_RAN, MH_TAG_COST } },
    { MH_WIRE_READY, { MH_TAG_PID, MH_TAG_COST } },
    { MH_WIRE_REQUEST,
      { MH_TAG_SCRIPT, MH_TAG_ARGS, MH_TAG_ENVIRON, MH_TAG_ABOUT, MH_TAG_STAMP,
        MH_TAG_LIMITS, MH_TAG_CONSTANT, MH_TAG_LEASE, MH_TAG_NOTE } },
    { MH_WIRE_REQUEST,
      { MH_TAG_SCRIPT, MH_TAG_ARGS, MH_TAG_ABOUT, MH_TAG_STAMP } },
    { MH_WIRE_REQUEST, { MH_TAG_REQUEST, MH_TAG_ABOUT } },
    { MH_WIRE_DONE, { 0 } },
    { MH_WIRE_LATE, { MH_TAG_REASON, MH_TAG_RAN, MH_TAG_ABOUT } },
    { MH_WIRE_SAID, { MH_TAG_SCRIPT, MH_TAG_TEXT } },
    { MH_WIRE_STATUS, { MH_TAG_PID } },
    { MH_WIRE_POOL, { 0 } },
    { MH_WIRE_FORK, { 0 } },
    { MH_WIRE_FORK, { MH_TAG_SCRIPT, MH_TAG_MODE, MH_TAG_ENVIRON } },
    { MH_WIRE_NOTICE, { MH_TAG_LEVEL, MH_TAG_TEXT } },
    { MH_WIRE_REFUSED, { MH_TAG_REASON, MH_TAG_TEXT } },
    { MH_WIRE_LEASE, { 0 } },
};

#define FORMS (sizeof(forms) / sizeof(forms[0]))
#define OF_BELOW 16 /* the first type that httpd or the manager sends */

static uint64_t any_number(void)
{
    static const uint64_t values[] = {
        0,       1,          2,          3,          9,
        15,      127,        255,        256,        0x7fff,
        0x10000, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_MAX,
    };

    return one_in(4) ? below(1000)
                     : values[below(sizeof(values) / sizeof(values[0]))];
}

static uint64_t any_pid(const facts_t *facts)
{
    switch (below(6)) {
    case 0:
        return any_number();
    case 1:
        return NO_PID + below(64);
    default:
        return facts->pid_count ? (uint64_t)facts->pids[below(facts->pid_count)]
                                : 0;
    }
}

static const char *any_script(const facts_t *facts)
{
    static const char *const others[] = { "/dev/null", "/nonexistent/x.pl",
                                          "relative.pl", "/", "" };

    if (one_in(10) || !facts->script_count)
        return others[below(5)];
    return facts->scripts[below(facts->script_count)];
}

/* A list of strings; some have no end. */
static void put_list(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                     const char *const *words, size_t count)
{
    char list[4096];
    size_t used = 0;

    for (uint64_t n = below(2 * count + 1); n; n--) {
        const char *word = words[below(count)];
        size_t size = strlen(word) + 1;

        if (used + size > sizeof(list))
            break;
        memcpy(list + used, word, size);
        used += size;
    }
    mh_wire_put(writer, tag, list, used && one_in(12) ? used - 1 : used);
}

static void put_files(mh_wire_writer_t *writer, const facts_t *facts)
{
    char list[4096];
    size_t used = 0;

    for (uint64_t n = below(6); n; n--) {
        int size = snprintf(list + used, sizeof(list) - used, "%c%016llx%s",
                            "celdx"[below(5)], (unsigned long long)any_number(),
                            any_script(facts));

        if (size < 0 || used + (size_t)size + 1 > sizeof(list))
            break;
        used += (size_t)size + 1;
    }
    mh_wire_put(writer, MH_TAG_FILES, list, used);
}

static void put_noise(mh_wire_writer_t *writer, mh_wire_tag_e tag)
{
    char bytes[2048];
    size_t size = below(one_in(3) ? sizeof(bytes) : 64);

    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)below(256);
    mh_wire_put(writer, tag, bytes, size);
}

static void put_limits(mh_wire_writer_t *writer)
{
    mh_wire_limits_t limits;

    memset(&limits, 0xff, sizeof(limits));
    limits.ignored = any_number();
    if (one_in(4))
        limits.cpu[0] = limits.cpu[1] = 1 + below(5);
    if (one_in(8))
        limits.memory[0] = limits.memory[1] = any_number();
    mh_wire_put(writer, MH_TAG_LIMITS, &limits, sizeof(limits));
}

/* Up to the allowed number of numbers, or more. */
static void put_ran(mh_wire_writer_t *writer)
{
    uint32_t ran[2 * MH_LEASE_MOST];
    size_t count = below(one_in(4) ? 2 * MH_LEASE_MOST : 4);

    for (size_t i = 0; i < count; i++)
        ran[i] = (uint32_t)any_number();
    mh_wire_put(writer, MH_TAG_RAN, ran,
                count * sizeof(ran[0]) + (one_in(8) ? 1 : 0));
}

static void put_note(mh_wire_writer_t *writer)
{
    mh_ledger_place_t place = { any_number(), any_number() };

    mh_wire_put(writer, MH_TAG_NOTE, &place, sizeof(place));
}

static void put_cost(mh_wire_writer_t *writer)
{
    mh_wire_spent_t spent = {
        { one_in(2) ? any_number() : below(9), any_number(), any_number(),
          any_number(), any_number(), any_number() },
        { any_number(), any_number(), any_number(), any_number() },
        ""
    };

    memset(spent.loaded, '%', one_in(2) ? sizeof(spent.loaded) : 9);
    mh_wire_put(writer, MH_TAG_COST, &spent, sizeof(spent));
}

static void put_words(mh_wire_writer_t *writer, mh_wire_tag_e tag)
{
    static const char *const variables[] = {
        "PATH=/usr/bin:/bin", "A=b",      "REQUEST_METHOD=GET",
        "PERL5LIB=/nowhere",  "LANG=C",   "QUERY_STRING=a=b",
        "PERL5OPT=-w",        "HTTP_X=y", "noequals",
    };
    static const char *const names[] = {
        "PATH", "LANG", "PERL5LIB", "A", "strict.pm", "/usr/share/perl"
    };

    if (tag == MH_TAG_ENVIRON)
        put_list(writer, tag, variables, 9);
    else
        put_list(writer, tag, names, 6);
}

static void put_field(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                      const facts_t *facts)
{
    if (one_in(20)) {
        put_noise(writer, tag);
        return;
    }
    switch (tag) {
    case MH_TAG_SCRIPT:
        mh_wire_put_string(writer, tag, any_script(facts));
        break;
    case MH_TAG_PID:
        mh_wire_put_number(writer, tag, any_pid(facts));
        break;
    case MH_TAG_FILES:
        put_files(writer, facts);
        break;
    case MH_TAG_LIMITS:
        put_limits(writer);
        break;
    case MH_TAG_ARGS:
    case MH_TAG_ENVIRON:
    case MH_TAG_CONSTANT:
    case MH_TAG_ASKED:
        put_words(writer, tag);
        break;
    case MH_TAG_STAMP:
        mh_wire_put(writer, tag, (char[32]){ (char)below(256) }, 32);
        break;
    case MH_TAG_TEXT:
    case MH_TAG_ABOUT:
    case MH_TAG_OUTPUT:
    case MH_TAG_VARIES:
        mh_wire_put_string(writer, tag, one_in(2) ? "text" : "two\nlines %s%n");
        break;
    case MH_TAG_RAN:
        put_ran(writer);
        break;
    case MH_TAG_NOTE:
        put_note(writer);
        break;
    case MH_TAG_COST:
        put_cost(writer);
        break;
    case MH_TAG_REASON:
        mh_wire_put_number(writer, tag, below(MH_LATE_UNREAD + 2));
        break;
    case MH_TAG_LEASE:
        mh_wire_put_number(writer, tag,
                           one_in(8) ? any_number() : below(MH_LEASE_LAST + 1));
        break;
    case MH_TAG_REQUEST:
        put_noise(writer, tag);
        break;
    default:
        mh_wire_put_number(writer, tag, any_number());
    }
}

static void put_fields(mh_wire_writer_t *writer, const struct form_t *form,
                       const facts_t *facts)
{
    for (int i = 0; i < FIELDS && form->tags[i]; i++)
        if (!one_in(16))
            put_field(writer, form->tags[i], facts);
    if (one_in(16))
        put_field(writer, (mh_wire_tag_e)(1 + below(MH_TAGS)), facts);
}

static uint32_t any_id(const facts_t *facts)
{
    if (facts->id && !one_in(4))
        return facts->id;
    return (uint32_t)(one_in(4) ? any_number() : below(5000));
}

static void change(forged_t *forged)
{
    for (uint64_t n = 1 + below(4); n && forged->size; n--) {
        size_t at = below(forged->size);

        switch (below(4)) {
        case 0:
            forged->bytes[at] = (char)below(256);
            break;
        case 1:
            forged->bytes[at] = (char)(forged->bytes[at] ^ (1 << below(8)));
            break;
        case 2:
            forged->size = at;
            break;
        default:
            memset(forged->bytes + at, (int)below(256),
                   below(forged->size - at < 8 ? forged->size - at : 8));
        }
    }
}

/*
 * Only processes of the pool are named, because the receiver may kill the
 * process that is named.
 */
static void spare(forged_t *forged, const facts_t *facts)
{
    mh_wire_message_t message;
    uint64_t pid;

    forged->garbage = mh_wire_parse(forged->bytes, forged->size, &message);
    if (forged->garbage)
        return;
    pid = mh_wire_number(&message, MH_TAG_PID, 0);
    if (pid < 2 || pid >= NO_PID)
        return;
    for (size_t i = 0; i < facts->pid_count; i++)
        if ((uint64_t)facts->pids[i] == pid)
            return;
    pid = NO_PID;
    memcpy((char *)(uintptr_t)message.field[MH_TAG_PID].data, &pid,
           sizeof(pid));
}

void forge(forged_t *forged, const facts_t *facts, bool by_httpd)
{
    size_t first = by_httpd ? OF_BELOW : 0;
    size_t count = by_httpd ? FORMS - OF_BELOW : OF_BELOW;
    const struct form_t *form = &forms[first + below(count)];
    mh_wire_writer_t writer;

    if (one_in(10))
        form = &forms[below(FORMS)];
    mh_wire_begin(&writer, forged->bytes, sizeof(forged->bytes), form->type,
                  any_id(facts));
    put_fields(&writer, form, facts);
    forged->size = mh_wire_end(&writer);
    if (one_in(12))
        change(forged);
    spare(forged, facts);
}
