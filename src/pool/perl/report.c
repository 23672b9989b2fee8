/*
 * report.c - see report.h.
 */
#include "pool/perl/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pool/perl/spawn_loop.h"
#include "pool/perl/self.h"
#include "pool/perl/behind.h"
#include "pool/perl/preload/preload.h"
#include "pool/perl/template.h"
#include "pool/common/hear.h"
#include "shared/perl/stack.h"
#include "shared/rollup.h"
#include "shared/clock.h"

/* Bytes of a message beside its longest field. */
#define ROOM_FOR_REST 4096

static char buffer[MH_WIRE_MAX];

/* The site's files that this run has asked for. */
static struct {
    size_t size;
    char list[MH_WIRE_MAX - ROOM_FOR_REST];
} asked;

static void by_channel(mh_wire_writer_t *writer)
{
    size_t size = mh_wire_end(writer);

    mh_channel_send(MH_PERL_CONTROL, writer->buffer, size, NULL, 0, 0);
}

static void by_datagram(mh_wire_writer_t *writer)
{
    const mh_perl_start_t *start = mh_self.start;
    size_t size = mh_wire_end(writer);

    mh_hear_say(start->report, writer->buffer, size);
}

static void put_text(mh_wire_writer_t *writer, mh_wire_tag_e tag,
                     const char *text)
{
    size_t size = text ? strlen(text) : 0;
    char line[ROOM_FOR_REST / 2];

    if (!size)
        return;
    if (size >= sizeof(line))
        size = sizeof(line) - 1;
    memcpy(line, text, size);
    line[size] = 0;
    mh_wire_put_string(writer, tag, line);
}

/*
 * Bytes that the end of this process would give back. While the process rests,
 * the checkpoint's copy is as large as the pages that it stands for. To the
 * kernel, pages of the layer are the process's own while no other process has
 * them; these stay. No other process may look (PR_SET_DUMPABLE).
 */
static uint64_t own_memory(void)
{
    uint64_t copied = mh_perl_template_is_wanted()
                          ? mh_rollback_figures()->copied
                          : 0;
    mh_rollup_t rollup;

    if (copied || !mh_self.start->pool.numbers.zygote_memory ||
        !mh_rollup_read(getpid(), &rollup))
        return copied * 4096;
    return rollup.anonymous < rollup.unshared ? rollup.anonymous
                                              : rollup.unshared;
}

static void put_zygote_cost(mh_wire_writer_t *writer)
{
    mh_wire_spent_t spent = { .cost.cpu = mh_clock(CLOCK_PROCESS_CPUTIME_ID) };

    spent.cost.over = spent.cost.cpu;
    mh_wire_put(writer, MH_TAG_COST, &spent, sizeof(spent));
}

void mh_report_ready(const mh_wire_stamp_t *stamp, const char *stopped,
                     const char *output, const char *text)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_READY, 0);
    if (stamp) {
        mh_wire_put_number(&writer, MH_TAG_PERL, mh_stack_perl(mh_self.perl));
        mh_wire_put(&writer, MH_TAG_STAMP, stamp, sizeof(*stamp));
        put_zygote_cost(&writer);
    }
    if (!stamp && mh_perl_template_is_wanted())
        mh_wire_put_number(&writer, MH_TAG_MEMORY,
                           mh_rollback_figures()->layered * 4096);
    put_text(&writer, MH_TAG_ABOUT, stopped);
    mh_wire_put(&writer, MH_TAG_OUTPUT, output, output ? strlen(output) : 0);
    put_text(&writer, MH_TAG_TEXT, text);
    by_channel(&writer);
}

void mh_report_stands(const char *why)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_READY, 0);
    mh_wire_put_number(&writer, MH_TAG_MEMORY, own_memory());
    put_text(&writer, MH_TAG_TEXT, why);
    by_channel(&writer);
}

/* The part of a list that fits one message, in whole strings. */
static size_t part_of(const char *list, size_t size)
{
    size_t part = sizeof(buffer) - ROOM_FOR_REST;

    if (size <= part)
        return size;
    while (part && list[part - 1])
        part--;
    return part;
}

void mh_report_depends(const char *files, size_t size)
{
    while (size) {
        size_t part = part_of(files, size);
        mh_wire_writer_t writer;

        if (!part)
            return;
        mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DEPENDS, 0);
        mh_wire_put(&writer, MH_TAG_FILES, files, part);
        by_channel(&writer);
        files += part;
        size -= part;
    }
}

void mh_report_failed(const char *output, size_t size)
{
    size_t most = sizeof(buffer) - ROOM_FOR_REST;
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FAILED, 0);
    mh_wire_put(&writer, MH_TAG_OUTPUT, output, size < most ? size : most);
    by_channel(&writer);
}

_Noreturn void mh_report_unshareable(const char *what)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FAILED, 0);
    put_text(&writer, MH_TAG_TEXT, what);
    by_channel(&writer);
    _exit(0);
}

/*
 * A template's run notes its end, unless it has files to report: after the note
 * the manager would not know whose report that is.
 */
static bool may_note(int status)
{
    return mh_perl_template_run() && !status && !asked.size &&
           mh_self.note.secret && mh_self.start->ledger;
}

/* A template reports what its runs cost, because only it knows. */
static void put_cost(mh_wire_writer_t *writer, int status)
{
    mh_wire_spent_t done = { .cost.runs = 0 };

    if (!status)
        done = *mh_behind_compiled();
    done.cost.runs = 1;
    done.cost.cpu = mh_clock(CLOCK_PROCESS_CPUTIME_ID);
    mh_wire_put(writer, MH_TAG_COST, &done, sizeof(done));
}

void mh_report_done(int status, bool at_once)
{
    mh_run_t *run = mh_perl_template_run();
    char small[sizeof(mh_wire_spent_t) + 128];
    mh_wire_writer_t writer;

    if (at_once && may_note(status)) {
        /*
         * The template learns of the end before the note is made: the process
         * may be killed in between, and a template that does not know of the
         * note would end the lease.
         */
        if (mh_perl_template_tells())
            run->noted = true;
        mh_ledger_note(mh_self.start->ledger, &mh_self.note);
        return;
    }
    if (mh_perl_template_tells()) {
        run->status = status;
        return;
    }
    /* The large buffer is memory that the template would have to put back. */
    mh_wire_begin(&writer, asked.size ? buffer : small,
                  asked.size ? sizeof(buffer) : sizeof(small), MH_WIRE_DONE, 0);
    mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)(unsigned)status);
    if (!run)
        put_cost(&writer, status);
    mh_wire_put(&writer, MH_TAG_ASKED, asked.size ? asked.list : NULL,
                asked.size);
    by_datagram(&writer);
}

void mh_report_asked(void)
{
    asked.size = mh_preload_asked(asked.list, sizeof(asked.list));
}

void mh_report_differs(const char *varies)
{
    mh_wire_writer_t writer;

    if (mh_perl_template_tells())
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FAILED, 0);
    put_text(&writer, MH_TAG_VARIES, varies);
    by_datagram(&writer);
}
