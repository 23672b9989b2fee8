# mehari explain's findings in a script: one for each message, and none in
# scripts that keep nothing.

use Mehari::Test;
use File::Temp  qw(tempdir);
use Time::HiRes qw(time);
use Mehari::Explain;
use Mehari::Explain::Reason;

my $dir = tempdir(CLEANUP => 1);

# The findings in a script with this text: { code => [subject, line] }.
sub examine ($text) {
    $text = "#!/usr/bin/perl\n$text" if $text !~ /\A#!/;
    write_file("$dir/script.pl", $text, 0755);
    my $result = Mehari::Explain->examine("$dir/script.pl");
    return { map { $_->{code} => [ @$_{qw(subject line text)} ] }
            @{ $result->{findings} } };
}

# code => scripts that have the fault in their second line, and the subject.
my @FOUND = (
    MH4001 => [ 'use No::Such::Module;',                       '' ],
    MH4001 => [ 'use strict; print $x;',                       '' ],
    MH4005 => [ "#!/usr/bin/perl -T\n",                        '-T' ],
    MH4006 => [ "#!/usr/bin/perl -w -l\n",                     '-l' ],
    MH4101 => [ 'my $n = 0; sub up { $n++ }',                  '$n' ],
    MH4101 => [ 'my %h; sub put { $h{$_[0]} = 1 }',            '%h' ],
    MH4101 => [ 'my @l; sub f { my $g = sub { push @l, 1 } }', '@l' ],
    MH4102 => [ '$counter++;',                                 '$counter' ],
    MH4102 => [ 'our $x = $x . "a";',                          '$x' ],
    MH4102 => [ 'our %seen; $seen{a}{b} = 1;',                 '%seen' ],
    MH4102 => [ 'our @l; push @l, 1;',                         '@l' ],
    MH4102 => [ 'our @l; $l[$_] = 1 for 1, 2;',                '@l' ],
    MH4102 => [ 'sub f { our $x = 1 } f();',                   '$x' ],
    MH4102 => [ 'package Own; our $n; $n++;',                  '$Own::n' ],
    MH4103 => [ 'use feature "state"; sub f { state $n = 0 }', '$n' ],
    MH4104 => [ 'my $x = 1 if $ENV{HTTPS};',                   '$x' ],
    MH4104 => [ '$ENV{HTTPS} and my @x = 1;',                  '@x' ],
    MH4105 => [ '$main::x;',                                   '$main::x' ],
    MH4105 => [ 'print main->can("x");',                       'main->can' ],
    MH4106 => [ 'my $r = shift; sub f { $r->args }',           '$r' ],
    MH4106 => [ 'my ($r) = @_; my $c = $r->connection; sub f { $c }', '$c' ],
    MH4106 => [ 'my $q; my $r = $q->r; sub f { "a $r" }',             '$r' ],
    MH4106 => [ 'our $r ||= shift;',                                  '$r' ],
    MH4106 => [ 'our $r //= Apache2::RequestUtil->request;',          '$r' ],
    MH4108 => [ '$/ = undef;',                                        '$/' ],
    MH4108 => [ '$SIG{ALRM} = sub { };',                   '$SIG{ALRM}' ],
    MH4108 => [ 'push @INC, "/a";',                        '@INC' ],
    MH4110 => [ 'my $x = "a"; print if /$x/o;',            'm//o' ],
    MH4111 => [ 'while (<STDIN>) { print if /a/ .. /b/ }', '..' ],
    MH4122 => [ 'package Own; sub f { 1 }',                'Own' ],
    MH4201 => [ 'print $$;',                               '$$' ],
    MH4202 => [ 'print getppid;',                          'getppid' ],
    MH4203 => [ 'fork;',                                   'fork' ],
    MH4204 => [ 'exec "date";',                            'exec' ],
    MH4205 => [ 'kill USR1 => 1;',                         'kill' ],
    MH4206 => [ 'print times;',                            'times' ],
    MH4208 => [ 'setpgrp;',                                'setpgrp' ],
    MH4209 => [ 'system "date";',                          'system' ],
    MH4209 => [ 'print `date`;',                           'backticks' ],
    MH4210 => [ 'sub f { exit } eval { f() };',            'exit' ],
    MH4211 => [ 'END { print 1 }',                         'END' ],
    MH4212 => [ 'print -M "/etc";',                        '-M' ],
    MH4212 => [ 'print $^T;',                              '$^T' ],
    MH4213 => [ 'chdir "/";',                              'chdir' ],
    MH4213 => [ 'umask 0;',                                'umask' ],
    MH4214 => [ 'srand 1;',                                'srand' ],
    MH4217 => [ 'print $ENV{MOD_PERL};',                   '$ENV{MOD_PERL}' ],
    MH4218 => [ '$ENV{TZ} = "UTC";',                       '$ENV{TZ}' ],
    MH4219 => [ 'wait;',                                   'wait' ],
    MH4222 => [ '$0 = "me";',                              '$0' ],
    MH4226 => [ 'print shift @ARGV;',                      '@ARGV' ],
    MH4231 => [ 'print $^X;',                              '$^X' ],
    MH4232 => [ 'use IPC::Open3; open3(0, ">&STDOUT", 0, "x");', 'open3' ],
    MH4233 => [ 'my $r = shift; $r->status(404);',               '404' ],
    MH4301 => [ 'open my $f, "<", "data.txt";',                  'data.txt' ],
    MH4301 => [ 'opendir my $d, "sub";',                         'sub' ],
    MH4301 => [ 'print -e "data.txt";',                          'data.txt' ],
    MH4301 => [ 'require "./lib.pl";',                           './lib.pl' ],
    MH4301 => [ 'do "../lib.pl";',                '../lib.pl' ],
    MH4302 => [ 'open FILE, "<", "/etc/passwd";', 'FILE' ],
    MH4304 => [ 'select STDERR;',                 'select' ],
    MH4305 => [ 'print fileno STDIN;',            'fileno' ],
    MH4306 => [ 'write;',                         'write' ],
    MH4307 => [ "print <DATA>;\n__DATA__\nx\n",   'DATA' ],
    MH4421 => [ 'BEGIN { $x = 1 }',               'BEGIN' ],
    MH4422 => [ 'INIT { $x = 1 }',                'INIT' ],
    MH4501 => [ 'eval $ENV{QUERY_STRING};',       'eval' ],
    MH4502 => [ 'require "./lib.pl";',            'require ./lib.pl' ],
    MH4502 => [ 'do "./lib.pl";',                 'do ./lib.pl' ],
);

