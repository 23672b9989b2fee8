# PerlOptions: the options of a set, inherited from the server to a host and
# from a section to an inner one, and the handlers that MergeHandlers adds up.
# Passes with mod_perl, too.

use Mehari::Test;

my @directory = qw(ParseHeaders SetupEnv GlobalRequest MergeHandlers);
my @server    = qw(Autoload MergeHandlers Access Log);

# Outer section, inner section, what is on in the inner, and its handlers.
my @sections = (
    [ '',              '',               '',                           'in' ],
    [ '+ParseHeaders', '',               'ParseHeaders',               'in' ],
    [ '+ParseHeaders', '-ParseHeaders',  '',                           'in' ],
    [ '+ParseHeaders', '+GlobalRequest', 'ParseHeaders GlobalRequest', 'in' ],
    [ 'ParseHeaders',  '+GlobalRequest', 'ParseHeaders GlobalRequest', 'in' ],
    [ '+ParseHeaders', 'GlobalRequest',  'ParseHeaders GlobalRequest', 'in' ],
    [ '+ParseHeaders +SetupEnv', 'None',           '',                 'in' ],
    [ '+ParseHeaders',           'None +SetupEnv', 'SetupEnv',         'in' ],
    [ '+SetupEnv -SetupEnv',     '',               '',                 'in' ],
    [ '-SetupEnv +SetupEnv',     '',               'SetupEnv',         'in' ],
    [ '',               '+MergeHandlers', 'MergeHandlers',    'out in' ],
    [ '+MergeHandlers', '',               'MergeHandlers',    'out in' ],
    [ '+MergeHandlers', '-MergeHandlers', '',                 'in' ],
    [ '',               'MergeHandlers',  'MergeHandlers',    'out in' ],
    [ '+MergeHandlers', 'SetupEnv', 'SetupEnv MergeHandlers', 'out in' ],
    [ '+MergeHandlers', 'None',     '',                       'in' ],
);

# A host, what is on in it (the server has +Autoload -Log), and the handlers of
# a phase of servers.
my @hosts = (
    [ '',               'Autoload Access',               'host' ],
    [ '-Autoload',      'Access',                        'host' ],
    [ '+Log',           'Autoload Access Log',           'host' ],
    [ '-Access',        'Autoload',                      'host' ],
    [ '+MergeHandlers', 'Autoload MergeHandlers Access', 'server host' ],
    [
        '+MergeHandlers +Clone',
        'Autoload MergeHandlers Access',
        'server host'
    ],
    [ '+Clone',           'Autoload Access', 'host' ],
    [ '+InheritSwitches', 'Autoload Access', 'host' ],
    [ '-MergeHandlers',   'Autoload Access', 'host' ],
);

sub options ($words) { return $words eq '' ? '' : "PerlOptions $words" }

my $config = <<'CONF';
<Perl>
package My;
for my $name (qw(out in server host)) {
    no strict 'refs';
    *$name = sub { $_[0]->notes->add(said => $name); return -1 };
}
sub handler {
    my ($r) = @_;
    my ($of, @names) = split /,/, $r->args;
    my $what = $of eq 'host' ? $r->server : $r;
    my @on = grep { $what->is_perl_option_enabled($_) } @names;
    $r->print("Content-Type: text/plain\n\n")
        if $r->is_perl_option_enabled('ParseHeaders');
    $r->print(join(' ', @on), ': ', join(' ', $r->notes->get('said')));
    return 0;
}
</Perl>
PerlOptions +Autoload -Log
PerlPostReadRequestHandler My::server
CONF
for my $i (keys @sections) {
    my ($outer, $inner) = $sections[$i]->@*;
    $config .= <<~"CONF";
        <Location /$i>
        SetHandler modperl
        PerlResponseHandler My
        PerlFixupHandler My::out
        @{[ options($outer) ]}
        </Location>
        <Location /$i/in>
        PerlFixupHandler My::in
        @{[ options($inner) ]}
        </Location>
        CONF
}
for my $i (keys @hosts) {
    $config .= <<~"CONF";
        <VirtualHost *>
        ServerName host$i.example
        @{[ options($hosts[$i][0]) ]}
        PerlPostReadRequestHandler My::host
        </VirtualHost>
        CONF
}
my $h = server(config => <<"CONF");
<VirtualHost *>
ServerName base.example
</VirtualHost>
$config
CONF

for my $i (keys @sections) {
    my ($outer, $inner, $on, $said) = $sections[$i]->@*;
    my $query = join ',', 'section', @directory;
    is get($h, "/$i/in?$query", headers => [ Host => 'base.example' ])->body,
        "$on: server $said", "section '$outer', inside '$inner'";
}
for my $i (keys @hosts) {
    my ($options, $on, $said) = $hosts[$i]->@*;
    my $query = join ',', 'host', @server;
    is get($h, "/0?$query", headers => [ Host => "host$i.example" ])->body,
        "$on: $said out", "the options '$options' of a host hold";
}

done_testing;
