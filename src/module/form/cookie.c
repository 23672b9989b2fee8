/*
 * cookie.c - see cookie.h.
 */
#include "module/form/cookie.h"

#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool ends_pair(char c)
{
    return c == ';' || c == ',';
}

static bool at_end(const mh_cookie_reader_t *reader)
{
    return reader->at >= reader->header.size;
}

static char here(const mh_cookie_reader_t *reader)
{
    return reader->header.data[reader->at];
}

static void skip_spaces(mh_cookie_reader_t *reader)
{
    while (!at_end(reader) && is_blank(here(reader)))
        reader->at++;
}

/* Reads up to the next space or separator, or to `stop`. */
static mh_slice_t word(mh_cookie_reader_t *reader, char stop)
{
    mh_slice_t found = { reader->header.data + reader->at, 0 };

    while (!at_end(reader) && !is_blank(here(reader)) &&
           !ends_pair(here(reader)) && here(reader) != stop)
        reader->at++;
    found.size = (size_t)(reader->header.data + reader->at - found.data);
    return found;
}

/* Reads a quoted value, with its quotes. */
static mh_cookie_found_e quoted(mh_cookie_reader_t *reader, mh_slice_t *value)
{
    size_t from = reader->at++;

    while (!at_end(reader) && here(reader) != '"')
        reader->at += here(reader) == '\\' ? 2 : 1;
    if (at_end(reader))
        return MH_COOKIE_UNQUOTED;
    reader->at++;
    value->data = reader->header.data + from;
    value->size = reader->at - from;
    if (!at_end(reader) && !is_blank(here(reader)) && !ends_pair(here(reader)))
        return MH_COOKIE_NO_EQUALS;
    return MH_COOKIE_GIVEN;
}

static mh_cookie_found_e pair(mh_cookie_reader_t *reader, mh_slice_t *name,
                              mh_slice_t *value)
{
    *name = word(reader, '=');
    skip_spaces(reader);
    if (name->size == 0 || at_end(reader) || here(reader) != '=')
        return MH_COOKIE_NO_EQUALS;
    reader->at++;
    skip_spaces(reader);
    if (!at_end(reader) && here(reader) == '"')
        return quoted(reader, value);
    *value = word(reader, ';');
    return MH_COOKIE_GIVEN;
}

static bool is_name(mh_slice_t name, const char *text)
{
    return name.size == strlen(text) &&
           strncasecmp(name.data, text, name.size) == 0;
}

static mh_slice_t unquoted(mh_slice_t value)
{
    if (value.size >= 2 && value.data[0] == '"') {
        value.data++;
        value.size -= 2;
    }
    return value;
}

/* Reads an attribute of the cookie, or of all: $NAME=VALUE. */
static mh_cookie_found_e attribute(mh_cookie_reader_t *reader,
                                   mh_cookie_t *cookie)
{
    mh_slice_t name;
    mh_slice_t value;
    mh_slice_t *where = NULL;
    mh_cookie_found_e found = pair(reader, &name, &value);

    if (found != MH_COOKIE_GIVEN)
        return found;
    if (is_name(name, "$Version")) {
        if (reader->begun)
            return MH_COOKIE_MIXED;
        reader->version = 1;
        return MH_COOKIE_GIVEN;
    }
    if (is_name(name, "$Path"))
        where = &cookie->path;
    else if (is_name(name, "$Domain"))
        where = &cookie->domain;
    else if (is_name(name, "$Port"))
        where = &cookie->port;
    if (!reader->begun)
        return MH_COOKIE_EARLY;
    if (where == NULL)
        return MH_COOKIE_ATTRIBUTE;
    *where = unquoted(value);
    return reader->version == 0 ? MH_COOKIE_MIXED : MH_COOKIE_GIVEN;
}

/* Goes to the next name. httpd joins two headers by a comma. */
static bool find_name(mh_cookie_reader_t *reader)
{
    while (!at_end(reader) &&
           (is_blank(here(reader)) || ends_pair(here(reader)))) {
        if (here(reader) == ',') {
            reader->version = 0;
            reader->begun = false;
        }
        reader->at++;
    }
    return !at_end(reader);
}

static mh_cookie_found_e attributes(mh_cookie_reader_t *reader,
                                    mh_cookie_t *cookie)
{
    mh_cookie_found_e found = MH_COOKIE_GIVEN;

    while (found == MH_COOKIE_GIVEN && find_name(reader) && here(reader) == '$')
        found = attribute(reader, cookie);
    return found;
}

mh_cookie_found_e mh_cookie_next(mh_cookie_reader_t *reader,
                                 mh_cookie_t *cookie)
{
    mh_cookie_found_e found;

    memset(cookie, 0, sizeof *cookie);
    if (!reader->begun) {
        found = attributes(reader, cookie);
        if (found != MH_COOKIE_GIVEN)
            return found;
    }
    if (!find_name(reader))
        return MH_COOKIE_NONE;
    reader->begun = true;
    found = pair(reader, &cookie->name, &cookie->value);
    if (found != MH_COOKIE_GIVEN)
        return found;
    cookie->version = reader->version;
    return attributes(reader, cookie);
}
