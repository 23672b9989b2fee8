# PerlRun with scripts that stay compiled, and without: nobody can tell.

use v5.36;
use File::Basename qw(basename);
use File::Path     qw(make_path);
use File::Temp     qw(tempdir);
use Test::More;
use Mehari::Registry::Source;
use Mehari::Test;
use Mehari::Test::Registry;

use constant { TIMES => 5, SETTLED => 2.5 };

my $REPORT = <<'PERL';
package Test::Report;
sub handler {
    require Mehari::Registry::Kept;
    my $found = Mehari::Registry::Kept::report();
    print map { "$_\t$found->{$_}\n" } sort keys %$found;
    return 0;
}
$INC{'Test/Report.pm'} = __FILE__;
PERL

my %KEEPS = (kept => 1, anew => 0);
my %server;
for my $name (keys %KEEPS) {
    $server{$name} = script_server(
        startup => "$REPORT\$ModPerl::PerlRun::Keep = $KEEPS{$name};",
        config  => <<~'CONF');
            <Location "/report">
                SetHandler perl-script
                PerlResponseHandler Test::Report
            </Location>
            CONF
}

# What has side effects on the server that make the rest another test.
my $OTHER = qr{^(?:syntax|flush|rflush|heavy|time|stat-cache)\.pl$};
my @AREAS = split ' ',
    $ENV{MEHARI_KEPT_AREAS} // 'state blocks modules begin cgi_pm errors';
my @common = grep { basename($_) !~ $OTHER }
    map { glob fixture($_) . '/*.pl' } qw(registry kept);
my @cgi = map { glob source_root() . "/t/cgi/cases/$_/*.pl" } @AREAS;

my @names;
for my $from (@cgi, @common) {
    my $name = $from =~ m{cases/(.*)} ? $1 =~ tr{/}{-}r : basename($from);
    push @names, $name;
    script($_, $name, read_file($from)) for values %server;
}
sleep SETTLED;

# What differs between two servers, and from request to request, by itself.
sub plain ($h, $text) {
    my $root = quotemeta $h->root;
    my $safe = quotemeta(
        Mehari::Registry::Source::escape(substr $h->root, 1) =~ s{_2f}{_}gr);
    my $port = $h->port;
    return $text =~ s/$root/ROOT/gr =~ s/$safe/ROOT/gr =~ s/\b$port\b/PORT/gr
        =~ s/^\[[^\]]*\d:\d\d:\d\d[^\]]*\] //gmr =~ s/\[pid \d+[^\]]*\] ?//gr
        =~ s/\[client [^\]]*\] //gr  =~ s/^.*(?:mpm_prefork:|AH00052).*\n//gmr
        =~ s/\(0x[0-9a-f]+\)/(0x)/gr =~ s/\(eval \d+\)/(eval)/gr
        =~ s/\b\d\d:\d\d:\d\d\b/TIME/gr;
}

sub told ($h, $path, @with) {
    my $mark     = $h->error_log_mark;
    my $response = get($h, $path, @with);
    get($h, '/report');    # when its cleanup handlers have run
    return join "\n", $response->status // '',
        plain($h, $response->body . "\nLOG\n" . $h->error_log_since($mark));
}

my @FORM = (
    method  => 'POST',
    body    => 'a=1&b=two',
    headers => { 'Content-Type' => 'application/x-www-form-urlencoded' }
);
for my $place (qw(perlrun runprefork)) {
    for my $name (@names) {
        for my $time (1 .. TIMES) {
            my @with = $time == 4 ? @FORM : ();
            my ($kept, $anew)
                = map { told($server{$_}, "/$place/$name?n=$time", @with) }
                qw(kept anew);
            is $kept, $anew, "$place/$name, time $time" or last;
        }
    }
}

my %found = map { split /\t/, $_, 2 } split /\n/,
    get($server{kept}, '/report')->body;
%found = map { basename($_) => $found{$_} } keys %found;
my @kept = qw(
    about.pl caller.pl constants.pl data-end.pl ends.pl imports.pl pragmas.pl
    run-time.pl will-not-stay.pl
);
is $found{$_}, '', "$_ was kept" for @kept;
my @anew = qw(escaped-sub.pl format.pl packages.pl taint.pl);
isnt $found{$_} // '',                  '', "$_ is compiled anew" for @anew;
is get($server{anew}, '/report')->body, '', 'nothing is kept if told so';

done_testing;
