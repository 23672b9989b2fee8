# A small script for each reason, and others that come close and are safe.

use v5.36;
use Test::More;
use Mehari::Explain::Reason;
use Mehari::Test;
use Mehari::Test::Explain;

my $HEAD = "print \"Content-Type: text/plain\\n\\n\";\n";

# code => scripts that have it; then files by their names.
my @REASONS = (
    MH4001 => ['sub {'],
    MH4001 => ['use No::Such::Module;'],
    MH4002 => ['BEGIN { exit 3 }'],
    MH4004 => ["#!/bin/sh\nls\n"],
    MH4005 => ["#!/usr/bin/perl -T\nprint 1;\n"],
    MH4006 => ["#!/usr/bin/perl -l\nprint 1;\n"],
    MH4006 => ["#!/usr/bin/perl -wn\nprint 1;\n"],
    MH4008 => ['BEGIN { kill SEGV => $$; sleep 1 }'],
    MH4009 => [
        # A table without an operator is that of an older perl.
        'BEGIN { no warnings; my $known = \&Mehari::Explain::Analysis::rules;'
            . ' *Mehari::Explain::Analysis::rules = sub { my $rules = &$known;'
            . ' delete $rules->{atan2}; $rules } } print atan2 $x, 1;'
    ],
    MH4011 => ["#!/no/such/perl\nprint 1;\n"],
    MH4011 => ["#!perl\nprint 1;\n"],
    MH4101 => ['my $counter = 0; sub up { $counter++ } up();'],
    MH4101 => ['my $q = $ENV{QUERY_STRING}; sub show { print $q } show();'],
    MH4101 => ['show(); my $title = "x"; sub show { print $title }'],
    MH4101 => ['my %h; sub put { $h{$_[0]} = 1 } put(1);'],
    MH4101 => ['my @l; sub put { push @l, shift } put(1);'],
    MH4101 => ['my $x; BEGIN { $x = 5 } print $x;'],
    MH4101 => ['my $x = 1; sub f { my $r = \$x; $$r++ } f();'],
    MH4101 => ['my $x = 1; sub f { $_[0]++ } f($x); sub g { print $x }'],
    MH4101 => ['my @l = (1, 2); sub f { $_++ for @l; print "@l" } f();'],
    MH4102 => ['$counter++;'],
    MH4102 => ['our $x; $x = $ENV{QUERY_STRING};'],
    MH4102 => ['our %seen; $seen{a}{b};'],
    MH4102 => ['print $x; $x = 5;'],
    MH4102 => ['our @l; push @l, 1;'],
    MH4102 => ['our @list; $list[0] = 1;'],
    MH4102 => ['our @list; @list = split /,/, "a,b";'],
    MH4102 => ['use Text::Wrap; $Text::Wrap::columns = 20;'],
    MH4102 => ['package Own; our $n; sub up { $n++ } up();'],
    MH4103 => ['use feature "state"; sub f { state $n = 0; $n++ }'],
    MH4104 => ['my $x = 1 if $ENV{HTTPS}; print $x;'],
    MH4105 => ['$main::x;'],
    MH4105 => ['print main->can("x");'],
    MH4106 => ['$name = $ENV{QUERY_STRING}; $$name = 1;'],
    MH4106 => ['my $n = $ENV{QUERY_STRING}; $n->{a} = 1;'],
    MH4106 => ['my $n = $ENV{QUERY_STRING}; push @$n, 1;'],
    MH4107 => ['use POSIX; my $n = $ENV{QUERY_STRING}; &$n();'],
    MH4107 => ['use B; my $n = $ENV{QUERY_STRING}; &$n();'],
    MH4107 => ['use POSIX; my $n = $ENV{QUERY_STRING}; POSIX->$n;'],
    MH4108 => ['$/ = undef;'],
    MH4108 => ['$, = " ";'],
    MH4108 => ['$SIG{ALRM} = "IGNORE";'],
    MH4108 => ['push @INC, "/opt/lib";'],
    MH4109 => ['while (<STDIN>) { print }'],
    MH4109 => ['s/a/b/;'],
    MH4110 => ['my $x = $ENV{QUERY_STRING}; print 1 if "a" =~ /$x/o;'],
    MH4110 => ['print 1 if "a" =~ m?a?;'],
    MH4111 => ['for my $l (1, 2) { print $l if $l == 1 .. $l == 2 }'],
    MH4113 => ['reset "X";'],
    MH4114 => ['print __PACKAGE__;'],
    MH4114 => ['my $x = bless {};'],
    MH4114 => ['print 1 if caller;'],
    MH4114 => ['print wantarray;'],
    MH4115 => ['*f = sub { 1 };'],
    MH4116 => ['sub f { 1 } undef &f;'],
    MH4117 => ['my $n = $ENV{QUERY_STRING}; *{$n} = sub { 1 };'],
    MH4118 => ['print 1 if $INC{"CGI.pm"};'],
    MH4226 => ['print "@INC";'],
    MH4118 => ['print 1 if IO::Socket->can("new");'],
    MH4119 => ['use Tie::Hash; tie my %h, "Tie::StdHash";'],
    MH4121 => ['package O; sub new { bless {}, shift } sub DESTROY { 1 }'],
    MH4122 => ['package Page; sub title { 1 } package main; print 1;'],
    MH4516 => [
        'use FindBin; use lib "$FindBin::Bin/lib"; use Pure; print 1;',
        'lib/Pure.pm' => 'package Pure; sub one { 1 } 1;'
    ],
    MH4510 => [
        'use lib "lib"; use Conf; print 1;',
        'lib/Conf.pm' => 'package Conf; use constant LIST => [ 1, 2 ]; 1;'
    ],
    MH4201 => ['print $$;'],
    MH4201 => ['my $id = time . "-$$";'],
    MH4202 => ['print getppid;'],
    MH4203 => ['fork;'],
    MH4204 => ['exec "date";'],
    MH4205 => ['kill 0, 1;'],
    MH4206 => ['print((times)[0]);'],
    MH4207 => ['$> = 33;'],
    MH4208 => ['chroot "/";'],
    MH4209 => ['system "date";'],
    MH4209 => ['print `date`;'],
    MH4210 => ['eval { f() }; sub f { exit }'],
    MH4211 => ['END { print 1 }'],
    MH4212 => ['print $^T;'],
    MH4212 => ['print -M "/etc/passwd";'],
    MH4213 => ['chdir "/";'],
    MH4213 => ['umask 0;'],
    MH4214 => ['print rand;'],
    MH4214 => ['srand 42;'],
    MH4215 => ['die "no";'],
    MH4216 => ['CORE::exit(0);'],
    MH4217 => ['print sort keys %ENV;'],
    MH4217 => ['print $ENV{MOD_PERL};'],
    MH4217 => ['my $n = "A"; print $ENV{$n};'],
    MH4218 => ['$ENV{TZ} = "UTC";'],
    MH4218 => ['delete $ENV{PATH};'],
    MH4219 => ['wait;'],
    MH4220 => ['while (my @u = getpwent) { last }'],
    MH4222 => ['$0 = "renamed";'],
    MH4223 => ['open my $f, "<", "/proc/self/status";'],
    MH4224 => ['use POSIX (); POSIX::dup2(1, 2);'],
    MH4224 => ['use POSIX (); my $f = \&POSIX::tzset; $f->(0);'],
    MH4239 => ['use POSIX; setlocale(LC_ALL, "C");'],
    MH4239 => ['use POSIX (); my $f = \&POSIX::_exit; $f->(0);'],
    MH4239 => ['use CGI::Carp "set_message"; set_message("x");'],
    MH4238 => ['syscall 39;'],
    MH4225 => ['semop 1, "";'],
    MH4226 => ['my $x = shift;'],
    MH4226 => ['print <>;'],
    MH4227 => ['print $^P;'],
    MH4228 => ['print sort keys %main::;'],
    MH4229 => ['print sort keys %SIG;'],
    MH4230 => ['local $SIG{__WARN__} = sub { print @_ };'],
    MH4231 => ['print $^X;'],
    MH4232 => ['END { die "end" }'],
    MH4233 => ['use warnings FATAL => "all";'],
    MH4234 => ['my $x = "abc" + 1;'],
    MH4235 => ['my %h; BEGIN { %h = (a => 1, b => 2) } print keys %h;'],
    MH4236 => ['my $n = $ENV{N}; print 1 / $n;'],
    MH4236 => ['no_such_sub(1);'],
    MH4236 => ['use strict; my $x = $ENV{X}; print @$x;'],
    MH4237 =>
        ['use Scalar::Util "weaken"; my $x = []; my $y = $x; weaken $y;'],
    MH4301 => ['open my $f, "<", "data.txt";'],
    MH4301 => ['my $n = $ENV{N}; open my $f, "<", $n;'],
    MH4301 => ['print 1 if -e "data.txt";'],
    MH4301 => ['use lib "lib";'],
    MH4302 => ['open F, "<", "/etc/passwd";'],
    MH4303 => ['my $n = $ENV{N}; open my $f, $n;'],
    MH4303 => ['open my $f, "-|", "date";'],
    MH4304 => ['select STDERR;'],
    MH4305 => ['sysread STDIN, my $x, 10;'],
    MH4305 => ['print 1 if -t STDIN;'],
    MH4305 => ['close STDOUT;'],
    MH4306 => ["format STDOUT =\n\@<<<\n\"a\"\n.\nwrite;\n"],
    MH4307 => ["print <DATA>;\n__END__\ntext\n"],
    MH4308 => ['dbmopen my %h, "/tmp/x", 0644;'],
    MH4309 => ['my $first = glob "/etc/*";'],
    MH4310 => ['my $x; ioctl STDOUT, 1, $x;'],
    MH4310 => ['use Fcntl; my $x = fcntl STDOUT, F_DUPFD, 10;'],
    MH4305 => ['use Fcntl; my $x = fcntl STDOUT, F_SETFL, O_NONBLOCK;'],
    MH4311 => ['socket my $s, 1, 1, 0;'],
    MH4312 => ['binmode STDOUT, ":utf8";'],
    MH4313 => ['open my $f, ">&=3";'],
    MH4314 => [ 'print 1;', name => 'nph-x.pl' ],
    MH4315 => ['use POSIX (); POSIX::write(1, "x", 1);'],
    MH4316 => ['print "hello";'],
    MH4316 => ['exit if $ENV{X}; print "Content-Type: text/plain\n\n";'],
    MH4401 => ['use constant NOW => time;'],
    MH4401 => ['BEGIN { $now = localtime }'],
    MH4402 => ['BEGIN { $q = $ENV{QUERY_STRING} }'],
    MH4402 => ['BEGIN { for my $k (sort keys %ENV) { $x .= $k } }'],
    MH4402 => ['use lib "$ENV{DOCUMENT_ROOT}/lib";'],
    MH4402 => [
        'use lib "lib"; use Look;',
        'lib/Look.pm' =>
            'package Look; my $q = $ENV{QUERY_STRING}; sub q { $q } 1;'
    ],
    MH4402 => [
        'use lib "lib"; use Look;',
        'lib/Look.pm' => 'package Look; sub import { look() }'
            . ' sub look { our $q = $ENV{QUERY_STRING} } 1;'
    ],
    MH4403 => ['use constant PID => $$;'],
    MH4404 => ['BEGIN { read STDIN, $body, 10 }'],
    MH4404 => ['BEGIN { @l = <STDIN> }'],
    MH4404 => ['BEGIN { my $in = \*STDIN; $l = <$in> }'],
    MH4405 => ['BEGIN { open F, "<", "/etc/passwd" }'],
    MH4405 => [ 'BEGIN { do "./conf.pl" }', 'conf.pl' => '1' ],
    MH4406 => ['use constant TOKEN => rand;'],
    MH4407 => ['BEGIN { print "Content-Type: text/plain\n\n" }'],
    MH4408 => ['BEGIN { mkdir "/no/such/place" }'],
    MH4409 => ['BEGIN { exit if $ENV{NO_SUCH} }'],
    MH4410 => ['use constant HOME => (getpwuid 0)[7];'],
    MH4411 => ['BEGIN { my $m = "strict.pm"; require $m }'],
    MH4411 => ['BEGIN { my $t = "1;"; eval $t }'],
    MH4412 => [
        'use lib "lib"; use DBI; BEGIN { $db = DBI->connect("dbi:x:y") }',
        'lib/DBI.pm' => 'package DBI; sub connect { bless {}, shift } 1;'
    ],
    MH4413 => [
              'package Own; sub new { bless {}, shift } sub DESTROY { 1 }'
            . ' package main; use constant O => Own->new;'
    ],
    MH4414 => ['use CGI; use constant Q => CGI->new;'],
    MH4501 => ['eval $ENV{QUERY_STRING};'],
    MH4501 => ['eval q(}; system "date"; {);'],
    MH4501 => ['eval q(BEGIN { $x = 1 });'],
    MH4517 => ['eval q($x = 1);'],
    MH4201 => ['eval q(print $$);'],
    MH4505 => ['package Own; eval q(do $name);'],
    MH4501 => ['my $x = "a"; $x =~ s/(a)/"$1"/ee;'],
    MH4502 => [ 'require "./lib.pl";', 'lib.pl' => 'sub f { 1 } 1;' ],
    MH4503 => ['my $m = $ENV{M}; require $m;'],
    MH4504 => ['require Some::Module;'],
    MH4504 => ['eval "use Some::Module; 1";'],
    MH4505 => ['my $f = $ENV{F}; do $f;'],
    MH4506 => ['require "./none.pl";'],
    MH4201 => [ 'require "./lib.pl";', 'lib.pl' => 'sub f { $$ } 1;' ],
    MH4507 => ['use Devel::Peek;'],
    MH4511 => [
              'BEGIN { unshift @INC, sub { return if $_[1] ne "Held.pm";'
            . ' return \"package Held; sub f { 1 } 1;" } } use Held; print 1;'
    ],
    MH4508 => [
        'use lib "lib"; use Hits;',
        'lib/Hits.pm' => 'package Hits; our $n; sub hit { $n++ } 1;'
    ],
    MH4508 => [
        'use lib "lib"; use Hits;',
        'lib/Hits.pm' => 'package Hits; our %n; sub hit { $n{$_[0]} = 1 } 1;'
    ],
    MH4509 => [
        'use lib "lib"; use Hits;',
        'lib/Hits.pm' =>
            'package Hits; my $n = 0; sub hit { return ++$n } 1;'
    ],
    MH4509 => [
        'use lib "lib"; use Hits;',
        'lib/Hits.pm' =>
            'package Hits; my %n; sub hit { my $r = \%n; $r->{a}++ } 1;'
    ],
    MH4509 => [
        'use lib "lib"; use Hits;',
        'lib/Hits.pm' =>
            'package Hits; my $n; our %do = (hit => sub { $n++ }); 1;'
    ],
    MH4510 => [
        'use lib "lib"; use Conf;',
        'lib/Conf.pm' =>
            'package Conf; my $c = { a => 1 }; sub conf { return $c } 1;'
    ],
    MH4510 => [
        'use lib "lib"; use Conf;',
        'lib/Conf.pm' =>
            'package Conf; our @c = ([1]); sub conf { return $c[0] } 1;'
    ],
    MH4512 => ['use AutoLoader;'],
    MH4513 => ['use FindBin;'],
    MH4514 => [
        'use lib "lib"; use Id;',
        'lib/Id.pm' =>
            'package Id; use feature "state"; sub id { state $n = 0 } 1;'
    ],
    MH4515 => [
        'use lib "lib"; use Find;',
        'lib/Find.pm' =>
            'package Find; sub f { my $x = shift; "a" =~ /$x/o } 1;'
    ],
);

