# The end of a script: all that perl would do happens, although a process
# without anything to destroy skips the destruction.

use Mehari::Test;
use Mehari::Test::Pool;

my $pool   = Mehari::Test::Pool->new(ready => 2);
my $number = 0;

sub ends ($name, $text, $out, %more) {
    my $path = $pool->script('case' . ++$number, "#!/usr/bin/perl\n$text");
    for my $round (1 .. 2) {
        my $got = $pool->run($path);
        is $got->{out}, $out, "$name, round $round: output";
        is $got->{status} >> 8, $more{code} // 0,
            "$name, round $round: exit code";
        like $got->{err}, $more{err} // qr/\A\z/,
            "$name, round $round: standard error";
    }
    return;
}

my $class = <<'EOF_SCRIPT';
package Loud;
sub new { my ($class, $name) = @_; bless { name => $name }, $class }
sub DESTROY { print "$_[0]{name} ${^GLOBAL_PHASE}\n" }
package main;
EOF_SCRIPT

ends 'nothing', 'print "page\n"', "page\n";
ends 'a global object', $class . 'our $x = Loud->new("g"); print "page\n"',
    "page\ng DESTRUCT\n";
ends 'a lexical of the file', $class . 'my $x = Loud->new("l")', "l RUN\n";
ends 'one held by a lexical that a sub sees',
    $class . 'my $x = Loud->new("l"); sub see { $x }', "l DESTRUCT\n";
ends 'one in an object without a destructor',
    $class
    . 'our $o = bless { deep => [ { x => Loud->new("in") } ] }, "Still"',
    "in DESTRUCT\n";
ends 'one in a cycle',
    $class . 'my $x = Loud->new("c"); $x->{self} = $x; undef $x',
    "c DESTRUCT\n";
ends 'one whose class inherits its destructor',
    $class . '@Sub::ISA = "Loud"; our $x = Sub->new("s")', "s DESTRUCT\n";
ends 'one blessed after it was made',
    $class . 'our $x = { name => "late" }; bless $x, "Loud"',
    "late DESTRUCT\n";
ends 'AUTOLOAD in place of a destructor',
    'package Auto; sub AUTOLOAD { print our $AUTOLOAD, "\n" } package main;'
    . 'our $x = bless [], "Auto"', "Auto::DESTROY\n";
ends 'an empty destructor', 'package E; sub DESTROY {} package main;'
    . 'our $x = bless [], "E"; print "page\n"', "page\n";
ends 'a closure in an object',
    $class
    . 'my $y = Loud->new("closed"); our $o = bless { f => sub { $y } };',
    "closed DESTRUCT\n";

ends 'END', 'END { print "end $?\n"; $? = 4 } exit 3', "end 3\n", code => 4;
ends 'END made at run time',
    'eval q(END { print "late end\n" }); print "page\n"',
    "page\nlate end\n";
ends 'a pipe that nobody closed',
    'open our $p, "|-", "sleep 0.1; cat"; print $p "by cat\n"',
    "by cat\n";
ends 'output that nobody flushed',
    'open our $f, ">&", STDOUT; print "a\n"; print $f "b\n"', "a\nb\n";
ends 'a layer', 'binmode STDOUT, ":encoding(UTF-8)"; print "\x{e9}\n"',
    "\xc3\xa9\n";
ends 'a full disk',
    'use POSIX (); POSIX::dup2(POSIX::open("/dev/full", 1), 1); print "x"',
    '',
    err  => qr/\AUnable to flush stdout: /,
    code => 1;
ends 'die', 'print "page\n"; $! = 5; die "words\n"', "page\n",
    err  => qr/\Awords$/,
    code => 5;
ends 'exec', '$| = 1; print "page\n"; exec "sh", "-c", "echo other; exit 6"',
    "page\nother\n", code => 6;
ends '_exit', 'use POSIX (); print "lost"; POSIX::_exit(7)', '', code => 7;
ends 'a handler of a signal at the end',
    '$SIG{USR1} = sub { print "caught\n" }; kill USR1 => $$; print "page\n"',
    "caught\npage\n";
ends 'a fork that comes to its end',
    '$| = 1; my $pid = fork; waitpid $pid, 0 if $pid;'
    . 'print $pid ? "parent\n" : "child\n"; END { print "END\n" }',
    "child\nEND\nparent\nEND\n";
