/*
 * worker_log.c - a worker's log lines: see worker.h.
 */
#include "module/worker/worker.h"

#include <ctype.h>
#include <unistd.h>

#include "module/common/mehari.h"
#include "module/worker/record.h"
#include "module/worker/stream.h"
#include "module/common/role.h"

/*
 * The httpd of this worker has escaped the text, and the httpd that writes it
 * will escape it again.
 */
static size_t unescape(char *to, const char *from, size_t room)
{
    static const char named[] = "bnrtv\\\"";
    static const char plain[] = "\b\n\r\t\v\\\"";
    size_t used = 0;

    while (*from && used < room) {
        const char *at = *from == '\\' && from[1] ? strchr(named, from[1])
                                                  : NULL;
        unsigned byte;

        if (at) {
            to[used++] = plain[at - named];
            from += 2;
        } else if (*from == '\\' && from[1] == 'x' &&
                   isxdigit((unsigned char)from[2]) &&
                   sscanf(from + 2, "%2x", &byte) == 1) {
            to[used++] = (char)byte;
            from += 4;
        } else {
            to[used++] = *from++;
        }
    }
    return used;
}

typedef struct said_t {
    mh_record_log_t about;
    char text[MAX_STRING_LEN + 256];
} said_t;

/* Name of the source file, which httpd shows at debug. */
static size_t put_place(said_t *line, const ap_errorlog_info *info)
{
    size_t size = info->file ? strlen(info->file) + 1 : 0;

    line->about = (mh_record_log_t){
        .level = info->level,
        .status = info->status,
        .server = !info->r && !info->c,
        .nobody = info->module_index == APLOG_NO_MODULE,
        .line = info->line,
    };
    if (size > 256)
        size = 0;
    if (size)
        memcpy(line->text, info->file, size);
    line->about.file_size = (uint32_t)size;
    return size;
}

/* Outside of a request the manager takes the line. */
static void log_line(const ap_errorlog_info *info, const char *text)
{
    said_t line;
    size_t size;

    if (!mh_role_is_worker())
        return;
    if (!mh_stream_is_heard()) {
        size = unescape(line.text, text, MAX_STRING_LEN - 1);
        line.text[size++] = '\n';
        mh_stream_say(line.text, size);
        return;
    }
    size = put_place(&line, info);
    size += unescape(line.text + size, text, MAX_STRING_LEN - 1);
    mh_stream_put(MH_RECORD_LOG, &line, sizeof(line.about) + size);
}

void mh_module_worker_log_register(void)
{
    ap_hook_error_log(log_line, NULL, NULL, APR_HOOK_MIDDLE);
}
