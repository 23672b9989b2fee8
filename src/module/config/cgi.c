/*
 * cgi.c - see cgi.h.
 */
#include "module/config/cgi.h"

#define LOG_LENGTH 10385760
#define LOG_BUFFER 1024

void mh_config_cgi_server_init(mh_cgi_server_t *server)
{
    server->log_length = LOG_LENGTH;
    server->log_buffer = LOG_BUFFER;
}

/* The three go together: sizes of a server without a log mean nothing. */
void mh_config_cgi_server_merge(mh_cgi_server_t *merged,
                                const mh_cgi_server_t *base,
                                const mh_cgi_server_t *add)
{
    *merged = add->log ? *add : *base;
}

void mh_config_cgi_dir_merge(mh_cgi_dir_t *merged, const mh_cgi_dir_t *base,
                             const mh_cgi_dir_t *add)
{
    merged->use = add->use ? add->use : base->use;
    merged->timeout = add->timeout ? add->timeout : base->timeout;
    merged->buffer = add->buffer ? add->buffer : base->buffer;
    merged->body = add->body ? add->body : base->body;
    merged->file = add->file ? add->file : base->file;
    merged->scripts = add->scripts ? add->scripts : base->scripts;
}

bool mh_config_cgi_dir_is_empty(const mh_cgi_dir_t *dir)
{
    return !dir->use && !dir->timeout && !dir->buffer && !dir->body &&
           !dir->file && !dir->scripts;
}

const char *mh_config_cgi_no_bytes(const cmd_parms *cmd, const char *word)
{
    return apr_psprintf(cmd->pool, "MH1209: %s takes a number of bytes, not %s",
                        cmd->cmd->name, word);
}
