# XS modules that are built here against mod_perl's C functions: those of these
# functions that mehari has work. A module that calls another one is refused
# when it is loaded.

use Mehari::Test;
use Config;
use File::Temp qw(tempdir);

plan skip_all => 'no C compiler'
    if system "$Config{cc} --version >/dev/null 2>&1";
plan skip_all => "perl's headers are not installed"
    if !-e "$Config{archlibexp}/CORE/perl.h";

my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;

sub build ($name, $declared, $result) {
    write_file("$dir/$name.c", <<~"C");
        #define PERL_NO_GET_CONTEXT
        #include "EXTERN.h"
        #include "perl.h"
        #include "XSUB.h"
        $declared
        static void answer(pTHX_ CV *cv)
        {
            dXSARGS;
            PERL_UNUSED_VAR(cv);
            if (items > 1)
                XSRETURN_EMPTY;
            ST(0) = sv_2mortal(newSViv((IV)($result)));
            XSRETURN(1);
        }
        void boot_$name(pTHX_ CV *cv)
        {
            PERL_UNUSED_VAR(cv);
            newXS("${name}::answer", answer, __FILE__);
        }
        C
    write_file("$dir/$name.pm", <<~"PM");
        package $name;
        require DynaLoader;
        my \$object = DynaLoader::dl_load_file('$dir/$name.so', 0)
            or die DynaLoader::dl_error();
        my \$boot = DynaLoader::dl_find_symbol(\$object, 'boot_$name');
        DynaLoader::dl_install_xsub("${name}::boot", \$boot);
        ${name}::boot();
        1;
        PM
    my $failed
        = system "$Config{cc} $Config{ccflags} $Config{cccdlflags}"
        . " -I$Config{archlibexp}/CORE -w -shared -o $dir/$name.so"
        . " $dir/$name.c";
    is $failed, 0, "$name is built";
    return;
}

build('Good', <<'C', <<'C');
int modperl_threaded_mpm(void);
int modperl_is_running(void);
void *modperl_sv2server_rec(pTHX_ SV *sv);
C
modperl_threaded_mpm() * 100 + modperl_is_running() * 10
    + (modperl_sv2server_rec(aTHX_ ST(0)) != NULL)
C
build(
    'Bad',
    "int modperl_has_no_such_function(void);\n",
    'modperl_has_no_such_function()'
);

for my $mpm (qw(prefork event)) {
    my $h = server(
        mpm    => $mpm,
        config => <<~"CONF",
            PerlSwitches "-I$dir"
            PerlModule Apache2::RequestRec Apache2::RequestIO Good
            <Location /good>
                SetHandler modperl
                PerlResponseHandler "sub { \$_[0]->print(Good::answer(\$_[0]->server)); 0 }"
            </Location>
            <Location /bad>
                SetHandler modperl
                PerlResponseHandler "sub { eval { require Bad }; \$_[0]->print(\$@); 0 }"
            </Location>
            CONF
    );
    is get($h, '/good')->body, $mpm eq 'event' ? 111 : 11,
        "$mpm: functions that modules use";
    like get($h, '/bad')->body,
        qr{calls modperl_has_no_such_function, a C function of mod_perl},
        "$mpm: a module that calls another one is refused";
    is get($h, '/good')->body, $mpm eq 'event' ? 111 : 11,
        "$mpm: the process goes on";
}

done_testing;
