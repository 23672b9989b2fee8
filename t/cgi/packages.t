# Debian's packages of Perl CGI programs give the same answers after `mehari
# migrate` as under mod_cgid. The test uses the packages that are installed
# here, and names the others.

use Mehari::Test;
use Mehari::MigrateSite qw(module_under_test);
use Mehari::Test::Packages;

if (!-e module_under_test() =~ s{[^/]*\z}{mehari-pool}r) {
    plan skip_all => 'mehari-pool is not built';
}
my @names    = split ' ', $ENV{MEHARI_PACKAGES} // '';
my $packages = Mehari::Test::Packages->new(@names);
my @sites    = $packages->sites;
diag 'not installed: ', join ' ', map { $_->{package} } $packages->missing
    if $packages->missing && $ENV{MEHARI_THROWAWAY};
plan skip_all => 'none of the packages is installed' if !@sites;

# The sessions of some packages.
sub sessions (@of) {
    return sub ($site) {
        return { map { $_->{package} => $packages->session($_) } @of };
    };
}

my ($one,    $before) = $packages->served('before', sessions(@sites));
my ($status, $notes)  = $packages->migrate;
is $status, 0, 'mehari migrate exits with 0' or diag $notes;
my ($ours, $after) = $packages->served('after', sessions(@sites));

# A second look at the sites that differ: does mod_cgid differ from itself?
my @unlike = grep { $packages->differences($_, $one, $one, $ours) } @sites;
my ($two) = @unlike ? $packages->served('before', sessions(@unlike)) : {};

for my $of (@sites) {
    my $name = $of->{package};
    my @text = $packages->differences($of, $one, { %$one, %$two }, $ours);
    my %status;
    $status{ $_->[1]->status // 'none' }++ for @{ $one->{$name} };
    ok !@text,
          "$name: "
        . @{ $one->{$name} }
        . ' requests ('
        . join(', ', map { "$status{$_} x $_" } sort keys %status) . ')';
    diag $_ for @text > 3 ? (@text[ 0 .. 2 ], @text . ' in all') : @text;
}

# A package's configuration may choose a handler of its own if mod_perl is
# loaded.
my @own = map { @{ $_->{handler} // [] } } @sites;

subtest 'which handler answered' => sub {
    for my $url (sort keys %$before) {
        my $expected = join ' ',
            sort map { $_ eq 'cgi-script' ? 'perl-cgi' : $_ }
            keys %{ $before->{$url} };
        my $got = join ' ', sort keys %{ $after->{$url} // {} };
        next if grep { $got eq $_ } @own;
        is $got, $expected, $url;
    }
};

done_testing;
