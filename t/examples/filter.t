# examples/filter: the line in each HTML page, compressed or not.

use Mehari::Test;
use Compress::Zlib ();
use Mehari::Test::Serve;

my $site = Mehari::Test::Serve::root() . '/examples/filter';

for my $mpm (Mehari::Test::Serve::mpms()) {
    my $server
        = Mehari::Test::Serve->start($site, '--workers', 1, '--mpm', $mpm);
    for my $round (1, 2) {
        for my $path ('/', '/index.html') {
            my $plain = $server->get($path);
            like $plain->{content},
                qr{none\.</p>\n<footer>\S+, by process \d+</footer>\n</body>},
                "$mpm: the line in $path ($round)";
            is $plain->{headers}{'content-encoding'}, undef,
                'a small response is not compressed';
            my $small = $server->get($path, 'Accept-Encoding' => 'gzip');
            is $small->{headers}{'content-encoding'}, 'gzip',
                'the response is compressed';
            is Compress::Zlib::memGunzip($small->{content}),
                $plain->{content},
                'the compressed response has the same text';
        }
        is $server->body('/plain.txt'), "Not HTML, with a </body> in it.\n",
            'a text stays as it is';
    }
    is $server->end, 0, 'the server ends with status 0';
}
done_testing;
