package Mehari::Test::RandomPrograms;

# Programs made by chance, as a generator of Mehari::Test::Generator makes them.
# Two users ask each at the same time, in several ways of putting memory back, and
# get the answers of mod_cgi.
#
# MEHARI_FUZZ_SEED is the seed of the first program, MEHARI_FUZZ_SECONDS the
# time. With a time, the seed is another one in each run. MEHARI_FUZZ_WAYS names
# ways to put memory back, if not all are to be tried. MEHARI_TEST_MPM is the
# server's.

use Mehari::Perl;
use Mehari::Test;
use Exporter       qw(import);
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use List::Util     qw(shuffle);
use Test::More;
use Time::HiRes qw(sleep time);
use Mehari::Test::Rollback;
use constant { BATCH => 12, PAUSE => 2.1, SLOW => 10 };

our @EXPORT = qw(compare_random_programs);

my %keys = map { $_ => "restore=$_" } 'fork', trackers();

# When a thread asks again, its next requests go to the template without the
# manager.
$keys{leased} = 'lease-after=1';

# Of the run: make, requests, ways, root, and the two servers.
my %run;
my %count = map { $_ => 0 } qw(programs answers unmeasured);

# make: returns a program for a seed and a name; requests: a sub that returns a
# user's requests; rounds: how often each way is asked for a batch of programs;
# ways: those that are tried if the environment names none; look: is called with the
# server when a batch has been asked
sub compare_random_programs (%option) {
    my $seed = $ENV{MEHARI_FUZZ_SEED}
        // ($ENV{MEHARI_FUZZ_SECONDS} ? int rand 1_000_000 : 1);
    my $seconds = $ENV{MEHARI_FUZZ_SECONDS} // 10;
    my @ways
        = grep { $keys{$_} }
        $option{ways} ? @{ $option{ways} } : sort keys %keys;
    @ways = split ' ', $ENV{MEHARI_FUZZ_WAYS} if $ENV{MEHARI_FUZZ_WAYS};

    # A shell's background ignores SIGINT, and a server passes that on.
    local $SIG{INT}                 = 'DEFAULT';
    local $ENV{MEHARI_CHECK_MEMORY} = 1;
    my $ours   = site(@ways);
    my $theirs = measure($ours->document_root);
    %run = (
        %option,
        requests => [ map { [ $option{requests}->($_) ] } qw(alice bob) ],
        ways     => \@ways,
        root     => $ours->document_root,
        ours     => $ours,
        theirs   => $theirs,
    );
    diag "seed $seed";
    my $until = time + $seconds;
    batch(\$seed) while time < $until;
    ok $count{programs} > 0, join ', ',
        map { "$_ $count{$_}" } sort keys %count;
    my $log = $ours->error_log;
    is_deeply [ not_put_back($log) ], [], 'memory was put back';
    unlike $log, qr/exit signal/, 'no process of httpd was ended by a signal';
    $_->stop for $ours, $theirs;
    return;
}

sub site (@ways) {
    my $pools = join '', map { <<~"CONF" } @ways;
        PerlPool $_ $keys{$_} concurrency=4 request-timeout=20
        Alias "/$_" "\${DOCUMENT_ROOT}"
        <Location "/$_">
            SetHandler perl-cgi
            PerlUsePool $_
        </Location>
        CONF
    return server(
        mpm     => $ENV{MEHARI_TEST_MPM} // 'event',
        workers => 4,
        config  => <<~"CONF",
            LogLevel perl:debug
            <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
            </Directory>
            <Location "/status">
                SetHandler mehari-status
            </Location>
            $pools
            CONF
    );
}

# A server with the same folder under mod_cgi.
sub measure ($root) {
    return server(
        mpm           => 'prefork',
        module        => undef,
        modules       => ['cgi'],
        workers       => 2,
        document_root => $root,
        config        => <<~'CONF',
            Alias "/cgi" "${DOCUMENT_ROOT}"
            <Directory "${DOCUMENT_ROOT}">
                Options +ExecCGI
                SetHandler cgi-script
            </Directory>
            CONF
    );
}

