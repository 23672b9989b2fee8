# A client of HTTP/2 that takes nothing, or little, holds no Perl: windows that
# stay closed, that open late, and streams that are reset.

use Mehari::Test;
use Digest::MD5            qw(md5_hex);
use File::Temp             qw(tempdir);
use IO::Uncompress::Gunzip qw(gunzip);
use Time::HiRes            qw(time);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of script wait_until);
use Mehari::Test::Http2;

my $folder = tempdir(CLEANUP => 1);
chmod 01777, $folder;

# Prints so many parts, each of so many lines of 64 bytes. A file shows that all
# is written.
my $code = <<~'PERL';
    my ($parts, $lines, $mark) = split /,/, $ENV{QUERY_STRING};
    $| = 1;
    print "Content-Type: text/plain\n\n";
    for my $part (1 .. $parts) {
        print map { sprintf "%-63s\n", "$part $_" } 1 .. $lines;
        select undef, undef, undef, 0.03 if $part < $parts;
    }
    if ($mark) { open my $out, '>', $mark; print $out $$ }
    PERL

sub page ($parts, $lines) {
    return join '', map {
        my $part = $_;
        map { sprintf "%-63s\n", "$part $_" } 1 .. $lines
    } 1 .. $parts;
}

# For each page: the number of parts, and the lines of each.
my %PAGE = (
    'a short part'     => [ 1,  10 ],
    'one part'         => [ 1,  6000 ],
    'two parts'        => [ 2,  4000 ],
    'two short parts'  => [ 2,  10 ],
    'many parts'       => [ 12, 1000 ],
    'many short parts' => [ 12, 3 ],
);

sub stall_server (%option) {
    my $config = delete $option{config} // '';
    my $keys   = delete $option{keys}   // '';
    my $h      = attack_server(
        env       => { TMPDIR => $folder },
        perl_pool => "workers=2 concurrency=2 queue=64 threads=64 $keys",
        workers   => 64,
        http2     => 1,
        %option,
        config => "ServerLimit 1\nH2MinWorkers 64\nH2MaxWorkers 64\n$config",
    );
    script($h, $_, $code) for qw(parts.pl parts.worker);
    return $h;
}

# Asks over two connections.
sub ask_all ($h, $path, $page, $window, $count, @more) {
    return map {
        my $client = Mehari::Test::Http2->new($h, window => $window);
        map {
            my $mark  = new_mark();
            my $query = join ',', @$page, $mark;
            {
                client => $client,
                mark   => $mark,
                number => $client->ask("$path?$query", @more)
            }
        } 1 .. $count;
    } 1 .. 2;
}

# The path of a file that a script may make.
sub new_mark () {
    my $own = tempdir(DIR => $folder, CLEANUP => 1);
    chmod 0777, $own;
    return "$own/mark";
}

sub are_written (@job) {
    return wait_until(
        sub {
            !grep { !-s $_->{mark} } @job;
        },
        20
    );
}

sub has_ended ($job) { return $job->{client}->has_ended($job->{number}) }

# Reads the rest of a stream whose window was closed or small.
sub read_rest ($job) {
    my ($client, $number) = @$job{qw(client number)};
    $client->widen($number, 1 << 30);
    $client->hear_until(sub { has_ended($job) });
    return $client->response($number);
}

