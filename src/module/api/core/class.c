/*
 * class.c - see class.h.
 */
#include "module/api/core/class.h"
#include "module/api/core/uri_parts.h"
#include "util_filter.h"
#include "module/perl/interpreter.h"
#include "shared/perl/own.h"

#define OF_REQUEST "the request ended", "do not keep %s in a global"
#define OF_CONNECTION "the connection ended", "do not keep %s in a global"
#define OF_SERVER "the server restarted", "ask for %s again"
#define OF_DIRECTIVE                                                           \
    "the directive was obeyed", "take what you need from %s at once"
#define OF_POOL "its pool was cleared or destroyed", "do not keep %s for longer"

static const mh_class_t classes[MH_KINDS] = {
    [MH_NONE] = { "", "", "", "", MH_NONE, false },
    [MH_REQUEST] = { "Apache2::RequestRec", "$r", OF_REQUEST, MH_NONE, false },
    [MH_SUBREQUEST] = { "Apache2::SubRequest", "$subr", OF_REQUEST, MH_REQUEST,
                        true },
    [MH_CONNECTION] = { "Apache2::Connection", "$c", OF_CONNECTION, MH_NONE,
                        false },
    [MH_SERVER] = { "Apache2::ServerRec", "$s", OF_SERVER, MH_NONE, false },
    [MH_PROCESS] = { "Apache2::Process", "$process", OF_SERVER, MH_NONE,
                     false },
    [MH_POOL] = { "APR::Pool", "$pool",
                  "it was cleared or destroyed (invalid pool object)",
                  "do not keep %s for longer", MH_NONE, false },
    [MH_TABLE] = { "APR::Table", "$table", OF_POOL, MH_NONE, false },
    [MH_LOG] = { "Apache2::Log", "$log", OF_REQUEST, MH_NONE, false },
    [MH_LOG_REQUEST] = { "Apache2::Log::Request", "$log", OF_REQUEST, MH_LOG,
                         false },
    [MH_LOG_SERVER] = { "Apache2::Log::Server", "$log", OF_SERVER, MH_LOG,
                        false },
    [MH_CONF_VECTOR] = { "Apache2::ConfVector", "$config", OF_POOL, MH_NONE,
                         false },
    [MH_FINFO] = { "APR::Finfo", "$finfo", OF_POOL, MH_NONE, false },
    [MH_FILTER] = { "Apache2::Filter", "$f", OF_POOL, MH_NONE, false },
    [MH_FILTER_REC] = { "Apache2::FilterRec", "$frec", OF_SERVER, MH_NONE,
                        false },
    [MH_BRIGADE] = { "APR::Brigade", "$bb", "it was destroyed or its pool went",
                     "make a new one instead of %s", MH_NONE, true },
    [MH_BUCKET] = { "APR::Bucket", "$b", "the bucket was destroyed or sent",
                    "read what you need of %s before", MH_NONE, true },
    [MH_BUCKET_TYPE] = { "APR::BucketType", "$type", OF_SERVER, MH_NONE,
                         false },
    [MH_SOCKADDR] = { "APR::SockAddr", "$addr", OF_POOL, MH_NONE, false },
    [MH_SOCKET] = { "APR::Socket", "$socket", OF_CONNECTION, MH_NONE, false },
    [MH_URI] = { "APR::URI", "$uri", OF_POOL, MH_NONE, false },
    [MH_BUCKET_ALLOC] = { "APR::BucketAlloc", "$ba", OF_POOL, MH_NONE, false },
    [MH_ARRAY] = { "APR::ArrayHeader", "$array", OF_POOL, MH_NONE, false },
    [MH_METHOD_LIST] = { "Apache2::MethodList", "$list", OF_POOL, MH_NONE,
                         false },
    [MH_SERVER_ADDR] = { "Apache2::ServerAddr", "$addrs", OF_SERVER, MH_NONE,
                         false },
    [MH_SCOREBOARD] = { "Apache2::ScoreboardHandle", "$sbh", OF_CONNECTION,
                        MH_NONE, false },
    [MH_MODULE] = { "Apache2::Module", "$module", OF_SERVER, MH_NONE, false },
    [MH_COMMAND] = { "Apache2::Command", "$cmd", OF_SERVER, MH_NONE, false },
    [MH_CMD_PARMS] = { "Apache2::CmdParms", "$parms", OF_DIRECTIVE, MH_NONE,
                       false },
    [MH_UUID] = { "APR::UUID", "$uuid", OF_POOL, MH_NONE, false },
    [MH_IP_SUBNET] = { "APR::IpSubnet", "$subnet", OF_POOL, MH_NONE, false },
    [MH_THREAD_MUTEX] = { "APR::ThreadMutex", "$mutex", OF_POOL, MH_NONE,
                          false },
    [MH_THREAD_RWLOCK] = { "APR::ThreadRWLock", "$lock", OF_POOL, MH_NONE,
                           false },
    [MH_INTERPRETER] = { "ModPerl::Interpreter", "$interp", OF_SERVER, MH_NONE,
                         false },
    [MH_INTERP_POOL] = { "ModPerl::InterpPool", "$mip", OF_SERVER, MH_NONE,
                         false },
    [MH_TIPOOL] = { "ModPerl::TiPool", "$tipool", OF_SERVER, MH_NONE, false },
    [MH_TIPOOL_CONFIG] = { "ModPerl::TiPoolConfig", "$config", OF_SERVER,
                           MH_NONE, false },
    [MH_MULTIPART] = { "Mehari::Form::Multipart", "$multipart", OF_POOL,
                       MH_NONE, false },
    [MH_DIRECTIVE] = { "Apache2::Directive", "$node", OF_SERVER, MH_NONE,
                       false },
};

