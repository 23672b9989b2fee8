# Restarts under load: no crash, no request that a graceful restart loses, and
# a parent that does not grow. MEHARI_RESTARTS says how many of each.

use Mehari::Test;
use POSIX qw(_exit);
use Mehari::Test::Client;

# A parent grows while the C library settles; then it must not.
use constant {
    SETTLED => 10,
    ALLOWED => 0.02,    # of its size, from the 10th restart to the last
    CLIENTS => 3,
};

my $times = $ENV{MEHARI_RESTARTS} // 15;
$times = SETTLED + 1 if $times <= SETTLED;

my $h = server(
    workers => 3,
    config  => <<~'CONF',
        PerlSwitches -w
        PerlRequire ${ROOT}/conf/startup.pl
        PerlModule ModPerl::Registry
        PerlSetEnv FROM_CONFIG yes
        PerlSetVar Color red
        PerlChildInitHandler "sub { $My::child = 1 }"
        PerlChildExitHandler "sub { $My::child = 0 }"
        <Location /modperl>
            SetHandler modperl
            PerlResponseHandler My::Plain
            PerlFixupHandler "sub { shift->pnotes(of => 'fixup'); 0 }"
        </Location>
        <Location /perl-script>
            SetHandler perl-script
            PerlResponseHandler My::Script->answer
            PerlCleanupHandler My::Script::cleanup
        </Location>
        <Files "*.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Files>
        CONF
    start => 0,
);
write_file($h->root . '/conf/startup.pl', <<~'PERL');
    use strict;
    use warnings;
    use Apache2::RequestRec ();
    use Apache2::RequestIO ();
    use Apache2::RequestUtil ();
    use Apache2::ServerUtil ();
    use APR::Table ();
    use APR::Pool ();
    use POSIX ();
    use Storable ();
    use Encode ();
    use List::Util ();
    use Digest::MD5 ();
    use Time::HiRes ();
    use Data::Dumper ();
    use Socket ();
    use Config;
    use if $Config{useithreads}, 'threads::shared';
    BEGIN { eval { require CGI } }

    my $frozen = Storable::freeze({ map { $_ => [ 1 .. 5 ] } 'a' .. 'z' });
    our %preloaded = (data => Storable::thaw($frozen));
    $preloaded{self} = \%preloaded;
    my $encoding = Encode::find_encoding('UTF-8');
    my $pool = APR::Pool->new;
    our $table = APR::Table::make($pool, 4);
    $table->set(a => 'b');
    Apache2::ServerUtil::server_shutdown_cleanup_register(sub { 1 });
    $ENV{FROM_STARTUP} = 'x' x 1000;

    package My::Plain;
    sub handler {
        my ($r) = @_;
        $r->content_type('text/plain');
        $r->print('plain ', $r->pnotes('of'));
        return 0;
    }

    package My::Script;
    sub answer {
        my ($class, $r) = @_;
        $r->content_type('text/plain');
        print "script $ENV{FROM_CONFIG} $ENV{QUERY_STRING}";
        return 0;
    }
    sub cleanup { return 0 }
    END { $preloaded{end}++ }
    1;
    PERL
write_file($h->document_root . '/script.pl', <<~'PERL', 0755);
    use strict;
    my $input = do { local $/; <STDIN> } // '';
    print "Content-Type: text/plain\n\n";
    print "registry $ENV{QUERY_STRING}", 'y' x 10_000;
    PERL
$h->start;

my $stop = $h->root . '/tmp/stop';

# Path and expected text. Each request has a connection of its own, because the
# server may close a kept one at any time between two requests.
my @requests = (
    [ '/modperl?%d'     => 'plain fixup' ],
    [ '/perl-script?%d' => 'script yes %d' ],
    [ '/script.pl?%d'   => 'registry %d' . 'y' x 10_000 ],
);

# Runs until the file exists; reports "sent failed" and the first failure. A
# signal would interrupt a request, so that it would look lost.
sub load ($number, $report) {
    my ($sent, $failed, $first) = (0, 0, '');
    while (!-e $stop) {
        my $id   = "$number$sent";
        my @pair = @{ $requests[ $sent++ % @requests ] };
        my ($path, $body) = map { s/%d/$id/r } @pair;
        my $response = eval {
            Mehari::Test::Client->new($h)
                ->request($path, headers => { Connection => 'close' });
        };
        next if $response && $response->complete && $response->body eq $body;
        $failed++;
        $first ||= $path . ' '
            . ($response ? substr($response->raw, 0, 300) : $@);
    }
    print {$report} "$sent $failed $first";
    return;
}

sub start_clients () {
    my @clients;
    for my $number (1 .. CLIENTS) {
        pipe my $read, my $write or die "Cannot make a pipe: $!.\n";
        my $pid = fork // die "Cannot start a process: $!.\n";
        if (!$pid) {
            close $read;
            load($number, $write);
            close $write;
            _exit(0);
        }
        close $write;
        push @clients, { pid => $pid, report => $read };
    }
    return @clients;
}

sub end_clients (@clients) {
    my ($sent, $failed, @first) = (0, 0);
    write_file($stop, '');
    for my $client (@clients) {
        local $/ = undef;
        my ($s, $f, $what) = split / /, readline $client->{report}, 3;
        waitpid $client->{pid}, 0;
        $sent   += $s;
        $failed += $f;
        push @first, $what if length $what;
    }
    unlink $stop;
    return ($sent, $failed, @first);
}

# Resident KiB of the parent.
sub size () {
    return read_file('/proc/' . $h->pid . '/status') =~ /^VmRSS:\s+(\d+)/m
        ? $1
        : die "There is no VmRSS.\n";
}

sub restart_often ($how) {
    my @clients = start_clients();
    my $settled;
    my $unserved = 0;
    my $parent   = $h->pid;
    for my $count (1 .. $times) {
        $h->$how;
        $settled = size() if $count == SETTLED;

        # Restarts that come faster than children would starve the load.
        $unserved++ if get($h, '/modperl')->body ne 'plain fixup';
    }
    my $growth = size() - $settled;
    my ($sent, $failed, @first) = end_clients(@clients);
    note "$how: $sent requests, $failed failed, parent $settled KiB, "
        . "then $growth more";
    is $h->pid, $parent, 'the parent is the same';
    cmp_ok $sent, '>', $times, "$how: requests came between the restarts";
    is $unserved, 0, 'each restart was followed by an answer';
SKIP: {
        skip 'a sanitizer keeps what is freed', 1 if $ENV{MEHARI_PRELOAD};
        cmp_ok $growth, '<=', $settled * ALLOWED + 256,
            'the parent did not grow'
            or diag "from $settled KiB by $growth KiB in $times restarts";
    }
    unlike $h->error_log, qr/exit signal (?!Term|Kill)/,
        'no child has crashed at the restarts';
    is get($h, '/modperl')->body, 'plain fixup',
        "$how: the server still serves";
    return ($failed, @first);
}

subtest graceful => sub {
    my ($failed, @first) = restart_often('graceful');
    is $failed, 0, 'no request was lost' or diag @first;
};

subtest hard => sub {
    restart_often('restart');
};

done_testing;