sub others_are_answered ($h, $name) {
    my @paths = ('/w?hello', '/parts.pl?1,1', '/parts.worker?1,1') x 4;
    my @bad
        = grep { (get($h, $_, timeout => 20)->status // 0) != 200 } @paths;
    is_deeply \@bad, [], "$name: others are answered";
    return;
}

sub is_whole ($response, $page, $name) {
    return is_same($response, page(@$page), $name);
}

sub is_same ($response, $body, $name) {
    ok $response->complete, "$name: the answer is whole";
    is md5_hex($response->body), md5_hex($body), "$name: the answer is right";
    return;
}

my $INCLUDES = <<~'CONF';
    <Files "*.shtml">
    Options +Includes
    SetOutputFilter INCLUDES
    </Files>
    CONF

my $h = stall_server(
    modules  => [qw(cgid deflate include)],
    handlers => {
        '/w'     => 'My::Worker',
        '/error' => sub ($r) {
            my ($parts, $lines, $mark) = split /,/, $r->args;
            $r->print(sprintf '%-63s', $_) for 1 .. $parts * $lines;
            open my $out, '>', $mark;
            print $out $$;
            return 404;
        },
    },
    config => $INCLUDES . <<~'CONF',
        <Files "*.cgi">
        SetHandler cgi-script
        </Files>
        <FilesMatch "^deflated">
        SetOutputFilter DEFLATE
        </FilesMatch>
        CONF
);

for my $kind (qw(pl worker)) {
    for my $name (sort keys %PAGE) {
        for my $window (0, 1000) {
            subtest "$kind: $name, a window of $window" => sub {
                my $page = $PAGE{$name};
                my @job  = ask_all($h, "/parts.$kind", $page, $window, 6);
                ok are_written(@job), 'no process waits for a stalled stream';
                others_are_answered($h, 'beside twelve stalled streams');
                is_whole(read_rest($_), $page, 'one that was stalled')
                    for @job;
            };
        }
    }
}

# Opens the window as a reader on a slow line does.
subtest 'a window that opens a little at a time' => sub {
    for my $kind (qw(pl worker)) {
        my ($job) = ask_all($h, "/parts.$kind", $PAGE{'many parts'}, 1000, 1);
        my ($client, $number) = @$job{qw(client number)};
        my $left = length page($PAGE{'many parts'}->@*);
        while (!has_ended($job)) {
            my $seen = length $client->body_of($number);
            $client->widen($number, 20_000);
            $client->hear_until(
                sub {
                    has_ended($job)
                        || length $client->body_of($number) > $seen;
                }
            ) or last;
        }
        is_whole($client->response($number), $PAGE{'many parts'}, $kind);
    }
};

subtest 'an answer that httpd goes on with' => sub {
    my @job = ask_all($h, '/error', [ 1, 6000 ], 0, 6);
    ok are_written(@job), 'no worker waits for a stalled stream';
    my $plain = get($h, '/error?1,6000,' . new_mark())->body;
    is md5_hex(read_rest($_)->body), md5_hex($plain),
        'the answer is that to HTTP/1.1'
        for @job;
};

# The data cannot be compressed.
subtest 'a filter that sends pieces' => sub {
    my $random
        = 'srand 1; my $text = join "", map { chr rand 256 } 1 .. 5e5;';
    my $print = 'print $text; select undef, undef, undef, 0.03; print $text;';
    for my $kind (qw(pl worker)) {
        script($h, "deflated.$kind",
            $code =~ s/for my \$part.*?^}/$random $print/smr);
        my @job = ask_all($h, "/deflated.$kind", [ 0, 0 ],
            0, 3, [ 'accept-encoding' => 'gzip' ]);
        ok are_written(@job), "$kind: no process waits for a stalled stream";
        my $plain = get($h, "/deflated.$kind?0,0,")->body;
        is length $plain, 1e6, "$kind: all of it is sent without a filter";
        for my $response (map { read_rest($_) } @job) {
            ok $response->complete, "$kind: the answer is whole";
            gunzip(\($response->body), \my $body);
            is md5_hex($body), md5_hex($plain), "$kind: the answer is right";
        }
    }
};

# The first parts fill the buffers on the way.
subtest 'parts of a page' => sub {
    my @part = ([ 1, 300 ], [ 1, 300 ], [ 2, 4000 ]);
    for my $kind (qw(pl worker)) {
        my @job  = map { { page => $_, mark => new_mark() } } @part;
        my $text = join "text\n", map {
            my $query = join ',', $_->{page}->@*, $_->{mark};
            qq{<!--#include virtual="/parts.$kind?$query" -->}
        } @job;
        write_file($h->document_root . "/$kind.shtml", $text);
        my $client = Mehari::Test::Http2->new($h, window => 0);
        my $number = $client->ask("/$kind.shtml");
        ok are_written(@job), "$kind: no process waits for a stalled stream";
        is_same(read_rest({ client => $client, number => $number }),
            join("text\n", map { page(@$_) } @part), $kind);
    }
};

script($h, "gates.$_", <<~'PERL') for qw(cgi pl worker);
    $| = 1;
    print "Content-Type: text/event-stream\n\n";
    for my $gate (split /,/, $ENV{QUERY_STRING}) {
        print "data: before $gate\n\n";
        select undef, undef, undef, 0.02 until -e $gate;
    }
    print "data: end\n\n";
    PERL

subtest 'what was flushed is there at once' => sub {
    for my $kind (qw(cgi pl worker)) {
        my $client = Mehari::Test::Http2->new($h);
        my @gates  = map { "$folder/gate-$kind-$_" } 1 .. 4;
        my $number = $client->ask("/gates.$kind?" . join ',', @gates);
        for my $gate (@gates) {
            ok $client->hear_until(
                sub {
                    $client->body_of($number) =~ /before $gate\n/;
                },
                time + 10
                ),
                "$kind: an event comes before the next one";
            write_file($gate, '');
        }
        ok $client->hear_until(sub { $client->has_ended($number) }),
            "$kind: the stream ends";
        like $client->body_of($number), qr/data: end\n\n\z/,
            "$kind: all events came";
        unlink @gates;
    }
};

script($h, "job.$_", <<~'PERL') for qw(cgi pl);
    $| = 1;
    print "Content-Type: text/plain\n\nall\n";
    exit if fork;
    close $_ for *STDIN, *STDOUT;
    select undef, undef, undef, 0.02 until -e $ENV{QUERY_STRING};
    PERL

subtest 'no client waits for a job that was left' => sub {
    for my $kind (qw(cgi pl)) {
        my $client = Mehari::Test::Http2->new($h);
        my $number = $client->ask("/job.$kind?$folder/job-$kind");
        my $ends   = sub { $client->has_ended($number) };
        ok $client->hear_until($ends, time + 10), "$kind: the answer ends";
        is $client->response($number)->body, "all\n", "$kind: it is whole";
        write_file("$folder/job-$kind", '');
    }
};

script($h, 'endless.pl', <<~'PERL');
    my ($mark) = $ENV{QUERY_STRING};
    $| = 1;
    print "Content-Type: text/plain\n\n";
    open my $out, '>', $mark;
    print $out $$;
    close $out;
    while (1) { print 'x' x 1000; select undef, undef, undef, 0.01 }
    PERL

subtest 'a stalled stream that is reset' => sub {
    my $client = Mehari::Test::Http2->new($h, window => 0);
    my @marks  = map { "$folder/endless-$_" } 1, 2;
    my @number = map { $client->ask("/endless.pl?$_") } @marks;
    ok wait_until(
        sub {
            !grep { !-s $_ } @marks;
        }
        ),
        'scripts run';
    my @pid = map { read_file($_) } @marks;
    $client->reset($number[0]);
    ok wait_until(sub { !-e "/proc/$pid[0]" }), 'its script ends';
    ok -e "/proc/$pid[1]",                      'the other one goes on';
    $client->close;
    ok wait_until(sub { !-e "/proc/$pid[1]" }), 'it ends with the connection';
    unlink @marks;
};

# mod_cgid would run the command itself.
subtest 'a command of a page' => sub {
    my $own     = stall_server(modules => ['include'], config => $INCLUDES);
    my $command = script($own, 'parts.sh', <<~'SH');
        #!/bin/sh
        for part in 1 2; do
            yes 'a line of the command' | head -n 40000
            sleep 0.03
        done
        echo $$ > "$1"
        SH
    my $text = "a line of the command\n" x 80_000;
    my $page = sub ($mark) {
        write_file($own->document_root . '/command.shtml',
            qq{before<!--#exec cmd="$command $mark" -->after});
        return '/command.shtml';
    };
    my $mark   = new_mark();
    my $client = Mehari::Test::Http2->new($own, window => 0);
    my $number = $client->ask($page->($mark));
    ok are_written({ mark => $mark }), 'it waits for no stalled stream';
    is_same(read_rest({ client => $client, number => $number }),
        "before${text}after", 'HTTP/2');
    $mark   = new_mark();
    $client = client($own, receive => 8192);
    $client->send(
        'GET ' . $page->($mark) . " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ok are_written({ mark => $mark }), 'it waits for no slow reader';
    is_same($client->read_response, "before${text}after", 'HTTP/1.1');
    $own->stop;
};

# The script waits with its process, and goes on when the client reads, or after
# Timeout.
subtest 'more than may be kept' => sub {
    plan skip_all => 'only root sees where a process waits' if $> != 0;
    my $small = stall_server(
        config => "PerlBuffer response=64K file=Off\nTimeout 4\n");
    my $page = [ 2, 8000 ];
    my ($job) = ask_all($small, '/parts.pl', $page, 0, 1);
    ok wait_until(sub { is_waiting($small) }), 'the script waits';
    is_whole(read_rest($job), $page, 'one that was awaited');
    my ($never) = ask_all($small, '/parts.pl', $page, 0, 1);
    ok wait_until(sub { is_waiting($small) }), 'another script waits';
    my $client = $never->{client};
    ok $client->hear_until(sub { has_ended($never) }, time + 20),
        'and not for ever';
    ok !read_rest($never)->complete, 'its answer does not look whole';
    ok wait_until(sub { !is_waiting($small) }), 'no script waits';
    $small->stop;
};

sub is_waiting ($server) {
    return grep {
        (eval { read_file("/proc/$_/wchan") } // '')
            =~ /pipe_write/
    } children_of($server->pid);
}

subtest 'killed while its client reads nothing' => sub {
    script($h, 'killed.pl', $code . 'kill KILL => $$;');
    my ($job)  = ask_all($h, '/parts.pl', [ 2, 4000 ], 0, 1);
    my $client = $job->{client};
    my $number = $client->ask("/killed.pl?2,4000,$folder/killed");
    ok wait_until(sub { -s "$folder/killed" }), 'the script has ended';
    my $killed = { client => $client, number => $number };
    ok !read_rest($killed)->complete, 'its answer does not look whole';
    is_whole(read_rest($job), [ 2, 4000 ], 'another on the connection');
    unlink "$folder/killed";
};

$h->stop;
done_testing;
