/*
 * method_table.h - the method table: one row for everything that Perl can call.
 *
 * A row has the method's name, its arguments, the C function or plain field
 * that answers it, the phases in which it is legal, and a line of
 * documentation. One dispatcher (xsub.c) checks each call against its row, so a
 * C function here only ever sees a live invocant and arguments of the right
 * kind.
 *
 * Argument letters, after the invocant:
 *   s string          S string or undef (NULL)   i integer   n number
 *   b boolean         c code: reference or name  * anything (may be undef)
 *   r reference       w a scalar that is written to
 *   P pool  T table  R request  C connection  V server (live objects)
 *   F finfo           L filter                   U subrequest
 *   K socket          A array header           D socket address
 *   B bucket          G brigade                O bucket allocator
 *   | what follows may be left out               @ any number of anything
 * In front of them, '.' takes a class name (or object) that is ignored, in
 * place of an invocant: APR::URI->parse. ':' is a function of the package,
 * without an invocant; so are all functions of a module whose kind is MH_NONE.
 */
#ifndef MEHARI_MODULE_API_CORE_METHOD_TABLE_H
#define MEHARI_MODULE_API_CORE_METHOD_TABLE_H

#include "module/api/core/object.h"
#include "module/perl/error_object.h"

typedef struct mh_method mh_method_t;
typedef struct mh_api mh_api_t;

/* A row in this interpreter: what the dispatcher needs, worked out once. */
typedef struct mh_bound mh_bound_t;

typedef struct {
    const mh_method_t *method;
    const mh_bound_t *bound;
    void *self;  /* the invocant's pointer; NULL for functions */
    SV *self_sv; /* the invocant as it was passed */
    SV **arg;    /* on Perl's stack: copy before calling Perl */
    int nargs;   /* number of them */
    AV *list;    /* set (mortal) to return a list of its elements */
    bool ran;    /* looking at the arguments has run Perl code */
} mh_call_t;

/* Returns a mortal or immortal SV, or NULL for nothing (an empty list). */
typedef SV *(*mh_function_t)(pTHX_ mh_call_t *call);

typedef enum {
    MH_FIELD_NONE,
    MH_FIELD_STRING, /* char *; undef is NULL */
    MH_FIELD_TEXT,   /* char * that httpd needs: never NULL */
    MH_FIELD_FILLED, /* the same; undef is an empty string */
    MH_FIELD_INT,
    MH_FIELD_LONG,
    MH_FIELD_INT64,   /* apr_off_t, apr_int64_t */
    MH_FIELD_UINT,    /* unsigned: the 32 bits as they are */
    MH_FIELD_SECONDS, /* apr_time_t, seen as seconds */
    MH_FIELD_OBJECT,  /* and its kind: a pointer that lives as long as self */
    MH_FIELD_ARRAY = MH_FIELD_OBJECT + MH_ARRAY,
    MH_FIELD_CONF_VECTOR = MH_FIELD_OBJECT + MH_CONF_VECTOR,
    MH_FIELD_CONNECTION = MH_FIELD_OBJECT + MH_CONNECTION,
    MH_FIELD_DIRECTIVE = MH_FIELD_OBJECT + MH_DIRECTIVE,
    MH_FIELD_FILTER_REC = MH_FIELD_OBJECT + MH_FILTER_REC,
    MH_FIELD_METHOD_LIST = MH_FIELD_OBJECT + MH_METHOD_LIST,
    MH_FIELD_POOL = MH_FIELD_OBJECT + MH_POOL,
    MH_FIELD_REQUEST = MH_FIELD_OBJECT + MH_REQUEST,
    MH_FIELD_SCOREBOARD = MH_FIELD_OBJECT + MH_SCOREBOARD,
    MH_FIELD_SERVER = MH_FIELD_OBJECT + MH_SERVER,
    MH_FIELD_SERVER_ADDR = MH_FIELD_OBJECT + MH_SERVER_ADDR,
    MH_FIELD_SOCKADDR = MH_FIELD_OBJECT + MH_SOCKADDR,
    MH_FIELD_TABLE = MH_FIELD_OBJECT + MH_TABLE
} mh_field_e;

enum { MH_RO = 0, MH_RW = 1 };

/*
 * The phases in which a method may be called. MH_UNTHREADED: under a threaded
 * MPM, whose threads read such fields without a lock, only start-up code may
 * set it.
 */
enum { MH_ANYTIME = 0, MH_STARTUP = 1, MH_IN_REQUEST = 2, MH_UNTHREADED = 3 };

struct mh_method {
    const char *name;
    const char *args;
    mh_function_t call; /* NULL: a plain field */
    const char *doc;    /* one line */
    int when;           /* MH_ANYTIME or another of these */
    mh_field_e field;
    size_t number; /* a field's offset; or what the function makes of it */
    int writable;
    const char *usage; /* names for the arguments; NULL: by their letters */
    int (*of_request)(request_rec *r); /* for mh_of_request() */
};

