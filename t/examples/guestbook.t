# examples/guestbook: one book has the entries of two people, in several modes.

use Mehari::Test;
use Mehari::Test::Serve;

needs('CGI');

my $server
    = Mehari::Test::Serve->start(
    Mehari::Test::Serve::root() . '/examples/guestbook',
    '--workers', 1, '--mode', 'all');
my @cgi   = Mehari::Test::Serve::cgi_modes();
my @modes = (@cgi, qw(perlrun registry perlrunprefork registryprefork));

# Each signs in turn, in each mode, and is sent back to the book.
for my $mode (@modes) {
    for my $who (qw(Ann Bob)) {
        my $response
            = $server->{http}->post_form($server->url . "/$mode/guestbook.pl",
            { name => "<i>$who", text => "was\there by $mode" });
        is $response->{status}, 302, "$who signs under $mode";
        like $response->{headers}{location}, qr{/$mode/guestbook\.pl\z},
            "$mode: an entry goes back to the book";
    }
}
for my $mode (@modes) {
    my @entries = $server->body("/$mode/guestbook.pl")
        =~ m{&lt;i&gt;(\w+)</strong>.*?was here by ([\w-]+)}gs;
    is_deeply \@entries,
        [ map { ('Bob', $_, 'Ann', $_) } reverse @modes ],
        "the book under $mode: all entries, the last first";
}

is $server->end, 0, 'the server ends with status 0';
is_deeply [ $server->leftovers ], [], 'the book is gone with the server';
done_testing;