my %seen;
while (my ($code, $what) = splice @FOUND, 0, 2) {
    my ($text, $subject) = @$what;
    $seen{$code}++;
    my $found = examine($text);
    my $title = "$code: " . ($text =~ s/\s+/ /gr);
    is $found->{$code}[0], $subject, $title
        or diag explain $found;
    is $found->{$code}[1], $text =~ /\A#!/ ? 1 : 2, "$code names the line";
}

# Reasons for which the kernel does not start the script.
my @STARTS = (
    MH4321 => [ "#!/usr/bin/perl\n",               0, '', 0644 ],
    MH4322 => [ "print 1;\n",                      1, '' ],
    MH4323 => [ "#!/usr/bin/perl\r\nprint 1;\r\n", 1, '/usr/bin/perl' ],
    MH4324 => [ "\xEF\xBB\xBF#!/usr/bin/perl\n",   1, '' ],
    MH4325 => [ "#!/no/such/perl\n",               1, '/no/such/perl' ],
    MH4326 => [ "#!/etc\n",                        1, '/etc' ],
);
while (my ($code, $row) = splice @STARTS, 0, 2) {
    my ($text, $line, $subject, $mode) = @$row;
    $seen{$code}++;
    my $file    = write_file("$dir/start.pl", $text, $mode // 0755);
    my $result  = Mehari::Explain->examine($file);
    my ($found) = grep { $_->{code} eq $code } @{ $result->{findings} };
    is_deeply [ @{ $found // {} }{qw(subject line)} ], [ $subject, $line ],
        "$code is found";
}

# All of a script's faults at once. A file that scripts load has one fault.
sub codes ($text) {
    my $file = write_file("$dir/both.pl", $text, 0644);
    return [ sort map { $_->{code} }
            @{ Mehari::Explain->examine($file)->{findings} } ];
}
is_deeply codes("\xEF\xBB\xBF#!/usr/bin/perl\n"), [qw(MH4321 MH4324)],
    'a script with a byte order mark that is not executable has two';
is_deeply codes("#!/usr/bin/perl\r\n"), [qw(MH4321 MH4323)],
    'so has one with Windows line ends';
is_deeply codes("sub f { 1 }\n1;\n"), ['MH4321'],
    'a file without an x bit and a first line has one';

my $good
    = write_file("$dir/good.pl", "#!/usr/bin/perl -w\r\nexit;\r\n", 0755);
is_deeply(Mehari::Explain->examine($good)->{findings},
    [], 'a carriage return after a switch does no harm');

my ($missing) = grep { $_->{code} eq 'MH4320' } @{ Mehari::Explain->examine(
        write_file(
            "$dir/lacks.pl", "#!/usr/bin/perl\nuse No::Such_Thing;\n",
            0755
        )
    )->{findings}
};
$seen{MH4320}++;
is_deeply [ @$missing{qw(subject line)} ], [ 'No::Such_Thing', 2 ],
    'MH4320 names the module';
like $missing->{text}, qr/libno-such-thing-perl/, 'MH4320 names a package';

# A module beside the script belongs to no Debian package.
write_file("$dir/Site/Beside.pm", "package Site::Beside; 1;\n");
($missing) = examine("\nuse Site::Beside;")->{MH4320};
like $missing->[2],
    qr{Site/Beside\.pm is in the script's folder.*use lib '\.'},
    'MH4320 names the folder of a module that perl does not look into';
unlike $missing->[2], qr/cpan|-perl/, '... and no package';
is_deeply examine("\nuse lib '.'; use Site::Beside;"), {},
    '... and what it says mends it';
{
    local $ENV{PERL_USE_UNSAFE_INC} = 1;
    is_deeply examine("\nuse Site::Beside;"), {}, '... as the variable does';
}
is_deeply examine(
          'BEGIN { $ENV{SCRIPT_FILENAME} =~ m{^(.+)/} or die; push @INC, $1 }'
        . ' use Site::Beside;')->{MH4001},
    undef, 'a script finds its file in the environment, as under CGI';

# The first look under perl-cgi, with files after it; then the script follows
# the advice.
write_file("$dir/large.pl", join '',
    (map { "sub large$_ { return 'large $_' }\n" } 1 .. 500), "1;\n");
my $load = 'require "./large.pl";';
my $look = examine("\nmy \$q = \$ENV{QUERY_STRING};\n$load")->{MH4423};
$seen{MH4423}++;
is_deeply [ @$look[ 0, 1 ] ],
    [ "looks at \$ENV{QUERY_STRING} at $dir/script.pl line 3", 3 ],
    'MH4423 names the look and its line';
like $look->[2], qr/, 1\d kB \(\.\/large\.pl\)/,
    'MH4423 names the size and the file';
$look = examine("\nBEGIN { \$now = time . '' }\nuse CGI;")->{MH4423};
like $look->[0], qr/asks for the time at \Q$dir\E\/script.pl line 3/,
    'MH4423 of a BEGIN block';
is examine($_)->{MH4423}, undef, "no MH4423: $_"
    for "$load my \$q = \$ENV{QUERY_STRING};",
    "use CGI; BEGIN { \$now = time . '' }", 'my $q = $ENV{QUERY_STRING};';

# A script without headers, and code that may print some.
ok examine("require 'getopts.pl';\nprint 1;\n")->{MH4336},
    'MH4336: a library of Perl 4 that is not installed';
is examine("require './getopts.pl';\nprint 1;\n")->{MH4336}, undef,
    'no MH4336: the script brings it';
is examine("require 'mine.pl';\nprint 1;\n")->{MH4336}, undef,
    'no MH4336: another file';
ok examine($_)->{MH4335}, "MH4335: $_"
    for 'print "hello\n";', 'use strict; use warnings; print "<p>", 1 + 1;';
is examine($_)->{MH4335}, undef, "no MH4335: $_"
    for 'print "Content-Type: text/plain\n\n";', 'print header();',
    'use CGI; print CGI::header();', '1;', 'print STDOUT `cat /etc/passwd`;';
is examine('print "hello\n"; # Content-Type')->{MH4335}, undef,
    'a doubt is no finding';

# The findings are in the order of their subjects.
is_deeply [
    map { $_->{about} } Mehari::Explain->examine(
        write_file(
            "$dir/groups.pl", "#!/usr/bin/perl\nprint times;\nprint 'x';\n",
            0755
        )
    )->{findings}->@*
    ],
    [qw(cgi registry)], 'what mod_cgi would say comes first';

for my $line ('#!/bin/sh', '#!/usr/bin/perl -T', '#!/usr/bin/perl -s') {
    my $file = write_file("$dir/first.pl", "$line\n1;\n", 0755);
    is Mehari::Explain->examine($file)->{findings}[0]{about}, 'registry',
        "$line: perl-cgi obeys it, and Registry does not";
}

# Findings about the script as a whole.
for my $text (
    'BEGIN { exit 3 }',
    'BEGIN { require POSIX; POSIX::_exit(0) }',
    'BEGIN { exec "true" }',
    'BEGIN { kill KILL => $$ }'
    )
{
    ok examine($text)->{MH4002},
        "a script that does not compile gives MH4002: $text";
}
my $began = time;
ok examine('BEGIN { sleep 100 }')->{MH4002}, 'MH4002: it does not end';
cmp_ok time - $began, '<', 20, 'an endless BEGIN block is given up in time';
is_deeply [ keys %{ examine("#!/bin/sh\nls\n") } ], ['MH4004'],
    'MH4004: not for perl';
my $gone = Mehari::Explain->examine("$dir/gone.pl");
is $gone->{findings}[0]{code}, 'MH4007', 'a file that is gone gives MH4007';
like $gone->{findings}[0]{text}, qr/\Acannot be read: No such file/,
    'MH4007 says why the file cannot be read';
is_deeply [
    grep { !/\AMH(?:400[247]|432[789]|43[3456])/ && !$seen{$_} }
    grep { /\AMH4/ } Mehari::Explain::Reason::codes()
    ],
    [], 'every message has a script';

# A request that is new in each call, and words in texts and comments.
for my $text (
    'my $r = shift; sub f { my ($r) = @_; $r->print } f($r);',
    'my $r = shift; sub f ($r) { $r->print } f($r);',
    'my $r = shift; my $f = sub { $r->print }; $f->();',
    'our $r = shift; sub f { $r->print } f();',
    'my $x = shift @ARGV; sub f { $x }',
    'sub f { my $x = shift; $x ||= shift; return $x } sub g { $x }',
    "my \$r = shift; # sub f { \$r }\nprint 'sub f { \$r }';",
    "my \$r = shift;\nprint <<'END';\nsub f { \$r }\nEND\n",
    "my \$r = shift;\n\n=pod\n\nsub f { \$r }\n\n=cut\n",
    "my \$r = shift;\n__END__\nsub f { \$r }\n",
    )
{
    is_deeply [ Mehari::Explain::Kept::find($text) ], [],
        'no request is kept: ' . ($text =~ s/\s+/ /gr);
}

# --- scripts that keep nothing
# ---------------------------------------------------

my @NOTHING = (
    '',
    'my $counter = 0; $counter++; print $counter;',
    'our $title = "x"; sub show { print $title } show();',
    'our @l = (1, 2); push @l, 3; our %h = (a => 1); $h{b} = 2;',
    'our $VERSION = "1.0"; our @ISA = (); print $VERSION;',
    'local $/; my $t = <STDIN>; print length $t;',
    'local $SIG{ALRM} = sub { die };',
    'local $ENV{PATH} = "/bin";',
    'for (1 .. 3) { print } print map { $_ * 2 } 1, 2;',
    'if ($ENV{HTTPS}) { my $x = 1; print $x }',
    'print "$ENV{QUERY_STRING} $ENV{REMOTE_ADDR}\n"; exit;',
    'print time, scalar localtime; $| = 1; $@ = "";',
    'use strict; use warnings; my %h; $h{a} = 1; print $h{a} ? 1 : 0;',
    'use CGI qw(:standard); print param("a"), escapeHTML("<");',
    'use List::Util qw(sum max); print sum(1, 2);',
    'my $f = sub { my $n = shift; $n + 1 }; print $f->(1);',
    'my $n = 0; my $f = sub { $n++ }; $f->();',
    'open my $f, "<", "/etc/passwd" or die; print <$f>; close $f;',
    'my @s = sort { $a <=> $b } 3, 1, 2; print "@s"; require POSIX;',
    "=pod\n\nBEGIN { main::x }\n\n=cut\n\nprint 1;",
    "#!/usr/bin/perl -w\nprint 1;\n",
);

# The findings, without MH4335: some of these scripts print no header.
sub left_by ($text) {
    my $found = examine($text);
    delete $found->{MH4335};
    return $found;
}

for my $text (@NOTHING) {
    is_deeply left_by($text), {}, 'nothing in: ' . ($text =~ s/\s+/ /gr);
}

my $lines = join "\n",
    map { "sub f$_ { my \$x = shift; return \$x + $_ }" } 1 .. 2000;
is_deeply left_by("$lines\nprint f1(1);\n"), {},
    'a script with 2000 subs has no finding';
done_testing;
