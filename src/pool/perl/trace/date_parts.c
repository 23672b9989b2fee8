/*
 * date_parts.c - finds out which parts of the time code asks for.
 *
 * `(localtime)[5]`, as Time::Local has it when it is loaded, depends on the
 * year, and the year can be checked again. So if code uses only year, month and
 * day of an operator's result, these are noted. A value that is only kept
 * counts for the run that reads it (later.h). Every other look at the time is
 * unshareable.
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>
#include <time.h>

#include "pool/perl/trace/later.h"
#include "pool/perl/trace/operators.h"
#include "pool/perl/trace/part.h"

/* Parts of localtime()'s list that belong to a date. */
#define FIRST_PART 3 /* day of the month */
#define PARTS 5      /* then month, year, day of the week and of the year */

typedef struct parts_t {
    bool taken[PARTS];
    int seen[PARTS];
} parts_t;

static struct {
    parts_t local;
    parts_t universal;
    bool noted;  /* code has seen a part of one of them */
    bool passes; /* the operator that runs shows no more of the time */
} date;

static Perl_ppaddr_t run_time;
static Perl_ppaddr_t run_localtime;
static Perl_ppaddr_t run_gmtime;
static Perl_ppaddr_t run_times;
static Perl_ppaddr_t run_age[3];

static void parts_of(const struct tm *time, int parts[PARTS])
{
    const int list[PARTS] = { time->tm_mday, time->tm_mon, time->tm_year,
                              time->tm_wday, time->tm_yday };

    memcpy(parts, list, sizeof(list));
}

static bool agrees(const parts_t *parts, const struct tm *time)
{
    int now[PARTS];

    parts_of(time, now);
    for (int i = 0; i < PARTS; i++)
        if (parts->taken[i] && parts->seen[i] != now[i])
            return false;
    return true;
}

bool mh_trace_date_agrees(void)
{
    time_t now = time(NULL);
    struct tm local;
    struct tm universal;

    /* The first use of a time zone in a process reads its file. */
    if (!date.noted)
        return true;
    return localtime_r(&now, &local) && gmtime_r(&now, &universal) &&
           agrees(&date.local, &local) && agrees(&date.universal, &universal);
}

bool mh_trace_time_passes(void)
{
    return date.passes;
}

/*
 * True if the running operator alone is the list of `(...)[...]`. The
 * subscripts are below its mark on the stack. Stores the subscripts; false if
 * one of them is no part of a date.
 */
static bool subscripts(pTHX_ const OP *slice, bool taken[PARTS])
{
    SV **list;
    SV **at;

    if (!slice || slice->op_type != OP_LSLICE)
        return false;
    list = PL_stack_base + PL_markstack_ptr[0];
    at = PL_stack_base + PL_markstack_ptr[-1];
    if (list != PL_stack_sp)
        return false;
    while (++at <= list) {
        IV part = SvIOK(*at) ? SvIVX(*at) - FIRST_PART : -1;

        if (part < 0 || part >= PARTS)
            return false;
        taken[part] = true;
    }
    return true;
}

static void note(parts_t *parts, const struct tm *time, const bool taken[PARTS])
{
    int now[PARTS];

    parts_of(time, now);
    for (int i = 0; i < PARTS; i++) {
        if (!taken[i] || parts->taken[i])
            continue;
        parts->taken[i] = true;
        parts->seen[i] = now[i];
    }
}

static void note_date(bool universal, const bool taken[PARTS])
{
    mh_pause_t pause = mh_trace_pause();
    time_t now = time(NULL);
    struct tm parts;

    date.noted = true;
    if (universal ? gmtime_r(&now, &parts) : localtime_r(&now, &parts))
        note(universal ? &date.universal : &date.local, &parts, taken);
    mh_trace_resume(pause);
}

/* Runs an operator that calls time(), and knows how its result is used. */
static OP *run(pTHX_ Perl_ppaddr_t operator, const OP * converter,
               const OP *slice)
{
    bool taken[PARTS] = { false };
    OP *next;

    date.passes = subscripts(aTHX_ slice, taken);
    if (date.passes)
        note_date(converter->op_type == OP_GMTIME, taken);
    next = operator(aTHX);
    date.passes = false;
    return next;
}

/* `localtime` without argument; with an argument, it reads no clock. */
static OP *look_at_localtime(pTHX)
{
    Perl_ppaddr_t operator= PL_op->op_type == OP_GMTIME ? run_gmtime
                                                        : run_localtime;

    if (!mh_watching())
        return operator(aTHX);
    return run(aTHX_ operator, PL_op, PL_op->op_next);
}

static OP *pass(pTHX_ Perl_ppaddr_t operator)
{
    OP *next;

    date.passes = true;
    next = operator(aTHX);
    date.passes = false;
    return next;
}

/* `localtime(time)`, `$start = time` */
static OP *look_at_time(pTHX)
{
    const OP *next = PL_op->op_next;

    if (mh_watching() && next &&
        (next->op_type == OP_LOCALTIME || next->op_type == OP_GMTIME))
        return run(aTHX_ run_time, next, next->op_next);
    if (mh_later_keeps(aTHX_ MH_MOMENT_TIME, PL_op) ||
        mh_later_seeds(aTHX_ PL_op))
        return pass(aTHX_ run_time);
    return run_time(aTHX);
}

/* The subscript of `(times)[0]`; -1 if the operator is used in another way. */
static int part_of_times(pTHX_ const OP *slice)
{
    SV **list = PL_stack_base + PL_markstack_ptr[0];
    SV **subscript = PL_stack_base + PL_markstack_ptr[-1] + 1;

    if (!slice || slice->op_type != OP_LSLICE || list != PL_stack_sp ||
        list != subscript || !SvIOK(*list))
        return -1;
    return SvIVX(*list) >= 0 && SvIVX(*list) < 4 ? (int)SvIVX(*list) : -1;
}

/* `$start = (times)[0]` */
static OP *look_at_times(pTHX)
{
    const OP *slice = PL_op->op_next;
    int part = mh_watching() ? part_of_times(aTHX_ slice) : -1;

    if (part >= 0 &&
        mh_later_keeps(aTHX_(mh_moment_e)(MH_MOMENT_USED + part), slice))
        return pass(aTHX_ run_times);
    return run_times(aTHX);
}

/* -M, -A, -C: ages relative to $^T. */
static OP *look_at_age(pTHX)
{
    if (mh_watching())
        mh_trace_unshareable("asks for the age of a file");
    switch (PL_op->op_type) {
    case OP_FTMTIME:
        return run_age[0](aTHX);
    case OP_FTATIME:
        return run_age[1](aTHX);
    default:
        return run_age[2](aTHX);
    }
}

void mh_trace_wrap_times(void)
{
    run_time = mh_trace_wrap(OP_TIME, look_at_time);
    run_localtime = mh_trace_wrap(OP_LOCALTIME, look_at_localtime);
    run_gmtime = mh_trace_wrap(OP_GMTIME, look_at_localtime);
    run_times = mh_trace_wrap(OP_TMS, look_at_times);
    run_age[0] = mh_trace_wrap(OP_FTMTIME, look_at_age);
    run_age[1] = mh_trace_wrap(OP_FTATIME, look_at_age);
    run_age[2] = mh_trace_wrap(OP_FTCTIME, look_at_age);
}
