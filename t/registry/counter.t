# State that stays from one request to the next: the talk's counters.

use Mehari::Test;
use Mehari::Test::Registry;

needs('CGI');

my $h = script_server();

subtest 'hello' => sub {
    for my $place (qw(registry perlrun bb prefork runprefork)) {
        for my $response (get($h, "/$place/hello.pl", repeat => 2)) {
            is $response->status, 200, "$place answers with status 200";
            like $response->header('Content-Type'), qr{^text/html},
                'a script of Registry has its type';
            like $response->body, qr{<h1>Hello world!</h1>},
                'a script of Registry has its body';
            like $response->body, qr{^GATEWAY_INTERFACE: CGI/1\.1$}m,
                'GATEWAY_INTERFACE says CGI/1.1';
            like $response->body, qr{^MOD_PERL: \S+/\d}m,
                'MOD_PERL has a version';
        }
    }
};

my @counted  = map { "counted $_\n" } 1, 2, 3;
my @restarts = ($counted[0]) x 3;

subtest 'a global stays where the script does' => sub {
    is_deeply bodies($h, 3, "/$_/count.pl"), \@counted, $_
        for qw(registry bb prefork);
    is_deeply bodies($h, 3, "/$_/count.pl"), \@restarts, $_
        for qw(perlrun runprefork cgi);
};

my @up = map { "Counter: $_\n" } 1, 2, 3;

subtest 'a my variable in a named sub' => sub {
    my $mark = $h->error_log_mark;
    is_deeply bodies($h, 3, '/registry/counter-my.pl'), \@up,
        'Registry: the sub keeps the first one';
    log_like($h, $mark,
        qr{Variable "\$counter" will not stay shared at \S+/counter-my\.pl line 13}
    );
    is_deeply bodies($h, 3, '/perlrun/counter-my.pl'), [ ($up[0]) x 3 ],
        'PerlRun: a new sub each time';
};

subtest 'a counter passed as an argument' => sub {
    is_deeply bodies($h, 3, "/$_/counter-passed.pl"), [ ($up[0]) x 3 ], $_
        for qw(registry perlrun bb cgi);
};

subtest 'each class has its own copy of a script' => sub {
    script($h, 'copy.pl', <<'PERL');
print "Content-Type: text/plain\n\n";
print __PACKAGE__, ' ', ++$count, "\n";
PERL
    for my $round (1, 2) {
        like get($h, '/registry/copy.pl')->body,
            qr/^ModPerl::ROOT::ModPerl::Registry::\w+_copy_2epl $round$/,
            "Registry counts in its own copy in round $round";
        like get($h, '/prefork/copy.pl')->body,
            qr/^ModPerl::ROOT::ModPerl::RegistryPrefork::\w+_copy_2epl $round$/,
            "RegistryPrefork counts in its own copy in round $round";
    }
};

done_testing;
