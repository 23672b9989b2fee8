# Every way to print reaches the client, once, in order, with or without
# header parsing.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server('output');

my %OTHER = (write => "camel     7\n", undef => "ab\n");

my @ways = split /\n/, get($h, '/script/ways')->body;
cmp_ok @ways, '>', 30, 'the ways to print';
for my $place (qw(script cgi bare)) {
    for my $way (@ways) {
        for my $answer (interleaved($h, ["/$place/print_by?$way"])) {
            my $response = $answer->{response};
            is $response->body, $OTHER{$way} // "ab\n",
                "$way at $place ($answer->{client}, $answer->{round})";
            is $response->header('Content-Type'), 'text/plain',
                'a printed page has its type';
        }
    }
}

my %BYTES = (
    none     => "\xe9\n",
    utf8     => "\xc3\xa9\xe2\x98\xba\n",
    encoding => "\xc3\xa9\xe2\x98\xba\n",
    latin    => "\xe9\n",
    crlf     => "one\r\ntwo\r\n",
    back     => "\xc3\xa9\xe9\n",
    pop      => undef,
    wide     => "\xe2\x98\xba\n",
    dup      => "\xc3\xa9\n",
);
for my $place (qw(script cgi)) {
    for my $how (sort keys %BYTES) {
        for my $response (get($h, "/$place/characters?$how", repeat => 2)) {
            is $response->status, 200, "$how at $place is served";
            is $response->body, $BYTES{$how}, "the bytes of $how"
                if defined $BYTES{$how};
        }
        is get($h, "/$place/characters?none")->body, "\xe9\n",
            "no layer is left of $how";
    }
}

done_testing;
