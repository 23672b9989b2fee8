# The status page of mehari serve shows the served scripts, and not its own pages.

use Mehari::Test;
use JSON::PP qw(decode_json);
use Mehari::Test::Serve;

plan skip_all => 'mod_perl has no status page'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $site = Mehari::Test::Serve::site(
    'hello.pl' =>
        qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\nhello\\n";\n),
    'fails.pl' => qq(#!/usr/bin/perl\ndie "on purpose\\n";\n),
);

for my $mpm (qw(event prefork)) {
    my $server
        = Mehari::Test::Serve->start($site, '--workers', 1, '--mpm', $mpm);
    is $server->get('/')->{status}, 200, "$mpm: the index page is served";
    is $server->body('/perl-cgi/hello.pl'), "hello\n",
        "$mpm: a script is served";
    like $server->html('/perl-cgi/fails.pl'), qr/on purpose/,
        "$mpm: the error page is served";

    my $pools
        = decode_json($server->body('/mehari-status?format=json'))->{pools};
    my ($default) = grep { $_->{name} eq 'default' } @$pools;
    ok !(grep { $_->{name} eq 'pages' } @$pools),
        "$mpm: the pool of the pages is not shown";
    is_deeply [ sort map { $_->{script} =~ m{([^/]+)\z} }
            $default->{scripts}->@* ],
        [qw(fails.pl hello.pl)],
        "$mpm: only the scripts of the folder are shown";
    is $default->{counts}{requests}, 2,
        "$mpm: only requests to scripts are counted";
    is $server->end, 0, "$mpm: the server ends with status 0";
}

done_testing;
