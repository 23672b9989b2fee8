# A variable that is read while %ENV waits, before any other look: it is what
# the whole %ENV has, it is the element that the whole %ENV has, and it does
# not stay for the next request.

use Mehari::Test;

my $h = server(
    workers  => 1,
    handlers => {
        '/script' => [ \&look, \&single, 'SetHandler perl-script' ],
        '/plain'  => [ \&look, \&single ],
        '/own'    => [
            \&look,                   \&single,
            'SetHandler perl-script', 'PerlSetEnv MOD_PERL own'
        ],
    },
    config => 'SetEnv REQUEST_METHOD mine',
);

sub single (@) {
    return join ' ', $ENV{GATEWAY_INTERFACE}, $ENV{SERVER_PROTOCOL},
        $ENV{REQUEST_METHOD}, $ENV{QUERY_STRING},
        $ENV{MOD_PERL} // 'none', $ENV{MOD_PERL_API_VERSION} // 'none';
}

sub look ($r) {
    our %other = (QUERY_STRING => 'of another hash');
    state %do = (
        another => sub { return $other{QUERY_STRING} },
        whole   => sub {
            my $count = keys %ENV;
            return single();
        },
        single => \&single,
        twice  => sub {
            my $first = single();
            my $count = keys %ENV;
            return $first eq single() && $count > 20 ? 'same' : 'differs';
        },
        element => sub {
            my $method    = $ENV{REQUEST_METHOD};
            my $reference = \$ENV{REQUEST_METHOD};
            $$reference = 'changed';
            return $ENV{REQUEST_METHOD};
        },
        position => sub {
            my $found = $ENV{REQUEST_METHOD} =~ /E/g;
            my $count = keys %ENV;
            return pos $ENV{REQUEST_METHOD};
        },
        write => sub {
            my $query = $ENV{QUERY_STRING};
            $ENV{QUERY_STRING} .= '+more';
            return "$query $ENV{QUERY_STRING} "
                . shift->subprocess_env->get('QUERY_STRING');
        },
        local => sub {
            my @seen = $ENV{QUERY_STRING};
            {
                local $ENV{QUERY_STRING} = 'local';
                push @seen, $ENV{QUERY_STRING};
            }
            return join ' ', @seen, $ENV{QUERY_STRING};
        },
        delete => sub {
            my $query = $ENV{QUERY_STRING};
            delete $ENV{QUERY_STRING};
            return join ' ', $query, $ENV{QUERY_STRING} // 'gone';
        },
        replaced => sub {
            my $query = $ENV{QUERY_STRING};
            local *ENV = { QUERY_STRING => 'another' };
            return "$query $ENV{QUERY_STRING}";
        },
        alias => sub {
            my $method = $ENV{REQUEST_METHOD};
            $_ = "<$_>" for $ENV{REQUEST_METHOD};
            return $ENV{REQUEST_METHOD};
        },
        table => sub {
            my $query = $ENV{QUERY_STRING};
            $_[0]->subprocess_env->set(LATER => 1);
            return exists $ENV{LATER} ? 'seen' : 'not seen';
        },
        fields => sub {
            my ($r) = @_;
            my $method = $ENV{REQUEST_METHOD};
            $r->args('changed');
            return $ENV{QUERY_STRING};
        },
        headers => sub {
            my ($r) = @_;
            my $method = $ENV{REQUEST_METHOD};
            $r->headers_in->{Host} = 'changed';
            return $ENV{HTTP_HOST};
        },
        fill => sub {
            my $query = $ENV{QUERY_STRING};
            $_[0]->subprocess_env->set(QUERY_STRING => 'set');
            $_[0]->subprocess_env;
            return "$query $ENV{QUERY_STRING}";
        },
        nested => sub {
            my ($r) = @_;
            return
                  $ENV{QUERY_STRING}
                . $r->lookup_uri('/script?single')->run
                . $ENV{QUERY_STRING};
        },
        later => sub {
            $_[0]->subprocess_env;
            return single();
        },
    );
    $r->print($do{ $r->args =~ /(\w+)/ ? $1 : '' }->($r), "\n");
    return 0;
}

my $mod_perl = qr{mod_perl/[\d.]+};
my %expected = (
    another  => qr/^of another hash$/,
    whole    => qr{^CGI/1\.1 HTTP/1\.1 GET whole $mod_perl 2$},
    single   => qr{^CGI/1\.1 HTTP/1\.1 GET single $mod_perl 2$},
    twice    => qr/^same$/,
    element  => qr/^changed$/,
    position => qr/^2$/,
    write    => qr/^write write\+more write\+more$/,
    local    => qr/^local local local$/,
    delete   => qr/^delete gone$/,
    replaced => qr/^replaced another$/,
    alias    => qr/^<GET>$/,
    table    => qr/^not seen$/,
    fields   => qr/^fields$/,
    headers  => qr/^localhost:/,
    fill     => qr/^fill set$/,
    nested   => qr/GET single $mod_perl 2\nnested0nested$/,
);

# Each way after each other way: the next one must not find the first one's
# changes.
for my $first (sort keys %expected) {
    for my $second ('single', sort keys %expected) {
        get($h, "/script?$first");
        like get($h, "/script?$second")->body, $expected{$second},
            "a look at $second after $first finds its own request";
    }
}

like get($h, '/own?single')->body, qr{ single own 2$},
    'a variable that the directory sets is read';
like get($h, '/script?single')->body, $expected{single},
    'a single variable is there in its own request';

get($h, '/script?single');
like get($h, '/plain?later')->body,
    qr{^CGI/1\.1 HTTP/1\.1 GET later $mod_perl 2$},
    'SetHandler modperl fills its own after another has read some';
like get($h, '/script?single', method => 'POST', body => 'x')->body,
    qr{ POST single },
    'another method is seen in the environment';
like get($h, '/script?single&q=%20')->body, qr{ GET single&q=%20 },
    'another query is seen in the environment';

done_testing;
