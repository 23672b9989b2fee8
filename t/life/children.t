# A child's inheritance from the parent's Perl, the blocks that run at its start
# and end, and the blocks that do not run if it is stopped in the middle of
# Perl.

use Mehari::Test;
use List::Util  qw(uniq);
use Time::HiRes qw(sleep time);

my $STARTUP = <<'PERL';
use strict;
use warnings;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
use Apache2::ServerRec ();
use Apache2::ServerUtil ();
use APR::Pool ();

package My::Life;

our $file = Apache2::ServerUtil::server_root() . '/tmp/life';
our $data = { inherited => 'yes' };
our $object = bless {}, 'My::Object';
my $parent = $$;
srand 42;
my $drawn = rand;

sub note {
    my ($what) = @_;
    open my $out, '>>', $file or die "cannot open $file: $!";
    syswrite $out, "$$ $what\n";
    close $out;
    return 0;
}

note('loaded');
chmod 0666, $file;    # children are another user

sub child_init {
    my ($pool, $s) = @_;
    note('init ' . join ' ', map { ref || $_ } @_);
    $pool->cleanup_register(sub { note("cleanup @_") }, 'argument');
    return 0;
}

sub child_exit {
    my ($pool, $s) = @_;
    note('exit ' . join(' ', map { ref || $_ } @_) . ' '
        . $s->server_hostname);
    return 0;
}

sub answer {
    my ($r) = @_;
    $r->content_type('text/plain');
    my $what = $r->args // '';
    if ($what =~ /^sleep=(.*)/) {
        $r->print("begin\n");
        $r->rflush;
        note('sleeps');
        $r->pool->cleanup_register(sub { note('request cleanup') });
        my $end = time + $1;
        1 while select(undef, undef, undef, 0.05), time < $end;
        note('slept');
    }
    $r->print(join ' ', $$, $data + 0, $data->{inherited}, rand,
        $parent, '');
    return 0;
}

sub broken { die "child init is broken\n" }

sub My::Object::DESTROY { My::Life::note('destroyed') }

END { note('END') if $$ != $parent }
END { die "an END block that dies\n" if $$ != $parent }
END { note('END parent') if $$ == $parent }

1;
PERL

sub life_server (%option) {
    my $more = delete $option{more} // '';
    my $h    = server(
        workers => 1,
        %option,
        start  => 0,
        config => <<~'CONF' . $more,
            PerlRequire ${ROOT}/conf/startup.pl
            PerlChildInitHandler My::Life::child_init
            PerlChildExitHandler My::Life::child_exit
            <Location /life>
                SetHandler modperl
                PerlResponseHandler My::Life::answer
            </Location>
            CONF
    );
    write_file($h->root . '/conf/startup.pl', $STARTUP);
    return $h->start;
}

sub life ($h, $pid) {
    return [ read_file($h->root . '/tmp/life') =~ /^$pid (.*)$/mg ];
}

# Waits until the process has noted that.
sub wait_for ($h, $pid, $what, $seconds = 15) {
    my $end = time + $seconds;
    while (time < $end) {
        return 1 if grep { $_ eq $what } @{ life($h, $pid) };
        sleep 0.02;
    }
    return 0;
}

sub gone ($pid) {
    my $end = time + 15;
    sleep 0.02 while time < $end && kill 0 => $pid;
    return !kill 0 => $pid;
}

my @BEGIN = 'init APR::Pool Apache2::ServerRec';
my @END   = (
    'cleanup argument',
    'exit APR::Pool Apache2::ServerRec localhost', 'END',
);

subtest 'children inherit what the parent has loaded' => sub {
    my $h = life_server(workers => 3);

    # A kept connection keeps its child.
    my @clients  = map { client($h) } 1 .. 3;
    my @first    = map { [ split / /, $_->request('/life')->body ] } @clients;
    my @again    = map { [ split / /, $_->request('/life')->body ] } @clients;
    my %is_child = map { $_ => 1 } $h->children;
    is scalar(uniq map { $_->[0] } @first), 3, 'three children answered';
    is scalar(grep { !$is_child{ $_->[0] } } @first), 0,
        '$$ is the id of each child';
    is scalar(uniq map { $_->[1] } @first, @again), 1,
        'data has the address it has in the parent';
    is scalar(grep { $_->[2] ne 'yes' } @first), 0,
        'data of the parent has its value in the children';
    is scalar(uniq map { $_->[3] } @first), 3,
        'rand differs between children';
    is scalar(uniq map { $_->[4] } @first), 1, 'all children have one parent';
    is_deeply life($h, $h->pid), ['loaded'], 'the parent loaded it once';
    is_deeply life($h, $_->[0]), [@BEGIN], 'a child did not load it'
        for @first;
};

