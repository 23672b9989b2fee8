# SetHandler modperl and SetHandler perl-script: the environment of each, and
# the meaning of a handler's return value.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server(
    'response',
    files  => { 'page.html' => "a file\n", 'page.shtml' => "a page\n" },
    config => join '',
    place(parsed => "SetHandler modperl\nPerlOptions +ParseHeaders"),
    place(
        sendheader => "SetHandler perl-script\nPerlSendHeader On\n"
            . 'PerlSetupEnv Off'
    ),
    place(global => "SetHandler modperl\nPerlOptions +GlobalRequest"),
    <<~'CONF',
        <Location "/page.html">
        SetHandler perl-script
        PerlResponseHandler "sub { -1 }"
        </Location>
        <Location "/twice">
        SetHandler modperl
        PerlResponseHandler Cases::first Cases::second Cases::third
        </Location>
        CONF
);

sub about ($place) {
    my %about = map { split /=/, $_, 2 } split /\n/,
        get($h, "/$place/about")->body;
    return \%about;
}

my $REQUEST = 'Apache2::RequestRec';
my $NONE    = 'Global $r object is not available. '
    . 'Set: PerlOptions +GlobalRequest in httpd.conf';
my %same = (
    '$|'     => 0,
    tied     => 0,
    MOD_PERL => 'mod_perl/2.0.13',
    API      => 2,
    ARGV     => 0,
    INT      => 'IGNORE',
    PIPE     => 'IGNORE',
    exit     => 1
);
my %ours
    = (%same, STDIN => 'Apache2', STDOUT => 'Apache2', fileno => '-1,-1');
my %httpds = (
    %same,
    STDIN  => 'unix,perlio',
    STDOUT => 'unix,perlio',
    fileno => '0,1'
);
my %EXPECTED = (
    script     => { %ours,   gateway => 'CGI/1.1', global => $REQUEST },
    bare       => { %ours,   gateway => 'undef',   global => $NONE },
    sendheader => { %ours,   gateway => 'undef',   global => $REQUEST },
    plain      => { %httpds, gateway => 'undef',   global => $NONE },
    full       => { %httpds, gateway => 'CGI/1.1', global => $REQUEST },
    global     => { %httpds, gateway => 'undef',   global => $REQUEST },
);
for my $round (1, 2) {
    for my $place (sort keys %EXPECTED) {
        next if $place eq 'sendheader';
        is_deeply about($place), $EXPECTED{$place},
            "$place has its surroundings in round $round";
    }
}

for my $round (1, 2) {
    for my $place (qw(script full global)) {
        for my $inner (qw(script full bare plain)) {
            is get($h, "/$place/global?/$inner/global_uri")->body,
                (
                $inner =~ /script|full/
                ? "/$inner/global_uri"
                : "/$place/global"
                )
                . "\n/$place/global\n/$place/global\n",
                "the global request of $place around $inner"
                if $inner !~ /bare|plain/;
            like get($h, "/$place/global?/$inner/global_uri")->body,
                qr{^/$place/global\n/$place/global\n\z}m,
                'the global request is right inside and after a nested one';
        }
    }
    is get($h, '/plain/global_uri')->body, "none\n", 'gone after the request';
}

my %STATUS = (
    ok        => 200,
    undef     => 200,
    empty     => 200,
    not_found => 404,
    forbidden => 403,
    string    => 404,
    done      => 200,
    created   => 201,
    object    => 404,
    bad       => 500,
    list      => 200,
);
for my $place (qw(script plain)) {
    for my $what (sort keys %STATUS) {
        for my $answer (interleaved($h, ["/$place/return_by?$what"])) {
            my $response = $answer->{response};
            is $response->status, $STATUS{$what},
                "$place returns $what as its status";
            is $response->body, "body\n",
                'a status from a handler leaves the body'
                if $what =~ /^(?:ok|undef|empty|done|created)$/;
        }
    }
    is $_->status, 404, "$place: declined, and nobody else"
        for get($h, "/$place/declined", repeat => 2);
}
is $_->body, "a file\n", 'a handler that declines leaves the file'
    for get($h, '/page.html', repeat => 2);
is $_->body, '12', 'declined: the next of the list'
    for get($h, '/twice', repeat => 2);

for my $response (get($h, '/parsed/return_by?ok', repeat => 2)) {
    is $response->body, "body\n",
        'ParseHeaders with content_type sends the body';
}

done_testing;
