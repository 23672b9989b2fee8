# Modules that somebody has read: programs that call their subs again and again
# in one process get what a new perl gives; and another version has not been
# read.

use v5.36;
use Test::More;
use File::Temp qw(tempdir);

use Mehari::Explain::Reviewed;
use Mehari::Test;
use Mehari::Test::Explain;
use Mehari::Test::Fresh;
use Mehari::Test::Reviewed;

plan skip_all => fresh_missing() if fresh_missing();

# The order of hashes is what it is in each process.
local @ENV{qw(PERL_HASH_SEED PERL_PERTURB_KEYS)} = (0, 0);

my $RUNS = 3;
my $dir  = tempdir(CLEANUP => 1);
chdir $dir or die "$dir: $!\n";
my $snippets = Mehari::Test::Reviewed::snippets();
my @modules  = Mehari::Explain::Reviewed::Module::names();
my %known    = map { $_ => 1 } @modules;
is_deeply [ grep { !$known{$_} } sort keys %$snippets ], [],
    'no program for a module that is not in the table';

# Lines that two new perls, one before and one after, do not agree on are about
# the moment.
sub lines_of ($run) { return split /\n/, $run->{out} }

sub compare ($module, $script) {
    my @perls = [ lines_of(new_perl($script)) ];
    my ($runs) = fresh_runs($RUNS, $script);
    push @perls, [ lines_of(new_perl($script)) ];
    cmp_ok scalar @{ $perls[0] }, '==', scalar @{ $perls[1] },
        "$module: two new perls print as much";
    my @same = grep { $perls[0][$_] eq $perls[1][$_] } 0 .. $#{ $perls[0] };
    for my $number (1 .. $RUNS) {
        my @lines = lines_of($runs->[$number]);
        is_deeply [ map { $_ // 'nothing' } @lines[@same] ],
            [ @{ $perls[0] }[@same] ], "$module, run $number"
            or diag $runs->[$number]{err};
    }
    return;
}

my $compared = 0;
for my $module (@modules) {
    next if (Mehari::Explain::Reviewed::tier($module) // 'exact') eq 'exact';
    my $text
        = Mehari::Test::Reviewed::program($module, $snippets->{$module} // '')
        // next;
    my $name = $module =~ s/::/-/gr;
    write_file("$dir/$name.pl", "#!/usr/bin/perl\n$text", 0755);
    compare($module, "$dir/$name.pl");
    $compared++;
}
cmp_ok $compared, '>', 100, 'many modules are compared';

# --- versions -----------------------------------------------------------------

my %file = (
    'lib/Text/Tabs.pm' =>
        'package Text::Tabs; our $VERSION = "2999.1"; our $n; sub up { $n++ } 1;'
);
my $found = examine('use lib "lib"; use Text::Tabs; print 1;', %file);
ok exists $found->{codes}{MH4508}, 'another version is looked at';
%file  = ('lib/POSIX.pm' => 'package POSIX; our $VERSION = "99"; 1;');
$found = examine('use lib "lib"; eval { require POSIX }; print 1;', %file);
ok exists $found->{codes}{MH4504}, 'also one that is not loaded yet';
$found = examine('use List::Util; BEGIN { $List::Util::VERSION = "99" }');
my ($line) = grep { /\AMH4507/ } @{ $found->{lines} };
like $line // '', qr/version 99 is not the one that was reviewed/,
    'code in C is not trusted';
done_testing;
