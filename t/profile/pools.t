# PerlProfile in pools: perl-cgi, and Registry in workers.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Profile;

needs_nytprof();

my $SCRIPT = <<~'PERL';
    use strict;
    use warnings;
    print "Content-Type: text/plain\n\n";
    sub busy {
        my $sum = 0;
        $sum += $_ for 1 .. 1000;
        return $sum;
    }
    busy() for 1 .. ($ENV{QUERY_STRING} || 1);
    print "done\n";
    PERL

my $h = gateway_server(
    config => sub { '' },
    start  => 0,
);
my $root = $h->document_root;
$h->{config} = sub ($server) {
    my $profiles = $server->root . '/profiles';
    return <<~"CONF";
        PerlProfile dir=$profiles
        PerlPool whole
        <Directory "$root">
            Options +ExecCGI
            SetHandler perl-cgi
        </Directory>
        <Location "/cgi.pl">
            PerlProfile On
        </Location>
        <Location "/whole.pl">
            PerlUsePool whole
            PerlProfile On
        </Location>
        <Location "/registry.pl">
            PerlProfile On
            PerlUsePool default
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
        </Location>
        CONF
};
for my $name (qw(cgi registry plain whole)) {
    script($h, "$name.pl", $SCRIPT);
    utime time - 1000, time - 1000, "$root/$name.pl";
}
$h->start;

my %PREFIX = (registry => qr/::busy\z/);

for my $name (qw(cgi registry)) {
    for my $count (3, 5) {
        my $response = get($h, "/$name.pl?$count");
        is $response->body, "done\n", "$name: the page is as always";
        my $profile = profile_of($h, 'pool-default', "/$name.pl?$count");
        ok $profile, '... and there is a profile of it' or next;
        my ($sub)
            = grep { /\bbusy\z/ } keys %{ $profile->subname_subinfo_map };
        is calls_of($profile, $sub // 'none'), $count,
            'the profile has the calls of the sub';
        my $lines = lines_of($profile, "$root/$name.pl");
        ok $lines->{7} || $lines->{8}, 'the profile has the times of lines';
    }
}
is get($h, '/whole.pl?2')->body, "done\n", 'another pool';
ok profile_of($h, 'pool-whole', '/whole.pl?2'),
    'another pool makes a profile of a request';
is get($h, '/plain.pl')->body, "done\n", 'another pool has no profile';
is scalar(profiles($h, 'pool-default')), 4,
    'a request that is not to be profiled makes no profile';
done_testing;
