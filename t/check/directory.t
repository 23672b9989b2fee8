# A directory with a script for each way to differ: the differences found, those
# that do not count against a mode, and an unchanged original.

use Mehari::Test;
use Mehari::Test::Check;

my $HEAD = qq(print "Content-Type: text/plain\\n\\n";\n);

sub script ($code) { return "#!/usr/bin/perl\n$code" }

my $dir = Mehari::Test::Check::site(
    'same.pl'     => script($HEAD . 'print "always\n";'),
    'captured.pl' => script(<<~"PERL"),
        my \$counter = 0;
        sub up { \$counter++ }
        $HEAD
        up();
        print "counted \$counter\\n";
        PERL
    'global.pl'   => script($HEAD . 'print "counted ", ++$counter, "\n";'),
    'required.pl' => script($HEAD . 'require "./part.pl"; print part();'),
    'part.pl'     => [ 0644, "sub part { qq(a part\\n) }\n1;\n" ],
    'moment.pl'   => script(<<~"PERL"),
        use Time::HiRes;
        $HEAD
        print "process \$\$ at ", Time::HiRes::time(), "\\n";
        print "and a constant line\\n";
        PERL
    'chance.pl' => script(<<~"PERL"),
        \$seen++;
        $HEAD
        print "line\\n" x (1 + rand 30), "seen \$seen\\n";
        PERL
    'kept.pl' => script(<<~"PERL"),
        open my \$file, '+<', "\$ENV{DOCUMENT_ROOT}/data/kept" or die \$!;
        my \$count = <\$file>;
        seek \$file, 0, 0;
        print {\$file} ++\$count, "\\n";
        $HEAD
        print "kept \$count\\n";
        PERL
    'data/kept' => [ 0666, "5\n" ],
    'leaves.pl' => script(<<~"PERL"),
        open my \$file, '>', "\$ENV{DOCUMENT_ROOT}/data/left" or die \$!;
        print {\$file} "a line\\nleft ", ++\$left, "\\n";
        close \$file;
        $HEAD
        print "left\\n";
        PERL
    'home.pl' => script(<<~"PERL"),
        open my \$file, '>>', "\$ENV{TMPDIR}/log-\$\$" or die \$!;
        print {\$file} "\$ENV{HOME}\\n";
        $HEAD
        print -w \$ENV{HOME} ? "at home\\n" : "away\\n";
        PERL
    'broken.pl'   => script("use strict;\nprint \$mistake;\n"),
    'sub/fine.pl' => script($HEAD . 'print "below\n";'),
    'nph-raw.pl'  => script('print "HTTP/1.0 200 OK\r\n\r\nraw\n";'),
);
symlink 'same.pl', "$dir/link.pl";
link "$dir/same.pl", "$dir/hard.pl";
utime 1_600_000_000, 1_600_000_000, "$dir/same.pl";

my $before = Mehari::Test::Check::snapshot($dir);
my ($report, $status) = Mehari::Test::Check::report("$dir");
is_deeply Mehari::Test::Check::snapshot($dir), $before,
    'the original is as it was';
is $status, 0, 'perl-cgi is as mod_cgi';
ok $report->{ok}, 'the report says that all is well';
diag $_ for @{ $report->{notes} };

my %script = %{ $report->{script} };
is $report->{modes}[0]{name}, 'mod_cgi', 'mod_cgi is the first way';
for my $script (sort keys %script) {
    is $script{$script}{modes}{'perl-cgi'}{differences}, 0,
        "$script: perl-cgi answers as mod_cgi";
}

sub mode ($script, $mode) { return $script{$script}{modes}{$mode} }

# --- what differs -------------------------------------------------------------

my $first = mode('captured.pl', 'registry')->{first};
is_deeply [ @$first{qw(part line expected got round client)} ],
    [ 'body', 1, 'counted 1', 'counted 0', 1, 'B' ],
    'a captured lexical under Registry';
is mode('captured.pl', 'perlrun')->{differences}, 0,
    'a script with a captured variable agrees under PerlRun';

is mode('global.pl', 'registry')->{first}{got}, 'counted 2',
    'a global under Registry';
is mode('global.pl', 'registry')->{differences}, 5,
    'a global variable differs at every request but the first';

$first = mode('required.pl', 'registry')->{first};
is $first->{part}, 'status', 'a relative require changes the status';
is $first->{code}, 'MH5201', 'a relative require has its message';
like $first->{got}, qr/^500/, 'a relative require makes an error';
like $first->{log}, qr{locate \./part\.pl},
    'the log says which file a relative require misses';

$first = mode('leaves.pl', 'registry')->{first};
is_deeply [ @$first{qw(part file expected got)} ],
    [ 'file', 'data/left', 'left 1', 'left 6' ], 'a file that is written';
is $first->{code}, 'MH5204',
    'a script that differs otherwise has another message';

is mode($_, 'registry')->{differences}, 0, "$_ agrees under Registry"
    for qw(same.pl link.pl hard.pl moment.pl kept.pl home.pl sub/fine.pl
    nph-raw.pl broken.pl);

# --- what changes by itself ---------------------------------------------------

is_deeply $script{'moment.pl'}{inconstant}, { lines => 4, changing => 1 },
    'a line that changes with the moment';
ok $script{'chance.pl'}{inconstant}, 'a number of lines by chance';
like mode('chance.pl', 'registry')->{first}{expected}, qr/^seen 1/,
    'text below a changing line is compared';
ok !$script{$_}{inconstant}, "$_ is a constant page" for qw(same.pl kept.pl);
is $script{'broken.pl'}{status}, 500,
    'a script that fails under mod_cgi is sent nowhere else';
like join("\n", @{ $report->{notes} }), qr/broken\.pl: .* \[MH5106\]/,
    'the report tells of a script that fails under mod_cgi';

done_testing;
