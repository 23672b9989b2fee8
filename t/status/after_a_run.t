# The status page right after a request: httpd may know the end of a run before
# the manager has told it, and the manager's word then comes first on the
# connection that asks for the page.

use Mehari::Test;
use JSON::PP qw(decode_json);
use Mehari::Test::Gateway;

my $SCRIPTS = 60;

my $h = gateway_server(
    workers => 1,
    config  => "<Location /status>\nSetHandler mehari-status\n</Location>\n",
);
script($h, "$_.pl", 'print "Content-Type: text/plain\n\n";')
    for 1 .. $SCRIPTS;
my $client = client($h);
my %wrong;

for my $number (1 .. $SCRIPTS) {
    $client->ask("/$number.pl");
    my $pools
        = decode_json($client->ask('/status?format=json')->body)->{pools};
    $wrong{ $_->{problem} // 'no problem' }++
        for grep { !$_->{scripts} } @$pools;
}
is_deeply \%wrong, {}, 'each page has the rows of the pool';

done_testing;
