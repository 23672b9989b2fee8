# PerlTier: one process for many requests, as long as it is like new.

use v5.36;
use Test::More;
use Time::HiRes qw(sleep);

use Mehari::Test;
use Mehari::Test::Gateway;

my $h = gateway_server(config => "PerlTier fresh\n");

# The body of an answer with 200.
sub body_of ($path, @request) {
    my $response = get($h, "/$path", @request);
    is $response->status, 200, "$path: 200";
    return $response->body;
}

my $HEAD = qq(print "Content-Type: text/plain\\n\\n";\n);

# Its file is old: what was written just now may change again unseen.
sub old_script ($name, $text) {
    my $file = script($h, $name, $HEAD . $text);
    utime time - 1000, time - 1000, $h->document_root . "/$name";
    sleep 0.05;
    return $file;
}

subtest 'the same process, like new' => sub {
    old_script('state.pl', <<~'PERL');
        my $count = 0;
        our @seen;
        sub up { push @seen, ++$count }
        up() for 1 .. 2;
        $ENV{LEFT} .= 'x';
        $/ = \1;
        chdir '/';
        umask 0;
        my $body = do { local $/; <STDIN> };
        print "$$|$count|@seen|$ENV{LEFT}|$ENV{QUERY_STRING}|@ARGV|$body|",
            join(',', grep { $INC{$_} =~ /[.]pl$/ } keys %INC);
        PERL
    my %pids;
    for my $number (1 .. 6) {
        my $query = $number % 2 ? "a=$number" : "one+two";
        my $words = $number % 2 ? ''          : 'one two';
        my ($pid, @rest) = split /\|/, body_of("state.pl?$query"), -1;
        is_deeply \@rest, [ 2, '1 2', 'x', $query, $words, '', '' ],
            'and finds what a new one finds';
        $pids{$pid}++;
    }
    is keys %pids, 1, 'all in one process';
};

# What remains of a run, and cannot be put back.
my %LEAVES = (
    child      => 'fork or do { sleep 3; POSIX::_exit(0) }',
    descriptor => 'POSIX::open("/dev/null")',
    priority   => 'POSIX::nice(1)',
    locale     => 'POSIX::setlocale(POSIX::LC_ALL(), "C.UTF-8")',
    session    => 'POSIX::setsid()',
);

for my $what (sort keys %LEAVES) {
    old_script("$what.pl", <<~"PERL");
        use POSIX ();
        close STDOUT if \$\$ != \$\$;
        print \$\$;
        \$| = 1;
        if (\$ENV{QUERY_STRING}) { $LEAVES{$what} }
        PERL
    my $first = body_of("$what.pl");
    is body_of("$what.pl"),       $first, "$what: it stays without";
    is body_of("$what.pl?leave"), $first, 'is left behind';
    isnt body_of("$what.pl"),     $first, 'and that process ends';
}

subtest 'another name' => sub {
    old_script('renamed.pl', <<~'PERL');
        my $before = do { local (@ARGV, $/) = '/proc/self/comm'; <> };
        $0 = 'somebody else';
        print "$$ $before";
        PERL
    my $first = body_of('renamed.pl');
    like $first, qr/ renamed\.pl$/, 'the name of the script';
    is body_of('renamed.pl'), $first, 'in the next run as well';
};

subtest 'what compilation tells' => sub {
    my $from = length $h->error_log;
    old_script('begin.pl', <<~'PERL');
        my $time;
        BEGIN { $time = time }
        print "$$ ", time - $time;
        PERL
    my %pids;
    for (1 .. 3) {
        my ($pid, $late) = split ' ', body_of('begin.pl');
        is $late, 0, 'the time of this request';
        $pids{$pid}++;
        sleep 1.1;
    }
    is keys %pids, 3, 'a process for each';
    like substr($h->error_log, $from),
        qr/begin\.pl runs exactly, .*: asks for the time .*begin\.pl line 4/,
        'the log says why';
};

subtest 'what does not compile' => sub {
    script($h, 'wrong.pl', "${HEAD}my \$x = ;\n");
    is get($h, '/wrong.pl')->status, 500, 'is an error' for 1 .. 3;
    like $h->error_log, qr/syntax error at .*wrong\.pl line 3/, 'and said';
};

subtest 'ends' => sub {
    my %end = (
        die    => [ 'die "enough\n"',                  qr/enough/ ],
        exit   => [ 'exit 3',                          undef ],
        kill   => [ '$| = 1; kill KILL => $$',         qr/signal 9/ ],
        exec   => [ '$| = 1; exec "echo", "and more"', undef ],
        silent => [ 'exit 0',                          undef ],
    );
    for my $how (sort keys %end) {
        my ($code, $said) = $end{$how}->@*;
        old_script("end_$how.pl", <<~"PERL");
            print "page\\n";
            if (\$ENV{QUERY_STRING} eq 'end') { $code }
            PERL
        for (1 .. 2) {
            is body_of("end_$how.pl"), "page\n", "$how: not yet";
            my $last = get($h, "/end_$how.pl?end");
            like $last->body, qr/\Apage\n/, 'what it has written comes'
                if $how ne 'kill';
        }
        like $h->error_log, $said, 'the log has it' if $said;
    }
};

subtest 'changes' => sub {
    old_script('loads.pl', <<~'PERL');
        unshift @INC, '.';
        require Part;
        require './part.pl';
        print "$$ ", Part::text(), part();
        PERL
    my $write = sub ($text) {
        script($h, 'Part.pm', "package Part; sub text { '$text' } 1;\n");
        script($h, 'part.pl', "sub part { '$text' } 1;\n");
        sleep 0.05;
    };
    $write->('one');
    body_of('loads.pl') for 1 .. 2;
    my ($pid, $text) = split ' ', body_of('loads.pl');
    is $text, 'oneone', 'a module and a file, loaded while it runs';
    is((split ' ', body_of('loads.pl'))[0], $pid, 'the same process');
    $write->('two');
    is((split ' ', body_of('loads.pl'))[1], 'twotwo', 'both are changed');
    script($h, 'loads.pl', "${HEAD}print 'other';\n");
    is body_of('loads.pl'), 'other', 'the script is changed';
};

subtest 'several at once' => sub {
    old_script('slow.pl', 'select undef, undef, undef, 0.4; print $$');
    my $server  = $h;
    my @answers = map {
        open my $out, '-|', 'curl', '-s', $server->url('/slow.pl') or die;
        $out;
    } 1 .. 4;
    my %pids = map { scalar(readline $_) => 1 } @answers;
    is keys %pids, 4, 'a process for each';
    ok $pids{ body_of('slow.pl') }, 'and one of them for the next';
};

$h->stop;
done_testing;
