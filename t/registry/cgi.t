# Every script under mod_cgi and under the Registry family, sent twice by two
# clients in turn: the same answers, except for intended differences.

use Mehari::Test;
use Mehari::Test::Registry;

needs('CGI');

my $h = script_server();

my $KEPT = 'Registry keeps package variables';
my $SUBS = 'a named sub keeps the first of a my variable';

# [request, { place => the reason for a difference there }]
my @CASES = (
    [ 'about.pl',      { all => 'the package and what is in @_ tell it' } ],
    [ 'hello.pl',      { all => 'MOD_PERL is set' } ],
    [ 'count.pl',      { registry => $KEPT, prefork => $KEPT, bb => $KEPT } ],
    [ 'counter-my.pl', { registry => $SUBS, prefork => $SUBS, bb => $SUBS } ],
    ['counter-passed.pl'],
    [
        'counter-lib.pl',
        {
            registry => 'relative to the working directory',
            bb       => 'relative to the working directory',
            perlrun  => 'relative to the working directory',
            prefork  => $KEPT,
        }
    ],
    [
        'cwd.pl',
        { map { $_ => "the server's directory" } qw(registry bb perlrun) }
    ],
    ['data-end.pl'],
    ['data-end.pl?close'],
    ['data-package.pl'],
    ['data-source.pl'],
    ['end-in-pod.pl'],
    ['pod-at-end.pl'],
    ['own-handler.pl'],
    ['blocks.pl'],
    ['blocks.pl?exit'],
    ['status-header.pl'],
    ['status-header.pl?flush'],
    ['exit.pl?sub'],
    [ 'exit.pl', { all => 'exit can be caught' } ],
    ['die-before.pl'],
    ['syntax.pl'],
    [ 'taint.pl', { all => 'a switch of the server, not of a script' } ],
    ['form.pl?b=2&a=1&a=3'],
    [
        [
            'form.pl',
            method  => 'POST',
            body    => 'name=camel&name=mehari',
            headers =>
                { 'Content-Type' => 'application/x-www-form-urlencoded' }
        ]
    ],
    [ [ 'stdin.pl?q=1', method => 'POST', body => "one\ntwo\n" ] ],
    ['stdin.pl'],
    ['location.pl'],
    ['locals.pl'],
    ['light.pl'],
    ['heavy.pl'],
    ['missing.pl'],
);

# Headers that depend on how or when the answer was sent.
my $ANY = join '|', qw(Date Server Connection Keep-Alive Content-Length
    Transfer-Encoding);

# The comparable parts of an answer. httpd's own pages contain the place.
sub told ($response, $place) {
    my @kept = map { lc($_->[0]) . ": $_->[1]" }
        grep { $_->[0] !~ /^(?:$ANY)$/i } $response->headers;
    return join "\n", $response->status . ' ' . $response->reason,
        sort(@kept), '', $response->body =~ s{/$place/}{/PLACE/}gr;
}

sub answers ($place, $request) {
    my ($path, %with) = ref $request ? @$request : $request;
    return
        map { told($_->{response}, $place) }
        interleaved($h, [ [ "/$place/$path", %with ] ], rounds => 2);
}

for my $case (@CASES) {
    my ($request, $differs) = @$case;
    my $name
        = ref $request
        ? "$request->[1] $request->[2] $request->[0]"
        : $request;
    my @cgi = answers('cgi', $request);
    for my $place (qw(registry bb perlrun prefork runprefork)) {
        my @ours = answers($place, $request);
        my $why  = $differs && ($differs->{$place} // $differs->{all});
        if (defined $why) {
            isnt join("\n", @ours), join("\n", @cgi),
                "$name: $place differs: $why";
        }
        else {
            is_deeply \@ours, \@cgi, "$name: $place as under mod_cgi";
        }
    }
}

done_testing;
