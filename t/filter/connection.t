# Filters of connections: they see headers, and one request after the other.

use Mehari::Test;
use Mehari::Test::Filter;

plan skip_all => 'mod_perl filters the first response only'
    if !is_mehari();

my $server = filter_server(start => 0);
my %port   = map { $_ => $server->free_port }
    qw(output input init refused dies added);

sub host ($name, @lines) {
    return inside_host($port{$name}, @lines, <<~'CONF');
        <Location "/">
        SetHandler modperl
        PerlResponseHandler Connection::show
        </Location>
        <Location "/note">
        PerlResponseHandler Connection::note
        </Location>
        <Location "/wrong">
        PerlResponseHandler Connection::wrong
        </Location>
        CONF
}

$server->{config} .= join '',
    "AcceptFilter http none\nPerlModule Stream Connection\n",
    host('output',  'PerlOutputFilterHandler Connection::shout'),
    host('input',   'PerlInputFilterHandler Connection::header'),
    host('init',    'PerlOutputFilterHandler Connection::begun'),
    host('added',   'PerlPreConnectionHandler Connection::add'),
    host('dies',    'PerlOutputFilterHandler Connection::dies'),
    host('refused', 'PerlPreConnectionHandler Connection::refuse');
$server->start;

sub of ($name) {
    my $client = client($server);
    $client->{port} = $port{$name};
    return $client;
}

sub requests ($client, $path = '/') {
    return map { $client->request($path)->body } 1 .. 3;
}

is_deeply [ requests(of('output')) ], [ ("HELLO nobody\n") x 3 ],
    'output, on a connection that is kept';
is_deeply [ requests(of('input')) ], [ map { "hello $_\n" } 1 .. 3 ],
    'input: the context is the connection\'s';
is_deeply [ requests(of('added')) ], [ map { "HELLO $_\n" } 1 .. 3 ],
    'PerlPreConnectionHandler adds both filters';
is_deeply [ requests(of('input')) ], [ map { "hello $_\n" } 1 .. 3 ],
    'another connection has a filter of its own';

subtest 'an init handler' => sub {
    my $client = of('init');
    is $client->request('/note')->body, "yes 0\n",
        'the init handler was called';
    is $client->request('/note')->body, "yes 0\n",
        'an init handler was called once for two requests';
    $client->close;
    is of('init')->request('/note')->body, "yes 1\n",
        'the context of a filter goes with the connection';
};

subtest 'the other kind' => sub {
    my @said = split /\n/, of('output')->request('/wrong')->body;
    like $said[0], qr/FilterConnectionHandler attribute/,
        'a filter of a request is refused for a connection';
    like $said[1], qr/FilterRequestHandler attribute/,
        'a filter of a connection is refused for a request';
    like $said[2], qr/Connection::none/, 'a missing sub is refused';
};

is of('refused')->read_all, "go away\n", 'a connection that is refused';

subtest 'one that dies' => sub {
    my $mark   = $server->error_log_mark;
    my $client = of('dies');
    $client->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    is $client->read_all, '', 'a filter that dies sends nothing';
    log_like($server, $mark, qr/dies on the connection/);
    is of('output')->request('/')->body, "HELLO nobody\n",
        'other connections go on after a filter died';
};

subtest 'the end of a connection is no error' => sub {
    my $mark   = $server->error_log_mark;
    my $client = of('added');
    $client->request('/');
    $client->close;
    is_deeply [ requests(of('added')) ], [ map { "HELLO $_\n" } 1 .. 3 ],
        'the next connections are served';
    log_unlike($server, $mark, qr/error\]/);
};

done_testing;
