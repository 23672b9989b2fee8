# Functions of perl that code has replaced: the process has an exit of its own,
# which no program sees; what a program replaces is its own.

use v5.36;
use File::Temp qw(tempdir);
use Test::More;
use Mehari::Test;
use Mehari::Test::Fresh;

plan skip_all => fresh_missing() if fresh_missing();

my $folder = tempdir(CLEANUP => 1);

write_file("$folder/file.pl",   'sub file { exit 3 } 1;');
write_file("$folder/Leaves.pm", <<"EOF");
package Leaves;
BEGIN { require '$folder/file.pl' }
sub leave { exit \$_[0] }
1;
EOF

# What each run of each script writes and how it ends.
sub run_all ($runs, @texts) {
    my $number = 0;
    my @scripts
        = map { write_file("$folder/" . $number++ . '.pl', $_) } @texts;
    my @seen;
    for my $of (fresh_runs($runs, @scripts)) {
        my ($compiled, @each) = @$of;
        push @seen,
            [ map { [ $_->{status} >> 8, $_->{out} . $_->{err} ] } @each ];
    }
    return @seen;
}

my ($seen) = run_all(2, 'eval { exit 4 }; print "no"');
is_deeply $seen, [ ([ 4, '' ]) x 2 ], 'in the script';
($seen) = run_all(2, 'eval q{exit 5}; print "no"');
is_deeply $seen, [ ([ 5, '' ]) x 2 ], 'in a string';
($seen) = run_all(2, "require '$folder/file.pl'; eval { file() }");
is_deeply $seen, [ ([ 3, '' ]) x 2 ], 'in a file that is required';
($seen) = run_all(2, "do '$folder/file.pl'; eval { file() }");
is_deeply $seen, [ ([ 3, '' ]) x 2 ], 'in a file that is run';

my $said = "exit of the process\n";
for my $how ('use Leaves', 'require Leaves') {
    my $load = "use lib '$folder'; $how;";
    ($seen) = run_all(2, "$load Leaves::leave(6)");
    is_deeply $seen, [ ([ 6, $said ]) x 2 ], "$how: modules have the other";
    ($seen) = run_all(2, "$load Leaves::file()");
    is_deeply $seen, [ ([ 3, '' ]) x 2 ], "$how: but not files in them";
    ($seen) = run_all(2, "$load eval q{exit 8}");
    is_deeply $seen, [ ([ 8, '' ]) x 2 ], "$how: nor the script afterwards";
}
($seen) = run_all(2, "eval { require '$folder/no.pl' }; eval q{exit 7}");
is_deeply $seen, [ ([ 7, '' ]) x 2 ], 'after a file that is not there';

my $own  = 'BEGIN { *CORE::GLOBAL::exit = sub { print "own @_\n" } } exit 3;';
my $time = 'BEGIN { *CORE::GLOBAL::time = sub { "noon\n" } } print time;'
    . ' *CORE::GLOBAL::time = sub { "later\n" }; print time;';
my @all = run_all(2, $own, $time, 'print time > 1000 ? "now" : "no"; exit 2');
is_deeply $all[0], [ ([ 0, "own 3\n" ]) x 2 ],       'one of its own';
is_deeply $all[1], [ ([ 0, "noon\nlater\n" ]) x 2 ], 'another, which changes';
is_deeply $all[2], [ ([ 2, 'now' ]) x 2 ], 'which another script has not';
done_testing;
