# Perl programs, each compiled once and run again and again: forks and runs on
# restored memory give the same answers, and the memory after each run is the
# same.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

my %program = (
    plain => 'our $n; my $c; sub up { $c++ } up(); $n++; print "$n $c\n"',
    large =>
        'our @kept; my $s = "x" x 20_000_000; push @kept, {} for 1..5000;'
        . ' print length $s, " ", scalar @kept, "\n"',
    deep => 'no warnings; sub f { my $d = shift; $d ? 1 + f($d - 1) : 0 }'
        . ' print f(5000), "\n"; my $r; $r = [$r] for 1..20000;',
    die => 'our $o = bless []; sub DESTROY { print "destroyed\n" }'
        . ' our $n++; END { print "end $n\n"; $? = 3 } die "oops\n"',
    exec => 'our $n++; $| = 1; print "$n\n"; exec "echo", "from exec"',
    fork => 'our $n++; $| = 1; my $p = fork; exit 3 + $n if !$p;'
        . ' waitpid $p, 0; print $? >> 8, " $n\n"',
    pipe    => 'our $n++; print "$n ", `echo from a shell`',
    killed  => 'our $n++; $| = 1; print "$n\n"; kill 9, $$',
    crashes => 'our $n++; $| = 1; print "$n\n"; unpack "p", pack "J", 16',
    library => 'our $n++; require POSIX; require Digest::MD5;'
        . ' print Digest::MD5::md5_hex("x$n"), POSIX::floor(3.7), "\n";'
        . ' POSIX::setlocale(POSIX::LC_ALL(), "C.UTF-8")',
    locale => 'use POSIX (); our $n++; print POSIX::setlocale('
        . 'POSIX::LC_NUMERIC(), "C"), 1.5, "$n\n"; require threads;'
        . ' threads->create(sub { 1 })->join',
    signals =>
        'BEGIN { $SIG{CHLD} = "IGNORE"; $SIG{USR1} = sub { print "in\n" } }'
        . ' kill USR1 => $$; print "$SIG{CHLD}\n"; $SIG{CHLD} = "DEFAULT"',
    process => 'our $n++; print umask, " ", getpgrp == getppid ? 0 : 1, "\n";'
        . ' umask 0; chdir "/"; alarm 100; $0 = "renamed"; close STDIN',
    form => 'use CGI; my $q = CGI->new("a=1;b=2"); our $n++;'
        . ' print $q->header, $n, $q->escapeHTML($q->param("b")), "\n"',
    sqlite =>
        'use DBI; my $d = DBI->connect("dbi:SQLite::memory:"); our $n++;'
        . ' $d->do("create table t (n)"); $d->do("insert into t values ($n)");'
        . ' print $d->selectrow_array("select count(*), max(n) from t"), "\n"',
);

# A locale whose files are mapped.
local $ENV{LC_ALL} = 'C.UTF-8';

my $directory = tempdir(CLEANUP => 1);
my $count     = 8;

# A run's output may be mixed with its children's.
sub lines ($text) {
    return join '', sort map { "$_\n" } split /\n/, $text;
}

for my $name (sort keys %program) {
    my $script = "$directory/$name.pl";
    write_file($script, "$program{$name};\n");
    my $expected = run_perl('fork', $count, $script);
    is $expected->{status}, 0, "$name runs in a fork"
        or diag $expected->{errors};
    for my $tracker (map { ($_, "$_+layer") } trackers()) {
        my $seen = run_perl("$tracker+check", $count, $script);
        is $seen->{status}, 0, "$name runs with $tracker"
            or diag $seen->{errors};
        is lines($seen->{output}), lines($expected->{output}),
            "$name: $tracker: the output";
        like $seen->{errors}, qr/, 0 templates given up/,
            "$name: $tracker: all memory was put back"
            or diag $seen->{errors};
    }
}

# Programs that print something else in each run: the state of random numbers
# must not be restored.
my %random = (
    pid     => 'print "$$\n"',
    rand    => 'print rand, "\n"',
    temp    => 'use File::Temp; print File::Temp->new->filename, "\n"',
    openssl => 'use Net::SSLeay; Net::SSLeay::RAND_bytes(my $b, 16);'
        . ' print unpack("H*", $b), "\n"',
    used => 'use Net::SSLeay; BEGIN { Net::SSLeay::RAND_bytes(my $b, 16) }'
        . ' Net::SSLeay::RAND_bytes(my $b, 16); print unpack("H*", $b), "\n"',
    uuid => 'use Data::UUID; print Data::UUID->new->create_str, "\n"',
);

for my $name (sort keys %random) {
    my $script = "$directory/random-$name.pl";
    write_file($script, "$random{$name};\n");
    for my $tracker (map { ($_, "$_+layer") } trackers()) {
        my $seen = run_perl("$tracker+check", 200, $script);
        if ($seen->{errors} =~ /Can't locate (\S+)/) {
            note "$1 is not installed";
            next;
        }
        my %seen = map { $_ => 1 } split /\n/, $seen->{output};
        is scalar(keys %seen), 200, "$name: $tracker: no two are the same"
            or diag $seen->{errors};
    }
}

done_testing;
