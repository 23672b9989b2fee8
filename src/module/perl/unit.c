/*
 * unit.c - see unit.h.
 */
#include "module/perl/unit.h"

static const mh_unit_t nothing[] = { { .name = NULL } };
static const mh_unit_t *units = nothing;

void mh_units_use(const mh_unit_t *table)
{
    units = table;
}

void mh_units_prepare(void)
{
    for (const mh_unit_t *each = units; each->name; each++)
        if (each->prepare)
            each->prepare();
}

void mh_units_boot(pTHX)
{
    for (const mh_unit_t *each = units; each->name; each++)
        if (each->boot)
            each->boot(aTHX);
}

void mh_units_started(pTHX_ server_rec *s)
{
    for (const mh_unit_t *each = units; each->name; each++)
        if (each->started)
            each->started(aTHX_ s);
}

void mh_units_child_exit(apr_pool_t *pchild, server_rec *s)
{
    for (const mh_unit_t *each = units; each->name; each++)
        if (each->child_exit)
            each->child_exit(pchild, s);
}

void mh_units_child_end(pTHX_ server_rec *s)
{
    for (const mh_unit_t *each = units; each->name; each++)
        if (each->child_end)
            each->child_end(aTHX_ s);
}

void mh_units_end(void)
{
    for (const mh_unit_t *each = units; each->name; each++)
        if (each->end)
            each->end();
}

void mh_units_forked(void (*drop)(int fd))
{
    for (const mh_unit_t *each = units; each->name; each++)
        if (each->forked)
            each->forked(drop);
}
