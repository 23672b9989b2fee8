# examples/job: jobs that outlive their requests, two at a time, one worker.

use Mehari::Test;
use Mehari::Test::Serve;

plan skip_all => 'mod_perl has no pools'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $site = Mehari::Test::Serve::root() . '/examples/job';

sub start_job ($server, $steps) {
    my $got = $server->{http}->post($server->url . "/?steps=$steps");
    is $got->{status}, 303, "a job of $steps steps is started";
    my ($path) = $got->{headers}{location} =~ m{(/[0-9a-f]{32})\z};
    ok defined $path, 'a job has a page of its own';
    return $path;
}

sub shows ($server, $path, $pattern, $what) {
    my $seen;
    ok $server->wait_for(
        sub { ($seen = $server->body($path)) =~ $pattern }, 30
        ),
        $what
        or diag $seen;
    return;
}

for my $mpm (qw(event prefork)) {
    my $server
        = Mehari::Test::Serve->start($site, '--workers', 1, '--mpm', $mpm);
    like $server->body('/'), qr/<button>Start a job/,
        "$mpm: the page has a form";
    my ($short, $long) = map { start_job($server, $_) } 3, 200;
    isnt $short, $long, 'two jobs have two names';
    shows(
        $server, $long,
        qr/\b[1-9]\d* of 200 steps, at work/,
        'the long one is at work'
    );
    is $server->get($long)->{headers}{refresh}, 1,
        'the page of a job at work refreshes itself';
    shows($server, $short, qr/3 of 3 steps, done/, 'the short one is done');
    is $server->get($short)->{headers}{refresh}, undef,
        'the page of a stopped job does not refresh itself';
    like $server->body($long), qr/at work/, 'the other job is still at work';
    is $server->{http}->post($server->url . $long)->{status}, 303,
        'a job can be asked to stop';
    shows($server, $long, qr/\d+ of 200 steps, stopped/, '... and does');
    is $server->get($_)->{status}, 404, "not found: $_"
        for '/' . 'f' x 32, '/jobs', "$short.stop";
    is $server->end, 0, 'the server ends with status 0';
}
done_testing;