# Not from a script that is compiled, and where they are provoked.
my %ELSEWHERE = (
    MH4003 => 'examine',
    MH4007 => 'command',
    MH4010 => 'command',
);

my %seen;
while (my ($code, $what) = splice @REASONS, 0, 2) {
    my ($text, %files) = @$what;
    $seen{$code}++;
    my $head = $text =~ /\A#!|Content-Type/ || $code eq 'MH4316' ? '' : $HEAD;
    my $found  = examine("$head$text", %files);
    my $wanted = Mehari::Explain::Reason::find($code)->{rules_out};
    ok exists $found->{codes}{$code}, "$code: " . ($text =~ s/\s+/ /gr)
        or diag "$found->{tier}\n", map { "$_\n" } @{ $found->{lines} };
    isnt $found->{tier}, 'registry', '... is not for registry';
    is $found->{tier}, 'exact', '... nor for fresh' if $wanted ne 'registry';
}
for my $code (sort keys %ELSEWHERE) {
    like read_file(source_root() . "/t/explain/$ELSEWHERE{$code}.t"),
        qr/\b$code\b/, "$code is tested in $ELSEWHERE{$code}.t";
}
is_deeply [ grep { /\AMH4/ && !$seen{$_} && !$ELSEWHERE{$_} }
        Mehari::Explain::Reason::codes() ], [], 'every reason has a script';

