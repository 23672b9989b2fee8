/*
 * stack.c - the program for t/pool/stack.t.
 *
 *   stack perl ARGS...         a perl that says where its interpreter is first
 *   stack read PID PERL SIZE   the Perl stack of that process
 */
#define PERL_NO_GET_CONTEXT
#include "EXTERN.h"
#include "perl.h"
#include "XSUB.h"

#include <inttypes.h>
#include <stdio.h>

#include "shared/perl/stack.h"

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static void start_xs(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}

static int be_perl(int argc, char **argv, char **env)
{
    PerlInterpreter *my_perl;
    int status;

    PERL_SYS_INIT3(&argc, &argv, &env);
    my_perl = perl_alloc();
    perl_construct(my_perl);
    printf("%d %" PRIu64 "\n", (int)getpid(), mh_stack_perl(my_perl));
    fflush(stdout);
    PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
    status = perl_parse(my_perl, start_xs, argc, argv, env);
    if (!status)
        status = perl_run(my_perl);
    perl_destruct(my_perl);
    perl_free(my_perl);
    PERL_SYS_TERM();
    return status;
}

static int show(char **word)
{
    size_t size = strtoul(word[4], NULL, 10);
    char *text = malloc(size ? size : 1);
    size_t length = mh_stack_read((pid_t)strtol(word[2], NULL, 10),
                                  strtoull(word[3], NULL, 10), text, size);

    if (size && text[length])
        return 3;
    fwrite(text, 1, length, stdout);
    free(text);
    return 0;
}

int main(int argc, char **argv, char **env)
{
    if (argc > 2 && !strcmp(argv[1], "perl"))
        return be_perl(argc - 1, argv + 1, env);
    if (argc == 5 && !strcmp(argv[1], "read"))
        return show(argv);
    return 2;
}
