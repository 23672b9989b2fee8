# Requests for files that are no scripts: pipes, devices, folders, links in a
# circle, files that change their kind or grow between httpd's look and perl's,
# hostile first lines and names. Each request gets an answer, others are served
# meanwhile, and the manager is the same afterwards.

use Mehari::Test;
use IO::Socket::UNIX;
use POSIX       qw(mkfifo);
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;

my $PATIENCE = 40;    # seconds for any answer
my $PAGE
    = qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\na page";\n);

my $h = gateway_server(
    perl_pool => 'start-timeout=3s request-timeout=5s',
    config    => "AcceptPathInfo On\nLimitRequestLine 20000\n",
);
my $root = $h->document_root;
script($h, 'page.pl', $PAGE);
is get($h, '/page.pl')->body, 'a page',
    'a script runs before its file is changed'
    for 1 .. 2;
my $manager = pool_processes($h)->{default};

# The path of a URL that names a file of any bytes.
sub escaped ($name) {
    return $name =~ s/([^\w.])/sprintf '%%%02x', ord $1/ger;
}

# Asks for another script while this request waits.
sub ask ($url, $name) {
    my $client = client($h, timeout => $PATIENCE);
    $client->send("GET $url HTTP/1.1\r\nHost: localhost\r\n"
            . "Connection: close\r\n\r\n");
    is get($h, '/page.pl')->body, 'a page', "$name: others are served";
    my $response = $client->read_response;
    ok !$response->{late}, "$name: there is an answer";
    return $response;
}

sub refused ($url, $name) {
    my $response = ask($url, $name);
    cmp_ok $response->status // 0, '>=', 300, "$name: that is no page";
    return;
}

subtest 'kinds of files' => sub {
    mkfifo("$root/pipe.pl", 0755) or die "mkfifo: $!";
    mkdir "$root/folder.pl"       or die $!;
    symlink '/dev/zero',      "$root/zero.pl";
    symlink '/dev/null',      "$root/null.pl";
    symlink '/proc/self/mem', "$root/memory.pl";
    symlink '/dev/stdin',     "$root/stdin.pl";
    symlink "$root/b.pl",     "$root/a.pl";
    symlink "$root/a.pl",     "$root/b.pl";
    symlink "$root/not.pl",   "$root/nowhere.pl";
    symlink "$root/pipe.pl",  "$root/to_pipe.pl";
    my $socket = IO::Socket::UNIX->new(Listen => 1, Local => "$root/s.pl");
    write_file("$root/empty.pl", '',                                   0755);
    write_file("$root/mode.pl",  $PAGE,                                0000);
    write_file("$root/elf.pl",   "\x7fELF" . "\0" x 5000,              0755);
    write_file("$root/bytes.pl", join('', map { chr } 0 .. 255) x 100, 0755);

    for my $name (
        qw(pipe folder zero null memory stdin a nowhere to_pipe s empty mode
        elf bytes)
        )
    {
        refused("/$name.pl", $name) for 1 .. 2;
    }
};

subtest 'first lines' => sub {
    my %line = (
        none     => "#!\n",
        space    => "#!   \n",
        missing  => "#!/no/such/program\n",
        folder   => "#!/tmp\n",
        long     => '#!' . '/x' x 40_000 . "\n",
        itself   => "#!$root/line_itself.pl\n",
        nul      => "#!/usr/bin/perl\0-w\n",
        no_end   => '#!/usr/bin/perl',
        switch   => "#!/usr/bin/perl -w; touch $root/work; \n",
        debugger => "#!/usr/bin/perl -d:NoSuchModule\n",
        module   => "#!/usr/bin/perl -MNo::Such\n",
        extract  => "#!/usr/bin/perl -x/no/such\n",
    );
    for my $name (sort keys %line) {
        write_file("$root/line_$name.pl", "$line{$name}die;\n", 0755);
        refused("/line_$name.pl", $name) for 1 .. 2;
    }
    ok !-e "$root/work", "no part of the scripts' names was a command";
};

