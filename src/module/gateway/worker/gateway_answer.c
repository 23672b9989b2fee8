/*
 * gateway_answer.c - see gateway_answer.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/gateway_answer.h"

#include "module/request/interim.h"
#include "module/worker/fields.h"
#include "module/gateway/process/process_input.h"

static request_rec *request_of(const mh_gateway_answer_t *answer)
{
    return answer->output.process->r;
}

static void take_head(mh_gateway_answer_t *answer, mh_pack_t *pack)
{
    mh_fields_response(pack, &answer->said.of);
    if (pack->wrong || !mh_said_head(&answer->said))
        answer->wrong = true;
    else
        answer->output.has_head = true;
    if (answer->said.chunked)
        answer->chunks.state = MH_CHUNKS_SIZE;
}

/* httpd takes memory for interim responses from the request's pool, and gives
 * none back. */
#define INTERIM_MAX 50

/* Nothing of the response itself has been passed on before its head. */
static void take_interim(mh_gateway_answer_t *answer, mh_pack_t *pack)
{
    request_rec *r = request_of(answer);
    apr_table_t *headers = apr_table_make(r->pool, 4);
    int status;
    bool sent;

    mh_fields_interim(pack, &status, headers);
    if (pack->wrong || answer->output.has_head ||
        ++answer->interims > INTERIM_MAX ||
        !mh_said_interim(&answer->said, status, headers))
        answer->wrong = true;
    else if (mh_interim_possible(r) && mh_interim_headers_plain(headers))
        mh_interim_send(r, status, headers, &sent);
}

static void add_body(mh_gateway_answer_t *answer, const char *data, size_t size)
{
    mh_process_output_t *output = &answer->output;

    if (!size)
        return;
    apr_brigade_write(output->bb, NULL, NULL, data, size);
    output->held += size;
}

static void take_body(mh_gateway_answer_t *answer, const char *data,
                      size_t size)
{
    while (size) {
        const char *part = data;
        size_t part_size;
        size_t taken = mh_chunks_take(&answer->chunks, data, size, &part,
                                      &part_size);

        add_body(answer, part, part_size);
        data += taken;
        size -= taken;
    }
    answer->wrong = answer->wrong || answer->chunks.broken;
}

static bool end_body(mh_gateway_answer_t *answer)
{
    const char *part = NULL;
    size_t size;
    bool whole = mh_chunks_end(&answer->chunks, &part, &size);

    add_body(answer, part, size);
    return whole;
}

static void take_end(mh_gateway_answer_t *answer, mh_pack_t *pack)
{
    mh_said_t *said = &answer->said;

    mh_answer_fields(pack, &said->answer, &said->of, answer->output.has_head);
    if (pack->wrong || !end_body(answer) ||
        (!answer->output.has_head && !mh_said_head(said)) ||
        !mh_said_end(said)) {
        answer->wrong = true;
        return;
    }
    answer->answer = said->answer;
    answer->whole = true;
    answer->output.ended = true;
}

/* httpd escapes the text of a line, but not the name of a file, which it shows
 * at LogLevel perl:debug or for %F: a line break would forge the next line. */
static void make_printable(char *name)
{
    for (; *name; name++)
        if (!apr_isprint(*name))
            *name = '?';
}

static bool take_log(const mh_gateway_answer_t *answer)
{
    request_rec *r = request_of(answer);
    mh_record_log_t about;
    char *file = answer->contents + sizeof(about);
    size_t size = answer->used - sizeof(about);
    const char *text;
    int module;
    int level;

    memcpy(&about, answer->contents, sizeof(about));
    if (about.file_size > size ||
        (about.file_size && file[about.file_size - 1]))
        return false;
    text = file + about.file_size;
    answer->contents[answer->used] = '\0';
    level = about.level < APLOG_EMERG || about.level > APLOG_TRACE8
                ? APLOG_ERR
                : about.level;
    if (about.file_size)
        make_printable(file);
    else
        file = NULL;
    module = about.nobody ? APLOG_NO_MODULE : APLOG_MODULE_INDEX;
    if (about.server)
        ap_log_error_(file, about.line, module, level, about.status, r->server,
                      "%s", text);
    else
        ap_log_rerror_(file, about.line, module, level, about.status, r, "%s",
                       text);
    return true;
}

