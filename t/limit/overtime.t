# PerlRequestTimeout: a response handler in httpd that runs for too long dies,
# its client gets an error, the log has its stack, and the next request is
# served.

use Mehari::Test;
use Mehari::Test::Gateway qw(wait_until);

my $lib = fixture('status');

sub overtime_server (%option) {
    return server(
        workers => 2,
        %option,
        handlers => {
            '/h' => 'My::Overtime',
            '/s' => [ 'My::Overtime', 'SetHandler perl-script' ],
        },
        config => <<~"CONF",
        PerlRequestTimeout 1
        PerlSwitches "-I$lib"
        PerlModule My::Overtime
        CONF
    );
}

my %STACK = (
    spins   => qr/My::Overtime::__ANON__/,
    sleeps  => qr/My::Overtime::__ANON__/,
    waits   => qr/My::Overtime::wait_for_pipe/,
    catches => qr/My::Overtime::catch_all/,
);

for my $mpm (qw(prefork event)) {
    subtest $mpm => sub { ends(overtime_server(mpm => $mpm), $mpm) };
}

sub ends ($h, $mpm) {
    like get($h, '/h?pid')->body, qr/\A\d+\n\z/,
        'a quick request is not ended';
    unlike $h->error_log, qr/MH2037/,
        'the log of a quick request has no message';
    for my $way (sort keys %STACK) {
        my $mark     = $h->error_log_mark;
        my $path     = $way eq 'spins'   ? '/s' : '/h';
        my $expected = $way eq 'catches' ? 200  : 503;
        is get($h, "$path?$way")->status, $expected, $way;
        log_like($h, $mark,
            qr/error\].*My::Overtime is ended: .*$STACK{$way}.*\[MH2037\]/);
        log_like($h, $mark,
            qr/the request has been running for more than 1 s/)
            if $way ne 'catches';
    }
    my $part = get($h, '/h?begun');
    like $part->body, qr/\Abegun\n\z/,
        'a response that has begun arrives as far as it came';
    ok !$part->complete,
        'the response of an ended request does not look whole';
    for (1 .. 4) {
        is get($h, '/h?pid')->status, 200,
            'other requests are served beside a slow one';
    }
    unlike $h->error_log, qr/MH2038|exit signal/,
        'no process is killed before its time';
    $h->stop;
    return;
}

subtest 'the process of prefork ends' => sub {
    my $h = overtime_server(mpm => 'prefork', workers => 1);
    my ($pid) = $h->children;
    is get($h, '/h?spins')->status, 503,
        'a process of prefork ends after its request';
    ok wait_until(sub { !kill 0 => $pid }), 'the process of prefork has gone';
    is get($h, '/h?pid')->status, 200, 'another process of prefork serves';
    $h->stop;
};

done_testing;
