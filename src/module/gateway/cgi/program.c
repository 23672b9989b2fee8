/*
 * program.c - see program.h.
 */
#include "module/gateway/cgi/program.h"

#include "module/gateway/cgi/cgi_handler.h"

/* Last extensions of programs: no visitor wants such a file itself. */
static const char *const extensions[] = {
    "al",    "asp", "cgi", "epl", "fcgi", "mas", "mhtml", "ph", "php",
    "phtml", "pl",  "plx", "pm",  "psgi", "py",  "rb",    "sh", NULL,
};

/* Endings of backup copies, made by an editor or by a person. */
static const char *const copies[] = {
    "bak", "old", "orig", "rej", "save", "swo", "swp", NULL,
};

static bool is_among(const char *word, size_t length, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == length && !strncasecmp(word, *list, length))
            return true;
    return false;
}

/* "a.pl", and its backups: "a.pl~", "a.pl.bak", ".a.pl.swp". */
static bool has_name(const char *file)
{
    const char *name = apr_filepath_name_get(file);
    const char *end = name + strlen(name);

    for (;;) {
        const char *dot;

        while (end > name && (end[-1] == '~' || end[-1] == '#'))
            end--;
        if (end == name)
            return false;
        for (dot = end - 1; dot > name && *dot != '.'; dot--)
            continue;
        if (dot == name)
            return false;
        if (is_among(dot + 1, (size_t)(end - dot) - 1, extensions))
            return true;
        if (!is_among(dot + 1, (size_t)(end - dot) - 1, copies))
            return false;
        end = dot;
    }
}

static bool begins(const char *text, const char *with)
{
    return !strncasecmp(text, with, strlen(with));
}

/* Types of programs in mod_mime's tables, and those of mod_cgi and PHP. */
static bool has_type(const char *type)
{
    return begins(type, "application/x-httpd-") ||
           begins(type, "application/x-perl") || begins(type, "text/x-perl") ||
           begins(type, "text/x-script") || begins(type, "application/x-sh") ||
           begins(type, "text/x-python") || begins(type, "text/x-sh");
}

/* A content type that does not tell a program from another file. */
static bool is_unknown(const char *type)
{
    return !type || begins(type, "text/plain") ||
           begins(type, "application/octet-stream");
}

/* The kernel looks for "#!" only; perl also skips a mark of UTF-8 before it. */
static bool names_interpreter(apr_file_t *file)
{
    char first[5] = "";
    apr_size_t length = sizeof(first);
    const char *text = first;

    if (apr_file_read_full(file, first, sizeof(first), &length) !=
            APR_SUCCESS &&
        length < 2)
        return false;
    if (!memcmp(first, "\xEF\xBB\xBF", 3))
        text += 3;
    return text[0] == '#' && text[1] == '!';
}

/*
 * The file that httpd would open now, because a handler may have named another
 * one.
 */
static bool looks_executable(request_rec *r)
{
    const apr_fileperms_t bits = APR_FPROT_UEXECUTE | APR_FPROT_GEXECUTE |
                                 APR_FPROT_WEXECUTE;
    bool executable;
    apr_finfo_t info;
    apr_file_t *file;

    if (apr_file_open(&file, r->filename, APR_READ | APR_BINARY, 0, r->pool) !=
        APR_SUCCESS)
        return false;
    /* Some sites have pictures and pages executable, too. */
    executable = is_unknown(r->content_type) &&
                 apr_file_info_get(&info, APR_FINFO_PROT, file) ==
                     APR_SUCCESS &&
                 info.protection & bits;
    executable = executable || names_interpreter(file);
    apr_file_close(file);
    return executable;
}

bool mh_program_is(request_rec *r, bool nameless)
{
    if (!r->filename || r->finfo.filetype != APR_REG)
        return false;
    return !strcmp(r->handler, MH_CGI_HANDLER) ||
           apr_table_get(r->notes, "alias-forced-type") ||
           (r->content_type ? has_type(r->content_type) : nameless) ||
           has_name(r->filename) || looks_executable(r);
}
