# The sources of variables: PerlSetEnv and PerlPassEnv of server, virtual host
# and directory, SetEnv, SetEnvIf; the variables of each handler.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server(
    'environment',
    env    => { PASSED => 'from outside', NOT_PASSED => 'no', TZ => 'UTC' },
    config => join '',
    <<~'CONF',
        PerlPassEnv PASSED
        PerlSetEnv AT_SERVER server
        PerlSetEnv BOTH server
        SetEnv SET_SERVER server
        SetEnvIf Request_URI "values_of" SET_IF=yes
        SetEnvIf X-Client "(.+)" SET_CLIENT=$1
        CONF
    place(
        dir => "SetHandler perl-script\nPerlSetEnv AT_DIR dir\n"
            . "PerlSetEnv BOTH dir\nSetEnv SET_DIR dir"
    ),
    place(
        dirplain => "SetHandler modperl\nPerlSetEnv AT_DIR dir\n"
            . "PerlSetEnv BOTH dir\nSetEnv SET_DIR dir"
    ),
    <<~'CONF',
        <VirtualHost 127.0.0.1:*>
        ServerName main.example
        </VirtualHost>
        <VirtualHost 127.0.0.1:*>
        ServerName other.example
        PerlSetEnv AT_HOST other
        PerlSetEnv BOTH other
        </VirtualHost>
        CONF
);

my @NAMES = qw(PASSED NOT_PASSED AT_SERVER AT_DIR AT_HOST BOTH SET_SERVER
    SET_DIR SET_IF SET_CLIENT);

# Place and host => the variables that are there; the others are not.
my %EXPECTED = (
    'script main' => { BOTH => 'server', SET_SERVER => 'server' },
    'dir main'    => {
        BOTH       => 'dir',
        AT_DIR     => 'dir',
        SET_SERVER => 'server',
        SET_DIR    => 'dir'
    },
    'plain main'    => { BOTH => 'server' },
    'dirplain main' => { BOTH => 'dir', AT_DIR => 'dir' },
    'bare main'     => { BOTH => 'server' },
    'full main'     => { BOTH => 'server', SET_SERVER => 'server' },
    'script other'  => {
        BOTH       => 'other',
        AT_HOST    => 'other',
        SET_SERVER => 'server'
    },
    'plain other'    => { BOTH => 'other', AT_HOST => 'other' },
    'dirplain other' =>
        { BOTH => 'dir', AT_DIR => 'dir', AT_HOST => 'other' },
);

sub expected ($case, $client) {
    my %value = (
        PASSED    => 'from outside',
        AT_SERVER => 'server',
        %{ $EXPECTED{$case} },
    );
    if ($case =~ /script|full|dir /) {
        @value{qw(SET_IF SET_CLIENT)} = ('yes', $client);
    }
    return join '', map { "$_=" . ($value{$_} // 'undef') . "\n" } @NAMES;
}

my $query = join '&', @NAMES;
for my $round (1, 2) {
    for my $case (sort keys %EXPECTED) {
        my ($place, $host) = split / /, $case;
        for my $client (qw(A B)) {
            my $body = get($h, "/$place/values_of?$query",
                headers => { Host => "$host.example", 'X-Client' => $client })
                ->body;
            is $body, expected($case, $client),
                "the environment of $case is right for $client in round $round";
        }
    }
}

my $BARE_KEYS = join '', map { "$_\n" } sort qw(MOD_PERL MOD_PERL_API_VERSION
    PATH TZ PASSED AT_SERVER BOTH);
for my $place (qw(plain bare)) {
    is $_->body, $BARE_KEYS, "%ENV at $place is as mod_cgi's"
        for get($h, "/$place/keys_of", repeat => 2);
}
for my $place (qw(script full)) {
    my ($first, $second) = get($h, "/$place/keys_of", repeat => 2);
    is $second->body, $first->body,
        "the second request at $place sees the same keys";
    for my $name (qw(GATEWAY_INTERFACE REQUEST_METHOD SCRIPT_NAME MOD_PERL)) {
        like $first->body, qr/^$name$/m, "$place has the variable $name";
    }
}
for my $place (qw(script plain)) {
    is $_->body,
          "MOD_PERL=mod_perl/2.0.13\nMOD_PERL_API_VERSION=2\n"
        . 'GATEWAY_INTERFACE='
        . ($place eq 'script' ? 'CGI/1.1' : 'undef') . "\n",
        $place
        for get(
        $h,
        "/$place/values_of?MOD_PERL&MOD_PERL_API_VERSION&GATEWAY_INTERFACE",
        repeat => 2
        );
}

done_testing;
