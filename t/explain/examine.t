# The interface to the manager of a pool: what is written to the descriptor,
# whatever the script does while it is compiled.

use v5.36;
use Test::More;
use Time::HiRes qw(time);
use Mehari::Test;
use Mehari::Test::Explain;

my $found = examine("my \$n = 0;\nsub up { \$n++ }\nup();\n");
is $found->{tier},   'fresh', 'the first line is the tier';
is $found->{status}, 0,       'exit status';
my ($line) = grep { /\AMH4101/ } @{ $found->{lines} };
is_deeply [ split /\t/, $line ],
    [
    'MH4101',
    'registry',
    './script.pl:3',
    '$n',
    '`$n` is captured by sub up: under Registry the second request sees the'
        . ' first one\'s value'
    ],
    'code, tier, place, subject, sentence';

# Nothing of the script's gets there, and nothing of it runs.
for my $text (
    'BEGIN { open my $o, ">&=", 3 and print $o "registry\n" }',
    'BEGIN { print "registry\n"; print STDERR "registry\n" }',
    'BEGIN { for my $n (3 .. 20) { open my $o, ">&=", $n or next;'
    . ' syswrite $o, "registry\n"; } }',
    'BEGIN { kill KILL => $$ }',
    'BEGIN { exec "echo", "registry" }',
    'BEGIN { require POSIX; POSIX::_exit(0) }',
    'BEGIN { close STDERR; exit 0 }',
    'BEGIN { $SIG{__DIE__} = sub { exit }; $SIG{__WARN__} = sub { exit } }'
    . ' BEGIN { exit }',
    'CHECK { exit 0 }',
    'END { print "registry\n" } use No::Such;',
    'BEGIN { $| = 1; fork; } BEGIN { exit }',
    )
{
    $found = examine($text);
    is $found->{tier}, 'exact', $text
        or diag join "\n", @{ $found->{lines} };
}

$found = examine("use strict;\nprint \$x;\n");
like join("\n", @{ $found->{lines} }),
    qr{^MH4001\tfresh\t\./script\.pl:3\t\tdoes not compile: Global symbol}m,
    'what is wrong, and where';
$found = examine('BEGIN { warn "odd" } BEGIN { exit }');
is codes_of($found), 'MH4002', 'a warning is no failure to compile';

my $began = time;
$found = examine('BEGIN { sleep 100 }');
is codes_of($found), 'MH4003', 'it does not end';
cmp_ok time - $began, '<', 20, 'but we do';

my $none = source_root() . '/none.pl';
is examine_file($none)->{tier},     'none', 'no file, no report';
isnt examine_file($none)->{status}, 0,      'and perl says so';

# -w and -I of the script's own first line.
is examine("#!/usr/bin/perl -w\nprint 1;\n")->{tier}, 'fresh', '-w';

my $lines = join "\n",
    map { "sub f$_ { my \$x = shift; return \$x + $_ }" } 1 .. 2000;
$began = time;
is examine("$lines\nprint f1(1);\n")->{tier}, 'fresh', '2000 subs';
cmp_ok time - $began, '<', 10, 'in seconds';
done_testing;