ends 'a fork that nobody waits for',
    '$| = 1; my $pid = fork; if (!$pid) { open STDOUT, ">", "/dev/null";'
    . 'sleep 5; exit 9 } print "page\n"', "page\n";

# Objects that a run itself has made: after a look, the run is a process of its
# own.
my $run = $class . 'my $now = time; ';
ends 'an object of the run', $run . 'our $x = Loud->new("r"); print "page\n"',
    "page\nr DESTRUCT\n";
ends 'one among many',
      $run
    . 'our @l = map { $_ == 700 ? Loud->new("m") : bless [], "Still" }'
    . ' 1 .. 999; print "page\n"', "page\nm DESTRUCT\n";
ends 'one behind many that are gone',
    $run . 'bless [], "Still" for 1 .. 999; our $x = Loud->new("b");',
    "b DESTRUCT\n";
ends 'one that is gone', $run . '{ my $x = Loud->new("g") } print "page\n"',
    "g RUN\npage\n";
ends 'one in an object of the run',
    $run . 'our $o = bless { in => Loud->new("in") }, "Still"; ',
    "in DESTRUCT\n";
ends 'one blessed once more',
    $run . 'our $x = bless { name => "late" }, "Still"; bless $x, "Loud"',
    "late DESTRUCT\n";
ends 'one whose class gets its destructor later',
    'my $now = time; our $x = bless [], "Later"; print "page\n";'
    . 'eval q(sub Later::DESTROY { print "later\n" })',
    "page\nlater\n";
ends 'one whose class is gone',
    $run . 'our $x = Loud->new("gone"); delete $::{"Loud::"}; print "page\n"',
    "page\ngone DESTRUCT\n";
ends 'a copy by overload',
      'package Count; use overload "++" => sub { ${ $_[0] }++ }, "=" =>'
    . ' sub { bless \(my $x = ${ $_[0] }), "Count" };'
    . 'sub DESTROY { print "count ${ $_[0] }\n" } package main;'
    . 'my $now = time; our $x = bless \(my $n = 1), "Count"; our $y = $x;'
    . '$y++; undef $x; print "page\n"',
    "page\ncount 1\ncount 2\n";
ends 'one that a library made',
      'use Storable qw(dclone); '
    . $run
    . 'our $x; { my $y = Loud->new("y"); $x = dclone($y) } print "page\n"',
    "y RUN\npage\ny DESTRUCT\n";
ends 'a pattern with a class',
    'my $now = time; sub P::DESTROY { print "P\n" }'
    . 'our $x = bless qr/x/, "P"; print "page\n"', "page\nP\n";
ends 'patterns whose class has a destructor',
    'my $now = time; our $x = qr/$now/; print "page\n"; no warnings;'
    . 'eval q(sub Regexp::DESTROY { print "pattern\n" })',
    "page\npattern\n";
ends 'a handle with a class',
    'my $now = time; @H::ISA = "IO::Handle"; sub H::DESTROY { print "H\n" }'
    . 'open our $f, "<", $0; bless *$f{IO}, "H"; print "page\n"',
    "page\nH\n";
ends 'a layer of the run that writes when it is popped',
      'my $now = time; package Lay { sub PUSHED { bless {} }'
    . ' sub WRITE { $_[0]{text} .= $_[1]; length $_[1] }'
    . ' sub FLUSH { print {$_[1]} uc delete $_[0]{text} // ""; 0 } }'
    . 'open our $f, ">&", STDOUT; binmode $f, ":via(Lay)"; print $f "lay\n"',
    "LAY\n";
ends 'an object of a class of perl\'s',
      'use feature "class"; no warnings; my $now = time;'
    . 'class Kept { field $x :param; method DESTROY { print "kept $x\n" } }'
    . 'our $o = Kept->new(x => 3); print "page\n"', "page\nkept 3\n"
    if $] >= 5.038;

# Compile-time code that ends the process.
ends 'exit in BEGIN', 'END { print "end\n" } BEGIN { exit } print "never\n"',
    "end\n";
ends 'a syntax error', 'print "page\n"; my $x = ;', '',
    err  => qr/syntax error at .* line 2/,
    code => 255;
ends 'die in BEGIN', 'BEGIN { $! = 0; die "early\n" }', '',
    err  => qr/\Aearly\nBEGIN failed/,
    code => 255;

done_testing;