# --- the safe opposites -------------------------------------------------------

my @REGISTRY = (
    '',
    'my $counter = 0; $counter++; print $counter;',
    'my $title = "x"; sub show { print $title } show();',
    'my @l = (1, 2); sub show { print $_ for @l } show();',
    'my %h = (a => 1); sub get { my ($k) = @_; return $h{$k} } get("a");',
    'our $title = "x"; sub show { print $title } show();',
    'our $VERSION = "1.0"; print $VERSION;',
    'my $x = 1; sub f { my ($v) = @_; return $v + 1 } print f($x);',
    'local $/; my $t = <STDIN>; print length $t;',
    'local $_ = "a"; print;',
    'for (1 .. 3) { print }',
    'print map { $_ * 2 } 1, 2;',
    'for my $i (1 .. 3) { if ($i) { my $x = $i; print $x } }',
    'print "$ENV{QUERY_STRING} $ENV{REMOTE_ADDR}\n";',
    'print time, scalar localtime;',
    '$| = 1; print "x";',
    'use strict; use warnings; my %h; $h{a} = 1; print $h{a} ? 1 : 0;',
    'use CGI qw(:standard); print param("a"), escapeHTML("<");',
    'use List::Util qw(sum max); print sum(1, 2);',
    'use POSIX qw(floor strftime); print floor(1.5);',
    'my $f = sub { my $n = shift; $n + 1 }; print 1;',
    'open my $f, "<", "/etc/passwd" or print "no"; print <$f>;',
    'my @s = sort { $a <=> $b } 3, 1, 2; print "@s";',
    'require POSIX; print 1;',
);
for my $text (@REGISTRY) {
    my $found = examine("$HEAD$text");
    is $found->{tier}, 'registry', "registry: $text"
        or diag join "\n", @{ $found->{lines} };
}