/* True if this record may come after END. */
static bool may_follow(const mh_gateway_answer_t *answer)
{
    return !answer->done && (answer->record.kind == MH_RECORD_LOG ||
                             answer->record.kind == MH_RECORD_DONE);
}

static void take_record(mh_gateway_answer_t *answer)
{
    mh_pack_t pack;

    mh_pack_read(&pack, request_of(answer)->pool, answer->contents,
                 answer->used);
    if (answer->whole && !may_follow(answer)) {
        answer->wrong = true;
        return;
    }
    switch (answer->record.kind) {
    case MH_RECORD_READ:
        if (!answer->whole)
            mh_process_input_wanted(answer->output.process);
        break;
    case MH_RECORD_HEAD:
        if (answer->output.has_head)
            answer->wrong = true;
        else
            take_head(answer, &pack);
        break;
    case MH_RECORD_LOG:
        if (answer->used < sizeof(mh_record_log_t) || !take_log(answer))
            answer->wrong = true;
        break;
    case MH_RECORD_INTERIM:
        take_interim(answer, &pack);
        break;
    case MH_RECORD_END:
        take_end(answer, &pack);
        break;
    case MH_RECORD_DONE:
        answer->done = answer->whole;
        break;
    default:
        answer->wrong = true;
    }
    answer->wrong = answer->wrong || pack.wrong;
}

static bool is_data(const mh_gateway_answer_t *answer)
{
    return answer->record.kind == MH_RECORD_DATA;
}

/*
 * Strings of a head and of the end go into the request's pool. The number of
 * other records has no limit, so they take no memory of httpd: a request may
 * log for days.
 */
static char *room_for(mh_gateway_answer_t *answer)
{
    apr_pool_t *pool = request_of(answer)->pool;
    size_t size = answer->left + 1;

    if (answer->record.kind == MH_RECORD_HEAD ||
        answer->record.kind == MH_RECORD_END)
        return apr_palloc(pool, size);
    if (answer->room < size) {
        answer->room = size * 2;
        answer->passing = apr_palloc(pool, answer->room);
    }
    return answer->passing;
}

/* Begins a record whose header is complete. */
static void begin_record(mh_gateway_answer_t *answer)
{
    answer->left = answer->record.size;
    answer->used = 0;
    if (is_data(answer))
        return;
    if (answer->left > mh_said_record_max(answer->record.kind)) {
        answer->wrong = true;
        return;
    }
    answer->contents = room_for(answer);
}

static size_t take_header(mh_gateway_answer_t *answer, const char *data,
                          size_t size)
{
    size_t part = sizeof(answer->record) - answer->header;

    if (part > size)
        part = size;
    memcpy((char *)&answer->record + answer->header, data, part);
    answer->header += part;
    if (answer->header == sizeof(answer->record))
        begin_record(answer);
    return part;
}

static bool is_unwanted(const mh_gateway_answer_t *answer)
{
    return answer->whole ||
           answer->output.process->input.failed == AP_FILTER_ERROR;
}

static size_t take_contents(mh_gateway_answer_t *answer, const char *data,
                            size_t size)
{
    size_t part = size < answer->left ? size : answer->left;

    if (is_data(answer) && is_unwanted(answer)) {
        /* The client has the whole answer. */
    } else if (is_data(answer)) {
        take_body(answer, data, part);
    } else {
        memcpy(answer->contents + answer->used, data, part);
        answer->used += part;
    }
    answer->left -= part;
    return part;
}

void mh_gateway_answer_take(mh_process_output_t *output, const char *data,
                            size_t size)
{
    mh_gateway_answer_t *answer = (mh_gateway_answer_t *)(void *)output;

    if (!answer->heard)
        mh_said_begin(&answer->said, request_of(answer));
    answer->heard = true;
    while (size && !answer->wrong) {
        bool header = answer->header < sizeof(answer->record);
        size_t part = header ? take_header(answer, data, size)
                             : take_contents(answer, data, size);

        data += part;
        size -= part;
        if (answer->wrong || answer->header < sizeof(answer->record) ||
            answer->left)
            continue;
        answer->header = 0;
        if (!is_data(answer))
            take_record(answer);
    }
    if (answer->wrong)
        output->ended = true;
}