/* clang-format off */
#define MH_METHOD(name, args, function, doc) \
    { name, args, function, doc, MH_ANYTIME, MH_FIELD_NONE, 0, 0, NULL, NULL }
#define MH_METHOD_USAGE(name, args, function, usage, doc) \
    { name, args, function, doc, MH_ANYTIME, MH_FIELD_NONE, 0, 0, usage, NULL }
#define MH_METHOD_WHEN(name, args, function, when, doc) \
    { name, args, function, doc, when, MH_FIELD_NONE, 0, 0, NULL, NULL }
#define MH_METHOD_NUMBER(name, args, function, number, doc) \
    { name, args, function, doc, MH_ANYTIME, MH_FIELD_NONE, number, 0, NULL, \
      NULL }
#define MH_METHOD_OF_REQUEST(name, function, doc) \
    { name, "", mh_of_request, doc, MH_ANYTIME, MH_FIELD_NONE, 0, 0, NULL, \
      function }
#define MH_FIELD(name, type, struct_type, member, access, doc) \
    MH_FIELD_WHEN(name, type, struct_type, member, access, MH_ANYTIME, doc)
#define MH_FIELD_WHEN(name, type, struct_type, member, access, when, doc) \
    { name, (access) ? "|*" : "", NULL, doc, when, \
      type, offsetof(struct_type, member), access, NULL, NULL }
#define MH_END { NULL, NULL, NULL, NULL, 0, MH_FIELD_NONE, 0, 0, NULL, NULL }
#define MH_API_END { NULL, MH_NONE, NULL }
/* clang-format on */

/* The methods that one Perl module brings to one package. */
struct mh_api {
    const char *module; /* "Apache2::RequestIO": whose POD documents them */
    /* Kind of the invocants, in whose package they are defined; MH_NONE: they
     * are functions of the module's own package. */
    mh_object_kind_e self;
    const mh_method_t *methods;
};

/*
 * A list for each file, ended by MH_API_END; all lists end with NULL
 * (module/api/apr/apr_tables.c, module/api/all.c).
 */
extern const mh_api_t *const mh_api_apr[];
extern const mh_api_t *const mh_api_httpd[];

struct mh_bound {
    const mh_method_t *method;
    const char *module;
    const char *package;
    mh_object_kind_e self; /* of the invocant; MH_NONE: it has none */
    const char *kinds;     /* the letters alone, without '.:|@' */
    int least;             /* arguments after the invocant */
    int most;              /* INT_MAX: any number */
    bool invocant;         /* the first argument is not one of them */
    bool destroy; /* DESTROY: must not croak, does nothing when stale */
};

/* Defines every method in this interpreter. */
void mh_api_define(pTHX);

/*
 * The same in a server, with Mehari::API::methods(), which returns a list of
 * [module, package, kind, name, args, writable, doc].
 */
void mh_api_boot(pTHX);

/* Starts the functions of APR's objects (module/api/apr), before the first. */
void mh_api_apr_boot(pTHX);

/* exit() is ModPerl::Util::exit in all that is compiled from here on. */
void mh_exit_boot(pTHX);

/* Calls the row's function of httpd, and returns what that returns. */
SV *mh_of_request(pTHX_ mh_call_t *call);

/* Reads a plain field, or writes it when there is an argument (field.c). */
SV *mh_field(pTHX_ mh_call_t *call);

/* The letter for what a field can be set to, or 0. */
char mh_field_letter(mh_field_e field);

/* Croaks unless every argument is what the row's letters say. */
void mh_check_arguments(pTHX_ mh_call_t *call);

/* `$r->uri()`, for the beginning of a sentence. Mortal. */
const char *mh_method_name(pTHX_ const mh_bound_t *bound);

/* `$r->uri([value])`. Mortal. */
const char *mh_method_usage(pTHX_ const mh_bound_t *bound);

/* Arguments, i counted from 0 after the invocant; defaults when left out. */
const char *mh_arg_string(pTHX_ mh_call_t *call, int i, const char *otherwise);
IV mh_arg_int(pTHX_ mh_call_t *call, int i, IV otherwise);
bool mh_arg_bool(pTHX_ mh_call_t *call, int i, bool otherwise);
void *mh_arg_object(pTHX_ mh_call_t *call, int i, mh_object_kind_e kind);
bool mh_arg_given(mh_call_t *call, int i);

/*
 * A new object that Perl alone holds, in the pool that is argument i. The
 * object keeps that pool's object.
 */
SV *mh_object_in_pool(pTHX_ mh_call_t *call, int i, mh_object_kind_e kind,
                      void *ptr);

/* Results. A NULL string is undef. */
SV *mh_string(pTHX_ const char *string);
SV *mh_int(pTHX_ IV value);
SV *mh_bool(pTHX_ bool value);

/* Croaks "NAME(): MESSAGE". */
void mh_method_croak(pTHX_ mh_call_t *call, const char *message, ...)
    __attribute__((noreturn));

#endif
