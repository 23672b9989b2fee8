/*
 * surroundings.c - see surroundings.h.
 */
#include "surroundings.h"

#include <fcntl.h>
#include <unistd.h>

#include "../gateway/perl_path.h"
#include "../perl/call.h"
#include "../perl/interpreter.h"
#include "../request/words.h"
#include "../own.h"

/* httpd's parent changes its directory between configuration and children. */
static struct {
    int fd;
    pid_t pid;
} home = { .fd = -1 };

static void find_home(void)
{
    if (home.fd >= 0 && home.pid == mehari.pid)
        return;
    if (home.fd >= 0)
        close(home.fd);
    home.fd = open(".", O_PATH | O_CLOEXEC);
    home.pid = mehari.pid;
}

apr_status_t mh_directory_enter(const char *file)
{
    char path[PATH_MAX];
    const char *slash = strrchr(file, '/');
    size_t length = slash ? (size_t)(slash - file) : 0;

    find_home();
    if (!length || length >= sizeof(path))
        return slash == file ? APR_FROM_OS_ERROR(chdir("/") ? errno : 0)
                             : APR_ENAMETOOLONG;
    memcpy(path, file, length);
    path[length] = '\0';
    return chdir(path) == 0 ? APR_SUCCESS : APR_FROM_OS_ERROR(errno);
}

void mh_directory_leave(void)
{
    if (fchdir(home.fd) != 0)
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, ap_server_conf,
                     "MH2010: cannot go back to the working directory");
}

void mh_arguments_set(pTHX_ request_rec *r)
{
    AV *arguments = GvAVn(PL_argvgv);
    apr_array_header_t *words;

    if (AvFILLp(arguments) >= 0)
        av_clear(arguments);
    if (!r || !r->args || !*r->args || strchr(r->args, '='))
        return;
    words = mh_words_of(r);
    for (int i = 0; i < words->nelts; i++) {
        SV *word = newSVpv(APR_ARRAY_IDX(words, i, char *), 0);

        SvTAINTED_on(word);
        av_push(arguments, word);
    }
}

/* "2" is what it would say to a handler, whoever has loaded it. */
static void tell_cgi_pm(pTHX_ bool program)
{
    GV *knows = gv_fetchpvs("CGI::MOD_PERL", 0, SVt_PV);

    if (knows && GvSV(knows) && SvTRUE_nomg(GvSV(knows)) == program)
        sv_setiv(GvSV(knows), program ? 0 : 2);
}

/* Without taint: programs start others by it. */
static void tell_name(pTHX_ bool program)
{
    static MH_OWN SV *ours;
    SV *name = get_sv("\030", GV_ADD);

    if (program && !ours)
        ours = newSVsv(name);
    if (program) {
        sv_setpv(name, mh_perl_path);
    } else if (ours) {
        sv_setsv(name, ours);
        SvREFCNT_dec(ours);
        ours = NULL;
    }
}

void mh_surroundings_tell(pTHX_ bool program)
{
    static MH_OWN bool told;

    if (told != program)
        tell_name(aTHX_ program);
    if (told || program)
        tell_cgi_pm(aTHX_ program);
    told = program;
}

/* What a script says to CGI::Carp, as a rule in a BEGIN block. */
static const char *const said[] = { "CGI::Carp::CUSTOM_MSG",
                                    "CGI::Carp::DIE_HANDLER",
                                    "CGI::Carp::FULL_PATH",
                                    "CGI::Carp::NO_TIMESTAMP" };

void mh_surroundings_forget(pTHX)
{
    CV *reset = get_cv("CGI::initialize_globals", 0);

    for (size_t i = 0; i < C_ARRAY_LENGTH(said); i++) {
        SV *sv = get_sv(said[i], 0);

        if (sv && !SvREADONLY(sv))
            sv_setsv(sv, &PL_sv_undef);
    }

    if (reset && CvROOT(reset))
        mh_call(aTHX_(SV *) reset, NULL, 0);
}
