# mod_mehari.so and mehari-pool as the loader sees them.

use Mehari::Test;
use File::Basename qw(dirname);

my $file = Mehari::Httpd::Config::module_file('mehari');

sub said_by (@command) {
    open my $pipe, '-|', @command or return undef;
    local $/ = undef;
    return <$pipe>;
}

SKIP: {
    my $symbols = said_by('readelf', '-W', '--dyn-syms', $file);
    skip 'readelf is not here', 3 if !defined $symbols;
# ... Bind Vis Ndx Name. The bounds of a section (src/shared/perl/own.h) are in the
# table as well, though hidden.
    my @names = $symbols =~ /(?:GLOBAL|WEAK)\s+DEFAULT\s+\d+\s+(\S+)$/mg;
    is_deeply [ grep { !/^(?:__asan|__ubsan|__odr|modperl_)/ } @names ],
        ['perl_module'], 'exports its record, and the functions of src/abi';
    my $dynamic = said_by('readelf', '-d', $file);
    like $dynamic, qr/NODELETE/,              'the module is never unloaded';
    like $dynamic, qr/NEEDED.*\blibperl\.so/, 'the module brings libperl';
}

# Perl's libraries ask for libc's versions of these.
SKIP: {
    my $pool = dirname($file) . '/mehari-pool';
    skip 'there is no mehari-pool beside the module', 2 if !-e $pool;
    my $symbols = said_by('readelf', '-W', '--dyn-syms', $pool);
    skip 'readelf is not here', 2 if !defined $symbols;
    my @names
        = $symbols =~ /FUNC\s+(?:GLOBAL|WEAK)\s+DEFAULT\s+\d+\s+(\S+)$/mg;
    is scalar grep({ /\Afork\z/ } @names), 1,
        'mehari-pool has a fork of its own';
    is_deeply [ grep { /@/ } @names ], [], 'its functions have no versions';
}

# A missing function would otherwise show only in production.
my $h = server(
    start  => 0,
    env    => { LD_BIND_NOW => 1 },
    config => "<IfModule !mod_perl.c>\nNotThere\n</IfModule>\n"
);
my ($ok, $said) = $h->configtest;
ok $ok, 'the module loads with all its symbols, as mod_perl.c' or diag $said;

done_testing;
