# examples/gzip: Perl's filters and mod_deflate in one chain.

use Mehari::Test;
use IO::Uncompress::Gunzip qw(gunzip);
use Mehari::Test::Serve;

my $example = Mehari::Test::Serve::root() . '/examples/gzip';
my $server  = Mehari::Test::Serve->start($example, '--workers', 1);
my $page    = join '', map { "line $_ of the page\n" } 1 .. 2000;

is $server->body('/'), $page, 'blanks are taken away';
for my $path ('/deflate', '/perl') {
    my $plain = $server->get($path);
    is $plain->{content}, $page, "$path: for a client without gzip";
    is $plain->{headers}{'content-encoding'}, undef,
        'a client that does not ask gets the plain page';
    my $zipped = $server->get($path, 'Accept-Encoding' => 'gzip');
    is $zipped->{headers}{'content-encoding'}, 'gzip',
        'the response is compressed';
    like $zipped->{headers}{vary}, qr/Accept-Encoding/,
        'the response tells caches that it varies';
    cmp_ok length $zipped->{content}, '<', length($page) / 4,
        'the compressed response is short';
    gunzip(\$zipped->{content}, \my $text);
    is $text, $page, 'the compressed response is whole';
}
is $server->get('/perl', 'Accept-Encoding' => 'gzip;q=0')->{content}, $page,
    'a client that says no';
done_testing;
