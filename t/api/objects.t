# Objects that Perl holds: kept after their end, forged, of the wrong type,
# subclassed. None of these may do more than die with a sentence.

use Mehari::Test;
use Mehari::Test::Inside;

my $h = inside_server(cases => ['Inside::Object']);

subtest 'kept too long' => sub {
    my $client = client($h);
    inside($h, 'Inside::Object::keep', client => $client, times => 1);
    inside($h, 'Inside::Object::stale',            client => $client);
    inside($h, 'Inside::Object::connection_lives', client => $client);
    $client->close;
    inside($h, 'Inside::Object::connection_ended');
};

inside($h, "Inside::Object::$_")
    for qw(forged ended_by_argument wrong_type subrequest pools many);

subtest 'Apache2::Log as a class is the log of the main server' => sub {
    my $mark = $h->error_log_mark;
    inside($h, 'Inside::Object::class_log', times => 1);
    log_like($h, $mark, qr/:error\].*the log of a class/);
};

subtest 'subclasses' => sub {
    inside($h, 'Inside::Object::reblessed',     times => 1);
    inside($h, 'Inside::Object::not_reblessed', times => 1);
    inside($h, 'Inside::Object::wrapped');
    inside($h, 'Inside::Object::wrapped_stale');
};

subtest 'the scalar is used again' => sub {
    inside($h, 'Inside::Object::used_again', times => 5);
    inside($h, 'Inside::Object::weakly',     times => 3);
};

subtest 'at the end of the request' => sub {
    inside($h, 'Inside::Object::at_the_end',      times => 1);
    inside($h, 'Inside::Object::seen_at_the_end', times => 3);
};

done_testing;