/* The packages of this interpreter, so that a check is one comparison. */
static MH_OWN HV *stashes[MH_KINDS];

const mh_class_t *mh_class(mh_object_kind_e kind)
{
    return &classes[kind];
}

HV *mh_object_stash(mh_object_kind_e kind)
{
    return stashes[kind];
}

void mh_class_boot(pTHX)
{
    int kind;

    for (kind = MH_NONE + 1; kind < MH_KINDS; kind++)
        stashes[kind] = gv_stashpv(classes[kind].package, GV_ADD);
    for (kind = MH_NONE + 1; kind < MH_KINDS; kind++) {
        if (classes[kind].parent != MH_NONE) {
            const char *parent = classes[classes[kind].parent].package;
            AV *isa = get_av(Perl_form(aTHX_ "%s::ISA", classes[kind].package),
                             GV_ADD);

            av_push(isa, newSVpv(parent, 0));
            mro_method_changed_in(stashes[kind]);
        }
    }
}

apr_pool_t *mh_object_alloc_pool(mh_object_kind_e kind, void *ptr)
{
    switch (kind) {
    case MH_REQUEST:
    case MH_SUBREQUEST:
    case MH_LOG_REQUEST:
        return ((request_rec *)ptr)->pool;
    case MH_CONNECTION:
        return ((conn_rec *)ptr)->pool;
    case MH_SERVER:
    case MH_LOG_SERVER:
        return ((server_rec *)ptr)->process->pconf;
    case MH_PROCESS:
        return ((process_rec *)ptr)->pool;
    case MH_CMD_PARMS:
        return ((cmd_parms *)ptr)->pool;
    case MH_POOL:
        return ptr;
    case MH_URI:
        return ((mh_uri_t *)ptr)->pool;
    case MH_TABLE:
        return apr_table_elts(ptr)->pool;
    case MH_FILTER:
        return ((ap_filter_t *)ptr)->r != NULL ? ((ap_filter_t *)ptr)->r->pool
                                               : ((ap_filter_t *)ptr)->c->pool;
    default:
        return mehari.pconf;
    }
}
