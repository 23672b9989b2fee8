/*
 * block.c - a module's additions to perl itself: END blocks, PerlIO layers, the
 * function behind `<*.c>`. They come and go with the module.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include <perliol.h>
#include <stdlib.h>

#include "shared/memory.h"

/* END blocks, in the order of their definition when they were last complete. */
typedef struct end_t {
    CV *code;
    mh_module_t *owner;
} end_t;

static struct {
    end_t *list;
    size_t count;
} ends;

void mh_blocks_take(pTHX_ mh_blocks_t *blocks)
{
    blocks->ends = PL_endav ? av_top_index(PL_endav) + 1 : 0;
    blocks->layers = PL_known_layers ? PL_known_layers->cur : 0;
    blocks->glob = PL_globhook;
    blocks->ops = PL_opfreehook;
}

static mh_module_t *fresh_or(mh_module_t *module, mh_module_t *otherwise)
{
    return module && module->fresh ? module : otherwise;
}

/* --- END --- */

static size_t find_end(const CV *code)
{
    size_t i = 0;

    while (i < ends.count && ends.list[i].code != code)
        i++;
    return i;
}

/* A new block was defined after all existing ones. */
static void add_end(pTHX_ CV *code, mh_module_t *top)
{
    size_t at = find_end(code);
    end_t end;

    if (at < ends.count) {
        end = ends.list[at];
        memmove(ends.list + at, ends.list + at + 1,
                (--ends.count - at) * sizeof(end_t));
    } else {
        end.code = code;
        end.owner = top;
        SvREFCNT_inc_simple_void_NN(code);
    }
    ends.list = mh_grow(ends.list, (ends.count + 1) * sizeof(end_t));
    ends.list[ends.count++] = end;
}

/* Perl puts new blocks in front. */
static void collect_ends(pTHX_ SSize_t before, mh_module_t *top)
{
    SSize_t count = PL_endav ? av_top_index(PL_endav) + 1 - before : 0;

    for (SSize_t i = count; i-- > 0;)
        add_end(aTHX_(CV *) * av_fetch(PL_endav, i, 0), top);
    while (count-- > 0)
        SvREFCNT_dec(av_shift(PL_endav));
    if (PL_endav && !before) {
        SvREFCNT_dec(PL_endav);
        PL_endav = NULL;
    }
}

void mh_blocks_show_ends(pTHX)
{
    for (size_t i = 0; i < ends.count; i++) {
        if (!ends.list[i].owner->visited)
            continue;
        if (!PL_endav)
            PL_endav = newAV();
        av_unshift(PL_endav, 1);
        (void)av_store(PL_endav, 0, SvREFCNT_inc((SV *)ends.list[i].code));
    }
}

/* --- layers and the rest --- */

static bool is_known(const PerlIO_funcs *layer)
{
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        if (at->layer == layer)
            return true;
    return false;
}

static void collect_layers(pTHX_ IV before, mh_module_t *top)
{
    while (PL_known_layers && PL_known_layers->cur > before) {
        PerlIO_funcs *layer =
            PL_known_layers->array[--PL_known_layers->cur].funcs;
        SV *key = sv_2mortal(newSVpvf("PerlIO/%s.pm", layer->name));

        if (!is_known(layer))
            fresh_or(mh_module_known(SvPVX(key)), top)->layer = layer;
    }
}

/* perl loads File::Glob for `<*.c>` unless there is such a function. */
static void collect_glob(pTHX_ globhook_t before, mh_module_t *top)
{
    if (PL_globhook == before)
        return;
    fresh_or(mh_module_known("File/Glob.pm"), top)->glob = PL_globhook;
    PL_globhook = before;
}

/* File::Glob has this hook to forget its results for an operator. */
static void collect_ops(pTHX_ Perl_ophook_t before, mh_module_t *top)
{
    mh_module_t *module = fresh_or(mh_module_known("File/Glob.pm"), top);

    if (PL_opfreehook == before)
        return;
    module->ops = PL_opfreehook;
    module->ops_before = before;
    PL_opfreehook = before;
}

void mh_blocks_collect(pTHX_ const mh_blocks_t *before, mh_module_t *top)
{
    collect_ends(aTHX_ before->ends, top);
    collect_layers(aTHX_ before->layers, top);
    collect_glob(aTHX_ before->glob, top);
    collect_ops(aTHX_ before->ops, top);
}

bool mh_blocks_may_show(pTHX_ const mh_module_t *module)
{
    return !module->ops || module->ops_before == PL_opfreehook;
}

void mh_blocks_show(pTHX_ const mh_module_t *module)
{
    if (module->layer)
        PerlIO_define_layer(aTHX_ module->layer);
    if (module->glob)
        PL_globhook = module->glob;
    if (module->ops)
        PL_opfreehook = module->ops;
}

void mh_blocks_forget(mh_module_t *module)
{
    size_t kept = 0;

    for (size_t i = 0; i < ends.count; i++)
        if (ends.list[i].owner != module)
            ends.list[kept++] = ends.list[i];
    ends.count = kept;
    module->layer = NULL;
    module->glob = NULL;
    module->ops = NULL;
}