my $PURE
    = 'package Pure; our $VERSION = 1; my $prefix = "a"; my @l = (1, 2);'
    . ' our %name = (a => 1); sub name { my ($n) = @_; "$prefix$n" }'
    . ' sub list { return @l } sub has { $name{$_[0]} } 1;';
my @FRESH = (
    ['my %h; sub put { $h{$_[0]} = 1 } put(1); print sort keys %h;'],
    ['$counter++; @l = (1); %h = (a => 1); undef $/; $SIG{ALRM} = sub { };'],
    ['use feature "state"; sub f { state $n = 0; ++$n } print f();'],
    ['system "date"; print `date`; chdir "/"; umask 077; print -M "/etc";'],
    ['open F, "<", "data.txt"; print <F>; END { print "end" }'],
    ['print rand; print sort keys %ENV; $ENV{A} = 1; eval { exit };'],
    [ 'require "./lib.pl"; print f();',    'lib.pl' => 'sub f { $n++ } 1;' ],
    [ 'BEGIN { require "./lib.pl" } f();', 'lib.pl' => 'sub f { $n++ } 1;' ],
    [
        'use lib "lib"; use Pure; print Pure::name(1);',
        'lib/Pure.pm' => $PURE
    ],
    ['use CGI; my $q = CGI->new; print $q->header, $q->param("a");'],
    ['use CGI::Carp qw(fatalsToBrowser); die "no";'],
    ['use constant { A => 1, B => [ 1, 2 ] }; print B->[0];'],
    ['use FindBin; use lib "$FindBin::Bin/lib"; print 1;'],
    ['use strict; my $x = { a => [1] }; print $x->{a}[0]; $x->{b}{c} = 1;'],
    ['BEGIN { $home = $ENV{HOME}; @list = map { $_ * 2 } 1 .. 3 } print 1;'],
    ['local $SIG{ALRM} = sub { die "late" }; alarm 5; print 1; alarm 0;'],
    ['fork or exit; exec "date"; kill USR1 => $$, 1; undef &f; sub f { 1 }'],
    ['my $n = $ENV{QUERY_STRING}; &$n();'],
    ['my $n = 2; eval q(flock(FILE, $n) || die "no\n") or print 1;'],
    ['use POSIX (); POSIX::_exit(0); POSIX::setsid(); POSIX::nice(1);'],
    ['$> = 33; $0 = "x"; $SIG{$_} = "IGNORE" for keys %SIG; print $^X;'],
    ['END { die "end" } setpgrp; chroot "/srv"; print "@INC", getppid;'],
    ['tie my %h, "Own"; package Own; sub TIEHASH { bless {}, shift }'],
    ["#!/usr/bin/perl -w\nprint <DATA>;\n__END__\ntext\n"],
);
for my $what (@FRESH) {
    my ($text, %files) = @$what;
    my $found = examine($text, %files);
    is $found->{tier}, 'fresh', "fresh: " . ($text =~ s/\s+/ /gr)
        or diag join "\n", @{ $found->{lines} };
}
done_testing;