# The text of an answer, without what may differ: the restore method in its
# paths, addresses of memory, and the time of CGI::Carp's messages.
sub plain ($way, $response) {
    my $body    = $response->body // '';
    my @headers = grep { !/^(?:Date|Transfer-Encoding|Content-Length): / }
        map {
        join ': ',
            map { $_ // '' }
            @$_
        } $response->headers;
    return join("\n",
        $response->status // 'none',
        $response->complete ? 'whole' : 'cut',
        @headers, $body) =~ s{/\Q$way\E/}{/cgi/}gr =~ s/^Server: .*\n//mr
        =~ s/\(0x[0-9a-f]+\)/(0x)/gr
        =~ s/\[\w+ \w+ +\d+ [\d:]+ \d+\] /[time] /gr;
}

# Sends several requests at the same time; each is [ the program's number, the
# request ].
sub ask ($way, @asked) {
    my $server  = $run{ $way eq 'cgi' ? 'theirs' : 'ours' };
    my @clients = map { client($server, timeout => 40) } @asked;
    for my $i (0 .. $#asked) {
        my ($number, $what)   = @{ $asked[$i] };
        my ($path,   %option) = @$what;
        $clients[$i]->send(
            Mehari::Test::Client::message(
                "/$way/p$number.pl$path", 80, %option
            )
        );
    }
    return map { plain($way, $_->read_response) } @clients;
}

# A program with mod_cgi's answers, if these are the same twice and come soon.
# Otherwise nothing, because the program is no measure.
sub place ($number) {
    my $made = $run{make}->($number, "p$number");
    for my $file (keys $made->{files}->%*) {
        make_path(dirname("$run{root}/$file"));
        write_file("$run{root}/$file", $made->{files}{$file}, 0755);
    }
    $made->{number} = $number;
    for my $i (0 .. $#{ $run{requests}[0] }) {
        my $begun = time;
        my @asked = map { [ $number, $_->[$i] ] } @{ $run{requests} };
        my @first = ask('cgi', @asked);
        my @again = ask('cgi', @asked);
        if ("@first" ne "@again" || time - $begun > SLOW) {
            $count{unmeasured}++;
            return;
        }
        $made->{expected}[$_][$i] = $first[$_] for 0 .. 1;
    }
    return $made;
}

# Sends both users' requests for each program at the same time.
sub round ($way, @programs) {
    my $last = $#{ $run{requests}[0] };
    for my $program (@programs) {
        my @orders = ([ shuffle 0 .. $last ], [ shuffle 0 .. $last ]);
        for my $turn (0 .. $last) {
            my @which  = map { $_->[$turn] } @orders;
            my @answer = ask(
                $way,
                map {
                    [ $program->{number}, $run{requests}[$_][ $which[$_] ] ]
                } 0 .. 1
            );
            $count{answers} += 2;
            for my $user (0 .. 1) {
                compare($way, $program, $answer[$user], $user, $which[$user]);
            }
        }
    }
    return;
}

sub compare ($way, $program, $got, $user, $which) {
    my $expected = $program->{expected}[$user][$which];
    return if $got eq $expected || $program->{told}{$way}++;
    is $got, $expected,
        "seed $program->{number}, $way, $run{requests}[$user][$which][0]";
    diag "$_\n$program->{files}{$_}" for sort keys $program->{files}->%*;
    return;
}

sub batch ($seed) {
    my @programs;
    push @programs, place($$seed++) while @programs < BATCH;
    $count{programs} += @programs;
    for my $round (1 .. $run{rounds}) {
        round($_, @programs) for @{ $run{ways} };
        sleep PAUSE if $round == 1; # compiled code is older than its requests
    }
    $run{look}->($run{ours}) if $run{look};
    unlink map { "$run{root}/$_" } map { keys $_->{files}->%* } @programs;
    return;
}

1;
