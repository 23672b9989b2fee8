# SECURITY.md names each file with an address that the publisher fills in. The first
# lines of README have the three ways in.

use Mehari::Test;

my $root = source_root();
my $named
    = read_file("$root/SECURITY.md") =~ /^## For whoever .*/ms ? $& : '';
my %named = map { $_ => 1 } $named =~ /^\* `([^`]+)`:/mg;

my @files = split /\n/,
    qx(cd $root && find . -name .git -prune -o -path './build*' -prune -o \\
    -path ./t -prune -o -type f -print);
my %has = map { $_ => 1 } grep { has_none($_) } map { s{^\./}{}r } @files;

sub has_none ($file) {
    return -s "$root/$file" < 1e6
        && read_file("$root/$file") =~ /\bmehari\.invalid\b/;
}

is_deeply [ sort keys %named ], [ sort keys %has ],
    'SECURITY.md names each file with an address of nobody';

my @first = grep { /\S/ } split /\n/, read_file("$root/README.md");
my @ways  = map  { /^ {4}(\S+)/ ? $1 : () } @first[ 0 .. 9 ];
is_deeply \@ways, [qw(./run packaging/deb packaging/cpan)],
    'the first ten lines of README have the three ways in';

done_testing;
