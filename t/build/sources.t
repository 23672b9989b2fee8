# The rules of CONTRIBUTING.md that a machine can check in every file.

use Mehari::Test;
use File::Find qw(find);

my $root = source_root();
my @files;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            $File::Find::prune = 1
                if m{\A\Q$root\E/(?:\.git|build[^/]*)\z} && -d;
            push @files, substr $_, 1 + length $root if -f && -T;
        },
    },
    $root
);

my @code = grep { m{\A(?:src|lib|bin|t|bench|fuzz|packaging)/} } @files;
@code = grep { !m{\At/fixtures/|\.(?:css|js|html|supp)\z} } @code;
cmp_ok scalar @code, '>', 20, 'more than 20 files are looked at';
is_deeply [ grep { /(?:\.(?:orig|rej|bak)|~)\z/ } @files ], [],
    'no file is one that patch, or an editor, has left';

sub lines_with ($pattern, @names) {
    my @found;
    for my $name (@names) {
        my $number = 0;
        for my $line (split /\n/, read_file("$root/$name")) {
            $number++;
            push @found, "$name:$number" if $line =~ $pattern;
        }
    }
    return \@found;
}

# The words are joined here, so that this file does not contain them.
my $unfinished = join '|', 'TO' . 'DO', 'FIX' . 'ME', 'XX' . 'X';

is_deeply lines_with(qr/\b(?:$unfinished)\b/, @code), [],
    'no mark of unfinished work is in the code';

# One file that fails must not end the others.
is_deeply lines_with(qr/\bBAIL_[O]UT\b/, grep { /\.(?:t|pm)\z/ } @code),
    [], 'no test ends the whole suite';

# Text that a test sends may contain these words.
my @product = grep { !m{\At/} } @code;
is_deeply lines_with(qr/^.{81}/, grep { !/\.list\z/ } @product), [],
    'no line over 80 columns';
is_deeply lines_with(qr/[ \t]+$/, @product), [], 'no blank ends a line';
is_deeply lines_with(qr/\t/, grep { !m{/rules\z} } @product), [],
    'no tab, but in a makefile';

# POD, and data after __END__, have no limit of length.
sub lines_of_code ($text) {
    $text =~ s/^__(?:DATA|END)__\n.*//ms;
    $text =~ s/^=\w.*?(?:^=cut\n|\z)//gms;
    return scalar(() = $text =~ /\n/g);
}

my @long = grep { lines_of_code(read_file("$root/$_")) > 700 } @code;
is_deeply \@long, [], 'no file over 700 lines';

# Scripts of examples and of the benchmark are written as users write theirs.
my @perl = grep {
           m{\A(?:lib|bin|t|packaging|fuzz)/|\Abench/[^/]+\z}
        && (/\.(?:pm|t)\z/ || read_file("$root/$_") =~ /\A#!.*\bperl\b/)
        && !m{\At/cgi/cases/}
} @code;
# Files without Mehari::Perl: those that must tell an old perl that it is too
# old, those that run alone and cannot load other modules, the one whose text
# is replaced by that of tests, and tests, which get it from Mehari::Test.
my %without = map { $_ => 1 }
    qw(packaging/lib/Mehari/Make/Needs.pm packaging/lint-tests);
@perl = grep { !$without{$_} } @perl;
is_deeply [
    grep {
        !m{\A(?:bin/mehari|lib/Mehari/Perl\.pm)\z}
            && read_file("$root/$_")
            !~ /^use (?:(?:Mehari::Perl|v5\.32);$|Mehari::Test(?:;|\s+qw))/m
    } @perl
    ],
    [], 'each file of Perl begins with use Mehari::Perl or Mehari::Test';

# A script that needs a newer perl than the oldest one would not run there.
# One case is about a newer perl on purpose.
is_deeply lines_with(qr/^\s*use v?5\.(?:03[3-9]|3[3-9])/,
    grep { m{\A(?:lib|bin|t|bench|examples|packaging|fuzz)/} } @files),
    ['t/cgi/cases/state/feature_bundle.pl:2'],
    'no file asks for a perl newer than the oldest';

# Each row has its reason: it is the function itself, or its program lacks that
# function.
my %calls = map { $_ => 1 } qw(
    src/module/perl/own_stack.c src/module/perl/call.c
    src/shared/perl/profiler.c src/pool/perl/preload/load.c
    src/pool/perl/preload/override.c src/pool/perl/trace/later.c
);
my $calls = qr/\b(?:call_(?:sv|pv|method|argv)|eval_[ps]v)\((?!\))/;
is_deeply lines_with($calls, grep { /\.[ch]\z/ && !$calls{$_} } @code), [],
    'C calls Perl through src/module/perl/call.c';

my @plain = grep {
    /\A(?:run|test|bin\/|fuzz\/(?:run|seeds)|\.ci\/run)/ && !-x "$root/$_"
} @files;
is_deeply \@plain, [], 'the programs for people are executable';

done_testing;
