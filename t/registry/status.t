# A script's status: returned values, Status, exit, die.

use Mehari::Test;
use Mehari::Test::Registry;

my $h = script_server();

for my $place (qw(registry perlrun)) {
    subtest "$place: what a script returns is ignored" => sub {
        for my $value (0, 7, 404, 500) {
            for my $response (
                get($h, "/$place/return.pl?$value", repeat => 2))
            {
                is $response->status, 200,
                    "a script that returns $value has status 200";
                like $response->body, qr/^still here$/m,
                    'a script that returns a value has its body';
                unlike $response->body, qr/<html>/i,
                    'a script that returns a value has nothing else in its body';
            }
        }
    };

    subtest "$place: a Status header" => sub {
        for my $query ('', 'flush') {
            my $path = "/$place/status-header.pl?$query";
            for my $response (get($h, $path, repeat => 2)) {
                is $response->status, 404, 'a Status header sets the number';
                is $response->reason, 'Gone Fishing',
                    'a Status header sets the reason';
                is $response->body, "no fish here\n", "the script's own body";
            }
        }
    };

    subtest "$place: \$r->status without output" => sub {
        for my $status (403, 404, 410, 500) {
            my $path = "/$place/status-set.pl?$status";
            for my $response (get($h, $path, repeat => 2)) {
                is $response->status, $status,
                    "a status without output is the response's";
                like $response->body, qr/<title>$status /,
                    "a status without output makes httpd's page";
            }
        }
    };

    subtest "$place: exit" => sub {
        for my $response (get($h, "/$place/exit.pl?sub", repeat => 2)) {
            is $response->status, 200, 'a script that exits has status 200';
            is $response->body, "before exit\n",
                'exit ends the script in a sub';
        }
        is get($h, "/$place/exit.pl?")->body, "before exit\ncaught: exit\n",
            'inside eval the script sees it';
    };

    subtest "$place: die before output" => sub {
        for my $round (1, 2) {
            my $mark     = $h->error_log_mark;
            my $response = get($h, "/$place/die-before.pl");
            is $response->status, 500, 'die after output makes status 500';
            like $response->body, qr/Internal Server Error/,
                "a script that dies makes httpd's page";
            log_like(
                $h, $mark,
                qr/no camel in sight/,
                'the words of die are logged'
            );
        }
    };

    subtest "$place: die after output" => sub {
        for my $round (1, 2) {
            my $mark = $h->error_log_mark;
            like get($h, "/$place/die-after.pl")->body, qr/^a camel$/m,
                'the printed part is sent before an error';
            log_like(
                $h, $mark,
                qr{it ran away at \S+/die-after\.pl line 4\.},
                'the message is logged'
            );
        }
    };

    subtest "$place: syntax error" => sub {
        for my $round (1, 2) {
            my $mark = $h->error_log_mark;
            is get($h, "/$place/syntax.pl")->status, 500,
                'a syntax error makes status 500';
            log_like(
                $h, $mark,
                qr{syntax error at \S+/syntax\.pl line 3},
                'a syntax error is logged with file and line'
            );
        }
    };
}

subtest 'an ErrorDocument is told why' => sub {
    my $told
        = script_server(config => <<'CONF' . location('notes', <<'CONF2'));
ErrorDocument 500 /registry/told.pl
CONF
SetHandler perl-script
PerlResponseHandler ModPerl::Registry
PerlOptions +ParseHeaders
CONF2
    script($told, 'told.pl', <<'PERL');
my $r = shift;
print "Content-Type: text/plain\n\n";
print 'why: ', $r->prev->notes->get('error-notes'), "\n";
print 'also: ', $@{ $r->prev->uri }, "\n";
PERL
    for my $response (get($told, '/notes/die-before.pl', repeat => 2)) {
        is $response->status, 500,
            'the response of an ErrorDocument has status 500';
        is $response->body,
            "why: no camel in sight\n, \nalso: no camel in sight\n\n",
            'the ErrorDocument reads why the script died';
    }
};

subtest 'the next script does not notice' => sub {
    is get($h, '/registry/die-before.pl')->status, 500,
        'a script that dies has status 500';
    is get($h, '/registry/light.pl')->status, 200,
        'the next script has status 200';
};

script($h, 'context.pl', <<'PERL');
print "Content-Type: text/plain\n\n";
print defined wantarray ? 'a value' : 'void';
PERL
for my $place (qw(registry perlrun)) {
    for my $response (get($h, "/$place/context.pl", repeat => 3)) {
        is $response->body, 'void', "a script runs in void context ($place)";
    }
}

done_testing;
