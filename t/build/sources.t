# The rules of CONTRIBUTING.md that a machine can check in every file.

use v5.36;
use Test::More;
use File::Find qw(find);
use Mehari::Test;

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
cmp_ok scalar @code, '>', 20, 'there are files to look at';

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

# Put together, so that this file is not one of them.
my $unfinished = join '|', 'TO' . 'DO', 'FIX' . 'ME', 'XX' . 'X';

is_deeply lines_with(qr/\b(?:$unfinished)\b/, @code), [],
    'nothing unfinished';

# One file that cannot go on must not end the others.
is_deeply lines_with(qr/\bBAIL_[O]UT\b/, grep { /\.(?:t|pm)\z/ } @code),
    [], 'no test ends the whole suite';

# The text that a test sends may well have these.
my @product = grep { !m{\At/} } @code;
is_deeply lines_with(qr/^.{81}/, grep { !/\.list\z/ } @product), [],
    'no line over 80 columns';
is_deeply lines_with(qr/[ \t]+$/, @product), [], 'no blank ends a line';
is_deeply lines_with(qr/\t/, grep { !m{/rules\z} } @product), [],
    'no tab, but in a makefile';

# The documentation of a module is as long as it must be.
my @long = grep {
    (() = read_file("$root/$_") =~ s/^=\w.*?(?:^=cut\n|\z)//gmsr =~ /\n/g)
        > 800
} @code;
is_deeply \@long, [], 'no file over 800 lines';

my @plain = grep {
    /\A(?:run|test|bin\/|fuzz\/(?:run|seeds)|\.ci\/run)/ && !-x "$root/$_"
} @files;
is_deeply \@plain, [], 'what is meant to be run can be';

done_testing;
