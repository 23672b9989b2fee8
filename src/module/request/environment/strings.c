/*
 * strings.c - %ENV as C has it: an array of "NAME=value".
 */
#include "module/request/environment/environment.h"

static char *put(pTHX_ char *to, HE *entry);
static STRLEN room_for(pTHX_ HE *entry);

/*
 * hv_iternext() is not used, because Perl code may be in the middle of an each
 * %ENV.
 */
static HE *next_entry(HV *hash, HE *entry, STRLEN *bucket)
{
    HE **buckets = HvARRAY(hash);

    if (entry)
        entry = HeNEXT(entry);
    for (;;) {
        while (entry && HeVAL(entry) == &PL_sv_placeholder)
            entry = HeNEXT(entry);
        if (entry || !buckets || *bucket > HvMAX(hash))
            return entry;
        entry = buckets[(*bucket)++];
    }
}

char **mh_environment_strings(pTHX)
{
    HV *hash = GvHVn(PL_envgv); /* a local %ENV is another one */
    STRLEN count = 1, size = 0, bucket = 0;
    HE *entry = NULL;
    char **strings;
    char *to;

    mh_environment_mentioned(aTHX_(SV *) PL_envgv);
    while ((entry = next_entry(hash, entry, &bucket))) {
        count++;
        size += room_for(aTHX_ entry);
    }
    Newx(to, count * sizeof(char *) + size, char);
    SAVEFREEPV(to);
    strings = (char **)(void *)to;
    to += count * sizeof(char *);
    count = bucket = 0;
    while ((entry = next_entry(hash, entry, &bucket))) {
        strings[count++] = to;
        to = put(aTHX_ to, entry);
    }
    strings[count] = NULL;
    return strings;
}

/* No magic and no overloading: no Perl may run between counting and copying. */
static const char *value_of(pTHX_ HE *entry, STRLEN *length)
{
    SV *value = HeVAL(entry);

    *length = 0;
    if (!SvOK(value) || SvROK(value))
        return "";
    return SvPV_nomg_const(value, *length);
}

static STRLEN room_for(pTHX_ HE *entry)
{
    STRLEN name, value;

    (void)HePV(entry, name);
    value_of(aTHX_ entry, &value);
    return name + 1 + value + 1;
}

static char *put(pTHX_ char *to, HE *entry)
{
    STRLEN length;
    const char *text = HePV(entry, length);

    Copy(text, to, length, char);
    to += length;
    *to++ = '=';
    text = value_of(aTHX_ entry, &length);
    Copy(text, to, length, char);
    to += length;
    *to++ = '\0';
    return to;
}
