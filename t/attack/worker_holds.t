# A worker says that it is done, but has not ended its answer: it holds the
# thread of httpd no longer than request-timeout, whether this is its first
# request there or one of many.

use Mehari::Test;
use Time::HiRes qw(time);

my $h = server(
    mpm      => 'event',
    workers  => 4,
    modules  => ['status'],
    handlers => { '/worker' => [ \&hold, \&answer, 'PerlUsePool default' ] },
    config   => 'PerlPool default workers=2 request-timeout=2s',
);

# The pipe of the answer.
sub answer () {
    require Fcntl;
    for my $fd (3 .. 199) {
        my $link = readlink "/proc/self/fd/$fd" // next;
        next if $link !~ /^pipe:/;
        open my $about, '<', "/proc/self/fdinfo/$fd" or next;
        my ($flags) = join('', <$about>) =~ /^flags:\s*(\d+)/m;
        return $fd
            if (oct($flags) & Fcntl::O_ACCMODE()) == Fcntl::O_WRONLY();
    }
    return;
}

# The head of a data record whose end is never sent. All bytes after it count as
# its data.
sub hold ($r) {
    require POSIX;
    if (($r->args // '') eq 'hold') {
        my $record = pack 'LLa5', 0x7fff_ffff, 3, 'hello';
        POSIX::write(answer(), $record, length $record);
    }
    $r->print("a page\n");
    return 0;
}

sub held ($name) {
    my $begun  = time;
    my $client = client($h, timeout => 60);
    $client->send("GET /worker?hold HTTP/1.1\r\nHost: localhost\r\n\r\n");
    my $response = $client->read_response;
    ok !$response->{late}, "$name: there is an end";
    ok !$response->complete || $response->status >= 500,
        "$name: that is none of a page";
    note sprintf '%.1f s', time - $begun;
    return;
}

held('its first request') for 1 .. 2;
is get($h, '/worker')->body, "a page\n", 'a worker serves a page at first';
held('a worker that stayed');
for (1 .. 2) {
    is $_->body, "a page\n", 'others are served' for get($h, '/worker');
}

done_testing;