subtest 'a child that ends at a graceful restart' => sub {
    my $h     = life_server();
    my ($pid) = split / /, get($h, '/life')->body;
    my $mark  = $h->error_log_mark;
    $h->graceful;
    ok gone($pid), 'a child ends at a graceful restart';
    is_deeply life($h, $pid), [ @BEGIN, @END ],
        'cleanup of its pool, PerlChildExitHandler, END, in this order';
    log_like($h, $mark, qr/an END block that dies/, 'a die in END is logged');
    my ($next) = split / /, get($h, '/life')->body;
    isnt $next, $pid, 'another child answers after a graceful restart';
    ok(
        (grep { $_ eq 'END parent' } @{ life($h, $h->pid) }),
        'the interpreter that has ended in the parent ran END'
    );
};

subtest 'a child that ends with the server' => sub {
    my $h      = life_server();
    my ($pid)  = split / /, get($h, '/life')->body;
    my $leader = $h->pid;
    # A child that is stopped in the middle of a request's end would end
    # without Perl.
    select undef, undef, undef, 0.5;
    kill TERM => $leader;
    ok gone($pid), 'a child ends when httpd gets TERM';
    is_deeply life($h, $pid), [ @BEGIN, @END ],
        'a child that ends with the server runs its END blocks';
};

subtest 'a request that is under way at a graceful restart' => sub {
    my $h      = life_server();
    my $client = client($h);
    $client->send("GET /life?sleep=3 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    like $client->read_until(qr/begin\n/), qr/200 OK/,
        'a request before the restart is answered';
    my ($pid) = $h->children;
    $h->graceful;
    ok !(grep { $_ eq 'slept' } @{ life($h, $pid) }),
        'httpd has restarted while the request sleeps';
    like $client->read_until(qr/0\r\n\r\n/), qr/^$pid /m,
        'the old child ends its request';
    ok gone($pid), 'the old child ends after its request';
    is_deeply life($h, $pid),
        [ @BEGIN, 'sleeps', 'slept', 'request cleanup', @END ],
        "a child's life at a graceful restart is in order";
};

subtest 'a child that is stopped in the middle of Perl' => sub {
    my $h      = life_server();
    my $client = client($h);
    $client->send("GET /life?sleep=30 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    like $client->read_until(qr/begin\n/), qr/200 OK/,
        'the child is busy with a request';
    my ($pid) = $h->children;
    ok wait_for($h, $pid, 'sleeps'), 'the child is in the middle of Perl';
    $h->restart;
    ok gone($pid), 'a busy child ends at once';
    is_deeply life($h, $pid), [ @BEGIN, 'sleeps' ],
        'a busy child that is ended runs no more Perl';
    is + (split / /, get($h, '/life')->body)[2], 'yes', 'the server goes on';
    unlike $h->error_log, qr/exit signal (?!Term|Kill)/,
        'no child has crashed';
};

subtest 'MaxConnectionsPerChild' => sub {
    my $h = life_server(more => "MaxConnectionsPerChild 3\n");
    my @pids;
    for (1 .. 12) {
        my $response = get($h, '/life', headers => [ Connection => 'close' ]);
        is $response->status, 200,
            "request $_ of a short-lived child is answered";
        push @pids, $response->body =~ /^(\d+)/;
    }
    my @different = uniq @pids;
    is scalar @different, 4, 'four children for twelve connections';
    pop @different;
    for my $pid (@different) {
        ok gone($pid), "child $pid has gone after its requests";
        is_deeply life($h, $pid), [ @BEGIN, @END ],
            'the life of a short-lived child is in order';
    }
    is_deeply life($h, $h->pid), ['loaded'], 'nothing was loaded again';
};

subtest 'PERL_DESTRUCT_LEVEL' => sub {
    for my $level (undef, 2) {
        my $h = life_server(
            env => defined $level ? { PERL_DESTRUCT_LEVEL => $level } : {});
        my ($pid) = split / /, get($h, '/life')->body;
        $h->graceful;
        ok gone($pid), 'a child with PERL_DESTRUCT_LEVEL ends';
        is_deeply life($h, $pid),
            [ @BEGIN, @END, defined $level ? 'destroyed' : () ],
            defined $level
            ? 'and destroys its objects'
            : 'and leaves its objects to the system';
        is get($h, '/life')->status, 200,
            'the next child with PERL_DESTRUCT_LEVEL answers';
    }
};

subtest 'a PerlChildInitHandler that dies' => sub {
    my $h = life_server(more => "PerlChildInitHandler My::Life::broken\n");
    is get($h, '/life')->status, 200, 'the child serves all the same';
    log_like(
        $h, 0,
        qr/child init is broken/,
        'the failure of a PerlChildInitHandler is in the log'
    );
};

done_testing;
