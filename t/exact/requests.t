# Random CGI programs that look at their request and their process, while they
# are compiled and later. Two users ask each in turn, in several ways, and get
# the answers of mod_cgi.
#
# MEHARI_FUZZ_SEED is the seed of the first program, MEHARI_FUZZ_SECONDS the
# time. With a time, the seed is another one in each run. MEHARI_FUZZ_WAYS names
# ways to put memory back, if not all are to be tried. MEHARI_TEST_MPM is the
# server's.

use Mehari::Test;
use List::Util  qw(shuffle);
use Time::HiRes qw(sleep time);
use Mehari::Test::Generator::Request;
use Mehari::Test::Rollback;
use constant { BATCH => 12, ROUNDS => 2, PAUSE => 2.1, SLOW => 10 };

plan skip_all => rollback_missing() if rollback_missing();

my $seed = $ENV{MEHARI_FUZZ_SEED}
    // ($ENV{MEHARI_FUZZ_SECONDS} ? int rand 1_000_000 : 1);
my $seconds = $ENV{MEHARI_FUZZ_SECONDS} // 10;
my %keys    = map { $_ => "restore=$_" } 'fork', trackers();

# When a thread asks again, its next requests go to the template without the
# manager.
$keys{leased} = 'lease-after=1';
my @ways  = split ' ', $ENV{MEHARI_FUZZ_WAYS} // join ' ', sort keys %keys;
my %count = map { $_ => 0 } qw(programs answers unmeasured);

# A shell's background ignores SIGINT, and a server passes that on.
local $SIG{INT} = 'DEFAULT';

my $h      = site();
my $root   = $h->document_root;
my $theirs = measure();

sub site () {
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
            <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
            </Directory>
            $pools
            CONF
    );
}

# A server with the same folder under mod_cgi.
sub measure () {
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

# The requests that a user sends to a program.
sub requests ($user) {
    my @cookie = (headers => [ Cookie => "sid=$user-secret" ]);
    my $form   = "body=$user&more=1\nsecond line of $user\nthird\n";
    my @form   = (
        Cookie         => "sid=$user-secret",
        'Content-Type' => 'application/x-www-form-urlencoded'
    );
    return (
        [ "?user=$user", @cookie ],
        [
            "?user=$user",
            method  => 'POST',
            body    => $form,
            headers => \@form
        ],
        [ "?$user+of%20words+-x=$user", @cookie ],
        [ "/more/of/$user?user=$user",  @cookie ],
    );
}

my @requests = map { [ requests($_) ] } qw(alice bob);

# The text of an answer, without what may differ: the restore method in its
# paths, and addresses of memory.
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
        =~ s/\(0x[0-9a-f]+\)/(0x)/gr =~ s/\(eval \d+\)/(eval)/gr;
}

# Sends several requests at the same time; each is [ the program's number, the
# request ].
sub ask ($way, @asked) {
    my $server  = $way eq 'cgi' ? $theirs : $h;
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
    my $made = request_program($number, "p$number");
    write_file("$root/$_", $made->{files}{$_}, 0755)
        for keys $made->{files}->%*;
    $made->{number} = $number;
    for my $i (0 .. $#{ $requests[0] }) {
        my $begun = time;
        my @asked = map { [ $number, $_->[$i] ] } @requests;
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
    my $last = $#{ $requests[0] };
    for my $program (@programs) {
        my @orders = ([ shuffle 0 .. $last ], [ shuffle 0 .. $last ]);
        for my $turn (0 .. $last) {
            my @which  = map { $_->[$turn] } @orders;
            my @answer = ask($way,
                map { [ $program->{number}, $requests[$_][ $which[$_] ] ] }
                    0 .. 1);
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
        "seed $program->{number}, $way, $requests[$user][$which][0]";
    diag "$_\n$program->{files}{$_}" for sort keys $program->{files}->%*;
    return;
}

diag "seed $seed";
my $until = time + $seconds;
while (time < $until) {
    my @programs;
    push @programs, place($seed++) while @programs < BATCH;
    $count{programs} += @programs;
    round($_, @programs) for @ways;
    sleep PAUSE;    # compiled code is older than its requests
    for (2 .. ROUNDS) {
        round($_, @programs) for @ways;
    }
    unlink map { "$root/$_" } map { keys $_->{files}->%* } @programs;
}
ok $count{programs} > 0, join ', ', map { "$_ $count{$_}" } sort keys %count;
done_testing;
