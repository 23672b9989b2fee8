# Each method of the table has a heading in the POD of its module.

use v5.36;
use Test::More;
use Mehari::Test;

my $h = server(
    config => <<~'CONF',
        <Location "/methods">
        SetHandler modperl
        PerlResponseHandler "sub { my $r = shift; \
        $r->print(join qq(\t), @$_[0, 1, 3], qq(\n)) for Mehari::API::methods(); 0 }"
        </Location>
        CONF
);

my %seen;
for my $line (split /\n/, get($h, '/methods')->body) {
    my ($module, $package, $name) = split /\t/, $line;
    next if $name =~ /\A[A-Z]+\z/;    # what tie and Perl itself call
    $seen{$module}{$name} = 1;
}
ok keys %seen > 15, 'there are modules';

for my $module (sort keys %seen) {
    my $file  = source_root() . '/lib/' . $module =~ s{::}{/}gr . '.pm';
    my $pod   = -e $file ? read_file($file) : '';
    my @heads = $pod =~ /^=(?:head\d|item) (.*)/mg;
    ok $pod, "$module has a file";
    for my $name (sort keys $seen{$module}->%*) {
        ok((grep { /\b\Q$name\E\b/ } @heads), "$module documents $name");
    }
}

done_testing;
