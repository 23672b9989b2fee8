# Apache2::SubRequest: looking up, running, redirecting, and the lifetimes of
# objects.

use Mehari::Test;
use Mehari::Test::Call qw(call_server);

my $h = call_server(
    workers => 1,
    files   => {
        'page.txt'    => 'the page',
        'becomes.txt' => 'the other',
        'plain'       => 'no type'
    },
    handlers => { '/sub' => 'TestSubRequest' },
    config   => <<'CONF',
PerlModule TestSubRequest
<LocationMatch "^/sub/filtered">
PerlOutputFilterHandler TestSubRequest::doubles
</LocationMatch>
<Location /becomes.txt>
PerlFixupHandler TestSubRequest::becomes
</Location>
CONF
);

sub answers ($path, $expected, $name = $path) {
    for my $response (get($h, $path, repeat => 2)) {
        is $response->status, 200, "$name answers with status 200";
        if   (ref $expected) { like $response->body, $expected, $name }
        else                 { is $response->body,   $expected, $name }
    }
    return;
}

answers('/sub/lookups',
    qr{^Apache2::SubRequest 1 a=b text/plain 200 text/plain PUT file });
answers('/sub/entries',
    qr{^200 text/plain file the page \$r->lookup_dirent\(\): argument 1 has});
answers('/sub/runs', 'before [/sub/inner x=1 GET] between the page after 00');
answers('/sub/nests',
    'outer(before [/sub/inner x=1 GET] between the page after 00)');
answers('/sub/filtered', 'yyxx', 'content filters apply once');
answers('/sub/many', '[/sub/inner  GET]');

subtest 'ownership' => sub {
    for (1, 2) {
        is get($h, '/sub/keeps')->body, 'kept',
            'a subrequest can be kept in a global';
        is get($h, '/sub/uses_kept')->body,
            '$r->uri(): called after the request ended; '
            . 'do not keep $subr in a global',
            'a kept subrequest is stale after its request';
    }
    answers('/sub/again', 'dropped /sub/drops ran');
};

subtest 'redirects' => sub {
    answers('/sub/redirects',         '[/sub/inner from=redirect GET]');
    answers('/sub/redirects_late',    'before [/sub/inner from=late GET]');
    answers('/sub/redirects_to_file', 'the page');
    answers('/sub/redirects_handler', 'no type');
    is get($h, '/sub/redirects_handler')->header('Content-Type'),
        'text/x-camel',
        'internal_redirect_handler keeps the content type of the first request';
    answers('/becomes.txt', 'the page', 'internal_fast_redirect');
};

my @refusals = (
    '$r->internal_fast_redirect(): argument 1: '
        . 'expected an Apache2::SubRequest object',
    '$subr->run(): expected an Apache2::SubRequest object',
    '$r->lookup_uri(): argument 2: expected an Apache2::Filter object',
    '$r->lookup_uri(): argument 1 must be a string',
);
my $refusals = join '.*\n', map { quotemeta } @refusals;
answers('/sub/wrong', qr/\A$refusals/);

done_testing;
