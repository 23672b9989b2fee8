/*
 * base.c - see base.h.
 */
#include "fresh/base.h"

#include "fresh/package.h"
#include "own.h"

typedef struct symbol_t {
    SV *key;
    SV *symbol;
} symbol_t;

static MH_OWN struct {
    symbol_t *list;
    size_t count;
} hidden;

/* Perl itself has addresses of these three. */
static bool is_fixed(pTHX_ const SV *symbol)
{
    PERL_UNUSED_CONTEXT;
    return symbol == (SV *)PL_defgv || symbol == (SV *)PL_argvgv ||
           symbol == (SV *)PL_argvoutgv;
}

static bool may_hide(const HE *he)
{
    I32 length = HeKLEN(he);

    if (length > 2 && memEQ(HeKEY(he) + length - 2, "::", 2))
        return false;
    return !mh_package_is_perls(HeKEY_hek(he));
}

static void add(pTHX_ const HE *he)
{
    if (!may_hide(he) || is_fixed(aTHX_ HeVAL(he)))
        return;
    Renew(hidden.list, hidden.count + 1, symbol_t);
    hidden.list[hidden.count++] = (symbol_t){
        newSVhek(HeKEY_hek(he)), SvREFCNT_inc_simple_NN(HeVAL(he))
    };
}

void mh_base_hide(pTHX)
{
    HE **buckets = HvARRAY(PL_defstash);

    for (STRLEN i = 0; i <= HvMAX(PL_defstash); i++)
        for (const HE *he = buckets[i]; he; he = HeNEXT(he))
            add(aTHX_ he);
    for (size_t i = 0; i < hidden.count; i++)
        (void)hv_delete_ent(PL_defstash, hidden.list[i].key, G_DISCARD, 0);
}

void mh_base_show(pTHX)
{
    for (size_t i = 0; i < hidden.count; i++) {
        const symbol_t *symbol = &hidden.list[i];

        if (!hv_store_ent(PL_defstash, symbol->key, symbol->symbol, 0))
            SvREFCNT_dec_NN(symbol->symbol);
        SvREFCNT_dec_NN(symbol->key);
    }
    if (hidden.count)
        mro_method_changed_in(PL_defstash);
    Safefree(hidden.list);
    hidden.list = NULL;
    hidden.count = 0;
}
