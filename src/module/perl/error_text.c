/* error_text.c - the text of $@, which Perl code may make. */
#include "module/perl/call.h"

typedef struct {
    bool whole;
    SV *sv;
    apr_pool_t *pool;
    const char *text;
} text_reading_t;

static void read_text(pTHX_ void *data)
{
    text_reading_t *reading = data;
    STRLEN length;
    const char *text = SvPV(reading->sv, length);

    while (!reading->whole && length > 0 &&
           (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    reading->text = apr_pstrmemdup(reading->pool, text, length);
}

/* An error may be an object, whose text is made by Perl. $@ stays. */
static const char *text_of(pTHX_ apr_pool_t *pool, bool whole)
{
    text_reading_t reading = { .whole = whole, .sv = ERRSV, .pool = pool };
    SV *error;

    if (!SvROK(ERRSV)) {
        read_text(aTHX_ & reading);
        return reading.text;
    }
    error = newSVsv(ERRSV);
    reading.sv = error;
    if (!mh_call_c(aTHX_ read_text, &reading))
        reading.text = apr_psprintf(
            pool, "an object of %s, which died when asked for its text",
            sv_reftype(SvRV(error), true));
    sv_setsv(ERRSV, error);
    SvREFCNT_dec(error);
    return reading.text;
}

const char *mh_error_text(pTHX_ apr_pool_t *pool)
{
    return text_of(aTHX_ pool, false);
}

const char *mh_error_whole(pTHX_ apr_pool_t *pool)
{
    return text_of(aTHX_ pool, true);
}
