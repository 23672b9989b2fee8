# Handlers and Registry scripts behave in a worker as they do inside httpd: the
# same tests, with PerlUsePool and a threaded MPM.

use Mehari::Test;
use File::Temp qw(tempfile);

# Tests that need httpd itself, by name; see docs/workers.md. The names of the
# checks inside a case stand before its own.
my $SUBREQUEST = qr/\Aa\ handler\ that\ catches\ goes\ on
    |\Ano\ byte\ is\ read\ twice|nested\ after|subrequest/x;
my $RAW = qr/\Anothing\ is\ logged\ but\ by\ Perl/x;
my $ONE = qr/\Athe\ same\ child/;

my %TEST = (
    'api/apr_pool'                => undef,
    'api/apr_table'               => undef,
    'api/log'                     => undef,
    'api/request'                 => undef,
    'api/request_input'           => undef,
    'api/request_util'            => qr/location_merge/,
    'api/uri'                     => undef,
    'environment/look'            => undef,
    'environment/path_translated' => undef,
    'environment/programs'        => undef,
    'environment/read'            => $SUBREQUEST,
    'output/flush'                => undef,
    'output/headers'              => undef,
    'output/print'                => undef,
    'output/size'                 => undef,
    'registry/cgi'                => undef,
    'registry/counter'            => undef,
    'registry/data'               => undef,
    'registry/flush'              => undef,
    'registry/names'              => undef,
    'registry/nph'                => undef,
    'registry/permission'         => undef,
    'registry/recompile'          => undef,
    'registry/source'             => undef,
    'registry/status'             => undef,
    'registry/unload'             => undef,
    'response/die'                => $SUBREQUEST,
    'response/exit'               => qr{$RAW|$ONE},
    'response/stdin'              => $SUBREQUEST,
    'response/stdin_dup'          => undef,
);

sub run_test ($name) {
    my $root = source_root();
    my ($out, $file) = tempfile(UNLINK => 1);
    my $pid = fork // die "Cannot fork: $!.\n";
    if (!$pid) {
        open STDOUT, '>&', $out;
        open STDERR, '>&', $out;
        exec $^X, "-I$root/lib", "-I$root/t/lib",
            '-MMehari::Test::Workers=event', "$root/t/$name.t"
            or die "Cannot run $name: $!.\n";
    }
    waitpid $pid, 0;
    return read_file($file);
}

# The failures without the expected ones; and true if the test came to its end.
sub failures ($text, $expected) {
    my @failed = $text =~ /^[ ]*not\ ok\ \d+\ -\ (.*)/gmx;
    @failed = grep { $_ !~ $expected } @failed if $expected;
    push @failed, 'it did not come to its end' if $text !~ /^1\.\.\d+$/m;
    return @failed;
}

for my $name (sort keys %TEST) {
    my $text   = run_test($name);
    my @failed = failures($text, $TEST{$name});
    my $passed = () = $text =~ /^[ ]*ok\ /gmx;
    ok !@failed && $passed, "$name is right inside a worker ($passed checks)"
        or diag join "\n", "$name:", @failed, substr $text, -2000;
}

done_testing;
