/*
 * trial.c - see trial.h.
 */
#include "gateway/trial.h"

#include "gateway/cgi_config.h"
#include "gateway/request_message.h"
#include "gateway/script_part.h"
#include "wire/channel.h"

/* Of a line that differs, for the log. */
#define SHOWN 120

/* So many of 100,000 requests. */
static bool is_its_turn(const request_rec *r)
{
    int share = mh_cgi_dir(r)->compare;
    uint32_t bits;

    if (share <= 0 || mh_cgi_tier(r) != MH_TIER_AUTO ||
        r->method_number != M_GET || r->header_only || r->main || r->prev ||
        apr_table_get(r->headers_in, "Content-Length") ||
        apr_table_get(r->headers_in, "Transfer-Encoding"))
        return false;
    ap_random_insecure_bytes(&bits, sizeof(bits));
    return bits % 100000 < (uint32_t)share;
}

static apr_size_t add(char *to, apr_size_t used, const char *data,
                      apr_size_t size)
{
    if (size > MH_TRIAL_MAX - used)
        size = MH_TRIAL_MAX - used;
    memcpy(to + used, data, size);
    return used + size;
}

/* The take of the output that nobody gets. */
static void keep(mh_script_output_t *output, const char *data, size_t size)
{
    mh_trial_t *trial = output->trial;

    trial->size = add(trial->expected, trial->size, data, size);
}

/* False: it was not run, or not to its end. */
static bool run(mh_trial_t *trial, request_rec *r)
{
    mh_script_output_t output;
    int status;
    mh_script_t *script = mh_script_start_trial(r, trial->pool, &status);
    bool ran;

    if (!script)
        return false;
    mh_script_output_begin(&output, script);
    output.take = keep;
    output.trial = trial;
    mh_script_input_begin(script);
    ran = mh_script_output_send(&output) == APR_SUCCESS &&
          mh_script_learn_end(script) && script->end == MH_SCRIPT_DONE;
    mh_script_close(script);
    return ran;
}

mh_trial_t *mh_trial_begin(request_rec *r, mh_pool_t *pool)
{
    mh_trial_t *trial;

    if (!is_its_turn(r))
        return NULL;
    trial = apr_pcalloc(r->pool, sizeof(*trial));
    trial->pool = pool;
    trial->expected = apr_palloc(r->pool, MH_TRIAL_MAX);
    if (!run(trial, r))
        return NULL;
    trial->got = apr_palloc(r->pool, MH_TRIAL_MAX);
    return trial;
}

void mh_trial_take(mh_trial_t *trial, const char *data, apr_size_t size)
{
    trial->got_size = add(trial->got, trial->got_size, data, size);
}

/* The line that differs, of one of the two, as a log can hold it. */
static const char *line_at(request_rec *r, const char *text, apr_size_t size,
                           apr_size_t start)
{
    apr_size_t end = start;

    while (end < size && text[end] != '\n' && end - start < SHOWN)
        end++;
    return ap_escape_logitem(r->pool, apr_pstrmemdup(r->pool, text + start,
                                                     end - start));
}

static void tell(mh_trial_t *trial, const request_rec *r, const char *what)
{
    mh_connection_t *connection = mh_connection_take(trial->pool);
    char buffer[8192];
    mh_wire_writer_t writer;
    size_t size;

    if (!connection)
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DIFFERS, 0);
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, r->filename);
    mh_wire_put_string(&writer, MH_TAG_TEXT, what);
    size = mh_wire_end(&writer);
    if (size && !mh_channel_send(connection->fd, buffer, size, NULL, 0, 0))
        mh_connection_give(connection);
    else
        mh_connection_close(connection);
}

static void say_difference(mh_trial_t *trial, request_rec *r, apr_size_t at)
{
    apr_size_t start = at;
    int number = 1;

    while (start && trial->got[start - 1] != '\n')
        start--;
    for (apr_size_t i = 0; i < start; i++)
        number += trial->got[i] == '\n';
    tell(trial, r,
         apr_psprintf(r->pool,
                      "its output differs at line %d of %s: fresh \"%s\", "
                      "exact \"%s\"",
                      number, r->uri,
                      line_at(r, trial->expected, trial->size, start),
                      line_at(r, trial->got, trial->got_size, start)));
}

void mh_trial_end(mh_trial_t *trial, request_rec *r)
{
    apr_size_t shorter = trial->size < trial->got_size ? trial->size
                                                       : trial->got_size;
    apr_size_t at = 0;

    /* Nobody has read the rest of it. */
    if (r->connection->aborted)
        return;
    while (at < shorter && trial->expected[at] == trial->got[at])
        at++;
    if (at < shorter || trial->size != trial->got_size)
        say_difference(trial, r, at);
}
