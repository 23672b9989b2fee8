/*
 * self.c - see self.h.
 */
#include "pool/perl/self.h"

#include <fcntl.h>
#include <unistd.h>

/* Perl opens a script before it knows which one it will read. */
#define NO_SCRIPT "/dev/null"

mh_self_t mh_self;

int mh_perl_high(int fd)
{
    int high;

    if (fd < 0)
        return -1;
    high = fcntl(fd, F_DUPFD_CLOEXEC, MH_PERL_FDS);
    close(fd);
    return high;
}

mh_environ_words_t mh_perl_words(const mh_wire_field_t *args)
{
    return (mh_environ_words_t){
        .perl = mh_self.start->pool.perl,
        .switch_word = mh_self.start->switch_word,
        .script = mh_self.script ? mh_self.script : NO_SCRIPT,
        .args = args,
    };
}

const char *mh_perl_list(const char *name)
{
    static char file[PATH_MAX];
    const char *library = mh_self.start->pool.library;

    return library && snprintf(file, sizeof(file), "%s/Mehari/%s", library,
                               name) < (int)sizeof(file)
               ? file
               : NULL;
}
