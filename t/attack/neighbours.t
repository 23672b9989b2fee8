# A hostile script of a pool: what its process, and programs that it starts, can
# see of other requests; and the pool when the script kills all that it can,
# forks without end, or writes without end. Another pool notices nothing.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;

my $PATIENCE = 40;    # seconds

my ($user) = $> == 0 ? two_users() : ();
my $as     = defined $user ? "user=$user" : '';
my $h      = gateway_server(
    handlers => {
        '/bad/modperl'     => \&evaluate_query,
        '/bad/perl-script' => [ \&evaluate_query, 'SetHandler perl-script' ],
    },
    config => <<~"CONF",
        PerlPool bad $as workers=2 rlimit=FSIZE=1M rlimit=NPROC=400
        <Location /bad>
            PerlUsePool bad
        </Location>
        <Location /bad/psgi>
            SetHandler perl-psgi
            PerlPsgiApp \${DOCUMENT_ROOT}/app.psgi
        </Location>
        <Location /bad/registry>
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
        </Location>
        CONF
    files => { 'app.psgi' => <<~'PSGI' });
        sub {
            my $code = $_[0]{QUERY_STRING} =~ s/%(..)/chr hex $1/ger;
            my $result = eval $code;
            return [ 200, [ 'Content-Type' => 'text/plain' ],
                [ $result // "undef $! $@" ] ];
        };
        PSGI

sub evaluate_query ($r) {
    my $code   = $r->args =~ s/%(..)/chr hex $1/ger;
    my $result = eval $code;
    $r->print($result // "undef $! $@");
    return 0;
}

my $root = $h->document_root;
mkdir "$root/bad";
mkdir "$root/bad/registry";
script($h, $_, <<~'PERL') for 'bad/do.pl', 'do.pl', 'bad/registry/do.pl';
    my $code = $ENV{QUERY_STRING} =~ s/%(..)/chr hex $1/ger;
    my $result = eval $code;
    print "Content-Type: text/plain\n\n";
    print $result // "undef $! $@";
    PERL
script($h, 'bad/list.sh', <<~'SH');
    #!/bin/sh
    echo Content-Type: text/plain
    echo
    ls /proc/self/fd
    SH

sub escaped ($code) { return $code =~ s/([^\w])/sprintf '%%%02x', ord $1/ger }

sub does ($path, $code) {
    my $client = client($h, timeout => $PATIENCE);
    $client->send("GET $path?"
            . escaped($code)
            . " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    my $response = $client->read_response;
    ok !$response->{late}, "$path: there is an answer" if $response->{late};
    return $response->body;
}

my @WAYS
    = map { "/bad/$_" } qw(do.pl modperl perl-script psgi registry/do.pl);

# ls itself opens the folder, too.
subtest 'what a program inherits' => sub {
    for my $path (@WAYS) {
        for (1 .. 2) {
            my $list
                = does($path, 'join " ", split /\n/, `ls /proc/self/fd`');
            is $list, '0 1 2 3', $path;
        }
    }
    is join(' ', split /\n/, get($h, '/bad/list.sh')->body), '0 1 2 3',
        'a script that is no Perl';
    is does(
        '/bad/do.pl',
        'join " ", sort grep { readlink "/proc/self/fd/$_" }'
            . ' map { s{.*/}{}r } glob "/proc/self/fd/*"'
        ),
        '0 1 2',
        'a program that a script executes inherits three descriptors';
};

# A worker has descriptors that lead to its manager and to the child of httpd
# that it serves.
subtest 'what a worker has' => sub {
    for my $path (@WAYS[ 1 .. 4 ]) {
        my $links = does($path,
            'join "\n", map { readlink($_) // () } glob "/proc/self/fd/*"');
        my @files = grep { !/\A(?:pipe|socket|anon_inode):|\A\/dev\/null\z/ }
            split /\n/, $links;
        is_deeply [ grep { !m{\A(?:/\z|/memfd:|/dev/urandom\z|/proc/)} }
                @files ],
            [], "a worker for $path has no open file of httpd";
        unlike $links, qr/error_log|access_log/,
            "a worker for $path has no log of httpd";
    }
};

subtest 'whom it can look into' => sub {
    plan skip_all => 'only root can run pools as other users'
        if !defined $user;
    my %pid = (
        parent  => $h->pid,
        child   => ($h->children)[0],
        own     => pool_processes($h)->{bad},
        another => pool_processes($h)->{default},
    );
    for my $whose (sort keys %pid) {
        for my $path ('/bad/do.pl', '/bad/modperl') {
            for my $file (qw(mem environ maps fd/0)) {
                like does($path,
                    "open(my \$f, '+<', '/proc/$pid{$whose}/$file') or die"),
                    qr/\Aundef (?:Permission denied|No such)/,
                    "$path: $file of $whose";
            }
            like does($path,
                "syscall(101, 16, $pid{$whose}, 0, 0) == 0" . ' or die'),
                qr/\Aundef Operation not permitted/,
                "$path: no ptrace of $whose";
            next if $whose eq 'own';
            like does($path, "kill(9, $pid{$whose}) or die"),
                qr/\Aundef Operation not permitted/,
                "$path: no signal, $whose";
        }
    }
};

# Asks again after pauses, because the pool pauses if the same process ends
# again and again.
sub served ($name) {
    is does('/do.pl', '6 * 7'), 42, "$name: another pool, at once";
    for my $path (@WAYS) {
        ok wait_until(sub { does($path, '6 * 7') eq '42' }, $PATIENCE),
            "$path answers after the attack $name";
    }
    return;
}

# The first parent is the process that forked the script; the second is its
# parent.
my %KILL = (
    'its parent'          => 'kill 9, getppid',
    'its group'           => 'kill 9, 0 - getpgrp',
    'its parent\'s group' => 'kill 9, 0 - getpgrp getppid',
    'its grandparent'     => q{open my $f, '<', '/proc/' . getppid . '/stat';
        kill 9, (split ' ', (split /\) /, <$f>)[-1])[1]},
    'all below its manager' => q{
        my %parent;
        for (glob '/proc/[0-9]*/stat') {
            open my $f, '<', $_ or next;
            my $line = <$f> // next;
            $parent{ ($line =~ /^(\d+)/)[0] }
                = (split ' ', (split /\) /, $line)[-1])[1];
        }
        my $manager = $$;
        $manager = $parent{$manager}
            while ($parent{ $parent{$manager} // 0 } // 0) > 1
            && $parent{$manager} != HTTPD;
        for my $pid (keys %parent) {
            my $at = $pid;
            $at = $parent{$at} while $at && $at != $manager && $parent{$at};
            kill 9, $pid if ($at // 0) == $manager && $pid != $$;
        }
        1},
);

subtest 'whom it can kill' => sub {
    my $other  = pool_processes($h)->{default};
    my $parent = $h->pid;
    for my $whom (sort keys %KILL) {
        for my $path ('/bad/do.pl', '/bad/modperl') {
            # A worker may be in its manager's group, but never in httpd's.
            my $code = $KILL{$whom} =~ s/HTTPD/$parent/r;
            does($path, $code);
            served("$path, $whom");
        }
    }
    is pool_processes($h)->{default}, $other,
        'the manager of another pool cannot be killed';
    is $h->pid, $parent, 'httpd cannot be killed by a script';
};

subtest 'without end' => sub {
    plan skip_all => 'a user of its own' if !defined $user;
    my $forked = does('/bad/do.pl', <<~'PERL');
        my @pid;
        while (@pid < 1000) {
            my $pid = fork // last;
            if (!$pid) { sleep 100; require POSIX; POSIX::_exit(0) }
            push @pid, $pid;
        }
        kill 9, @pid;
        1 while wait > 0;
        scalar @pid
        PERL
    cmp_ok $forked, '<', 1000,
        "rlimit=NPROC stops forking after $forked processes";
    served('after it');
    my $written = does('/bad/do.pl', <<~"PERL");
        local \$SIG{XFSZ} = 'IGNORE';
        my \$file = "/tmp/mehari-large-\$\$";
        open my \$to, '>', \$file or die;
        my \$size = 0;
        while (\$size < 1e8) { \$size += syswrite(\$to, 'x' x 65536) // last }
        unlink \$file;
        \$size
        PERL
    is $written, 1024 * 1024, 'rlimit=FSIZE stops writing at 1 MiB';
    served('after it');
};

done_testing;
