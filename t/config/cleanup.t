# PerlCleanupHandler: called at the end of every request of its place, whoever
# has answered it.

use Mehari::Test;

my $h = server(
    workers  => 1,
    files    => { 'page.txt' => 'x', 'other/page.txt' => 'y' },
    handlers => { '/tell'    => 'Count::tell' },
    config   => <<'CONF',
<Perl>
package Count;
use Apache2::Connection     ();
use Apache2::ConnectionUtil ();
sub clean { my $r = shift; push @{ $r->connection->pnotes->{seen} }, $r->uri; 0 }
sub tell  {
    my $r    = shift;
    my $seen = delete $r->connection->pnotes->{seen} // [];
    $r->print("@$seen");
    return 0;
}
</Perl>
<Location />
PerlCleanupHandler Count::clean
</Location>
<Location /other>
PerlCleanupHandler Count::clean Count::clean
</Location>
CONF
);

my $client = client($h);
$client->request('/tell');
for (1, 2) {
    for my $path (qw(/page.txt /missing.txt /other/page.txt)) {
        $client->request($path);
    }
    is $client->request('/tell')->body,
        '/tell /page.txt /missing.txt /other/page.txt /other/page.txt',
        'static pages and errors too, once each';
}

done_testing;
