# The example hit-counter, as its README.md says.

use Mehari::Test;
use JSON::PP qw(decode_json);
use Mehari::Test::Serve;

plan skip_all => 'there is no DBD::SQLite' if !eval { require DBD::SQLite };

for my $mpm (qw(event prefork)) {
    my $server
        = Mehari::Test::Serve->start(
        Mehari::Test::Serve::root() . '/examples/hit-counter',
        '--mpm', $mpm, '--workers', 2);
    like $server->body('/'), qr{<h1>Visit $_ of /</h1>},
        "$mpm: the page counts visit $_"
        for 1 .. 3;
    like $server->body('/about'), qr{<h1>Visit 1 of /about</h1>},
        'each page has a count of its own';
    my $page = $server->body('/%3Cb%3E');
    like $page, qr{<h1>Visit 1 of /&lt;b&gt;</h1>},
        'a path with markup is counted';
    unlike $page, qr{<b>}, "a path's markup is escaped";
    like $page, qr{/</a></td><td>3</td>.*/about</a></td><td>1</td>}s,
        'the most visited come first';
    my %used = map { $_->[0] => $_->[1] } map {
        [ $server->body('/') =~ /Process (\d+) has used .* (\d+) times/ ]
    } 1 .. 10;
    ok + (grep { $_ > 1 } values %used), 'a process keeps its connection';
    my %shown = map { $_->{pid} => $_ }
        map { $_->{processes}->@* }
        decode_json($server->body('/mehari-status?format=json'))->{pools}->@*;
    is $shown{$_}{databases}[0]{driver}, 'SQLite', 'the status page has it'
        for sort keys %used;
    is $server->end, 0, 'the server ends with status 0';
}

done_testing;