subtest 'names' => sub {
    my @names = (
        "new\nline.pl",            'quote".pl',
        q(quote'.pl),              '|true.pl',
        '-e.pl',                   '-.pl',
        '>out.pl',                 '<in.pl',
        ' space.pl',               'end .pl',
        "\xc3\xa9\xe2\x82\xac.pl", "\xff\xfe.pl",
        '$(touch x).pl',           '`id`.pl',
        'a;b&c.pl',                '%n%s%x.pl',
        '*.pl',                    '\\back.pl',
        '~root.pl',                'x' x 240 . '.pl',
        "\x1b[2J.pl",              '@ARGV.pl',
        '#.pl',                    'a::b.pl',
    );
    for my $name (@names) {
        write_file("$root/$name", $PAGE, 0755);
        my $shown = $name =~ s/([^ -~])/sprintf '\\x%02x', ord $1/ger;
        for (1 .. 2) {
            my $response = ask('/' . escaped($name), substr $shown, 0, 20);
            is $response->body, 'a page', substr $shown, 0, 20;
        }
    }
    for my $url (
        '/' . 'x' x 4096 . '.pl',
        '/' . 'x/' x 2100 . 'y.pl',
        '/page.pl/' . 'i' x 6000,
        '/%00.pl',
        '/page.pl%00.html'
        )
    {
        my $status = ask($url, substr $url, 0, 12)->status;
        ok $status == 200 && $url =~ m{^/page.pl/} || $status >= 400,
            "$status is the answer";
    }
    is_deeply [ grep { -e } map { "$root/$_" } qw(x out.pl in.pl) ], [],
        'no part of a name was a command';
};

# Makes a file that is a different one at every other look.
sub flipping ($name, $make) {
    my $pid = fork // die "fork: $!\n";
    return $pid if $pid;
    my $number = 0;
    while (getppid != 1) {
        my $next = "$root/.next";
        unlink $next;
        if ($number++ % 2) { write_file($next, $PAGE, 0755) }
        else               { $make->($next) }
        rename $next, "$root/$name.pl";
        sleep 0.003;
    }
    POSIX::_exit(0);
}

subtest 'changed between two looks' => sub {
    my %make = (
        pipe   => sub ($path) { mkfifo($path, 0755) },
        zero   => sub ($path) { symlink '/dev/zero', $path },
        folder => sub ($path) { symlink $root,       $path },
        gone   => sub ($path) { symlink '/no/such',  $path },
        other  =>
            sub ($path) { write_file($path, "#!/bin/sh\nsleep 0\n", 0755) },
    );
    for my $kind (sort keys %make) {
        my $name = "flip_$kind";
        write_file("$root/$name.pl", $PAGE, 0755);
        my $pid = flipping($name, $make{$kind});
        my $end = time + 2;
        my (%seen, $wrong);
        while (time < $end) {
            my $client = client($h, timeout => $PATIENCE);
            $client->send("GET /$name.pl HTTP/1.1\r\nHost: localhost\r\n"
                    . "Connection: close\r\n\r\n");
            my $response = $client->read_response;
            my $status   = $response->{late} ? 'late' : $response->status;
            $seen{$status}++;
            $wrong //= $response->body
                if $status eq '200' && $response->body ne 'a page';
        }
        kill 'KILL', $pid;
        waitpid $pid, 0;
        is $seen{late}, undef, "$kind: all had an answer";
        is $wrong,      undef, "$kind: no page is another";
        note join ', ', map { "$_: $seen{$_}" } sort keys %seen;
        unlink "$root/$name.pl";
        write_file("$root/$name.pl", $PAGE, 0755);
        is get($h, "/$name.pl")->body, 'a page', "$kind: and then as it was";
        is get($h, '/page.pl')->body, 'a page',
            'other scripts are served meanwhile';
    }
};

# The FIFO ends only when it is no longer read.
subtest 'a script that grows' => sub {
    my $path = "$root/grows.pl";
    write_file($path, "#!/usr/bin/perl\n", 0755);
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open my $to, '>>', $path or POSIX::_exit(1);
        my $end = time + 30;
        while (time < $end && -s $path < 100e6) {
            syswrite $to, "# more\n" x 2000;
            sleep 0.001;
        }
        POSIX::_exit(0);
    }
    ask('/grows.pl', 'it grows') for 1 .. 2;
    kill 'KILL', $pid;
    waitpid $pid, 0;
};

is get($h, '/page.pl')->body, 'a page',
    'the script answers after all attempts';
is pool_processes($h)->{default}, $manager, 'the manager is the same';

done_testing;
