# Apache2::RequestUtil: configuration, handlers and notes of a request.

use Mehari::Test;
use Mehari::Test::Inside;

my $h = inside_server(
    cases  => ['Inside::Util'],
    files  => { 'slurp.txt' => "one\ntwo\0three\n" },
    config => <<~'CONF',
        ServerName camel.example
        ServerSignature On
        PerlSetVar Server everywhere
        <Location "/inside">
        LimitRequestBody 12345
        UseCanonicalName On
        PerlOptions +ParseHeaders
        PerlSetVar Camel one-humped
        PerlSetVar List a
        PerlAddVar List b c
        PerlSetVar File "${DOCUMENT_ROOT}/slurp.txt"
        </Location>
        <Location "/merged">
        PerlSetVar Where merged
        </Location>
        CONF
);

inside($h, "Inside::Util::$_") for qw(
    dir_config undefined pnotes pnotes_gone handlers handlers_ran about options
    no_cache credentials slurp add_config not_added location_merge made
    no_global
);
inside($h, 'Inside::Util::global', path => '/script');

subtest 'child_terminate' => sub {
    my $first = get($h, '/inside?Inside::Util::pid')->body;
    is get($h, '/inside?Inside::Util::pid')->body, $first,
        'the same child serves until child_terminate';
    is get($h, '/inside?Inside::Util::last_one')->body, $first,
        'a child that is told to end answers first';
    isnt get($h, '/inside?Inside::Util::pid')->body, $first,
        'another child serves after child_terminate';
};

subtest 'without a variable' => sub {
    my $bare = inside_server(cases => ['Inside::Util']);
    inside($bare, 'Inside::Util::no_dir_config');
};

done_testing;
