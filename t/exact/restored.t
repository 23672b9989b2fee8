# Random programs run in templates of perl-cgi. They crash, are killed, fork,
# map, load and leave things behind. Two clients ask for several of them in
# turn, while processes of the pool are killed. A client's answer is mod_cgi's,
# and after each run all memory is as before, page by page.
#
# MEHARI_FUZZ_SEED is the seed of the first program, MEHARI_FUZZ_SECONDS the
# time. With a time, the seed is another one in each run.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;
use Mehari::Test::Generator;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

use constant { BATCH => 6, ROUNDS => 3 };

my $HEAD = 'print "Content-Type: text/plain\n\n";';

# Each template compares all its memory after each run, and logs differences.
local $ENV{MEHARI_CHECK_MEMORY} = 1;

my $seed = $ENV{MEHARI_FUZZ_SEED}
    // ($ENV{MEHARI_FUZZ_SECONDS} ? int rand 1_000_000 : 1);
my $seconds = $ENV{MEHARI_FUZZ_SECONDS} // 10;
my @ways    = grep { $_ ne 'soft-dirty' } trackers();
my %count = map { $_ => 0 } qw(programs answers broken kills failed given_up);

my $h    = site();
my $root = $h->document_root;
my @clients;

sub site () {
    my $pools = join '', map { <<~"CONF" } @ways;
        PerlPool $_ restore=$_ concurrency=4 memory=400M request-timeout=20
        Alias "/$_" "\${DOCUMENT_ROOT}"
        <Location "/$_">
            SetHandler perl-cgi
            PerlUsePool $_
        </Location>
        CONF
    return server(
        mpm     => 'prefork',
        modules => ['cgi'],
        workers => 4,
        config  => <<~"CONF",
            LogLevel perl:debug
            Timeout 20
            Alias "/cgi" "\${DOCUMENT_ROOT}"
            <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
            </Directory>
            <Location "/cgi">
                SetHandler cgi-script
            </Location>
            $pools
            CONF
    );
}

# The answer without addresses, values of the moment, and the progress of
# threads.
sub plain ($text) {
    return $text =~ s/\(0x[0-9a-f]+\)/(0x)/gr =~ s/\(eval \d+\)/(eval)/gr
        =~ s/\b\d\d:\d\d:\d\d\b/(time)/gr
        =~ s/^(?:begun |warned )?Perl exited with active threads:\n(?:\t.*\n)*//gmr;
}

# mod_cgi's two answers; nothing if the program is no measure.
sub place ($number) {
    my $made = generate($number, "$root/$number.lib", hard => 1);
    my $mark = $h->error_log_mark;
    write_file("$root/$number.pl", "#!$^X\n$HEAD\n$made->{text}", 0755);
    write_file("$root/$number.lib", $made->{library_text});
    my ($first, $second) = get($h, "/cgi/$number.pl", repeat => 2);
    my $body = plain($first->body);
    return {
        number => $number,
        status => $first->status,
        body   => $body,
        deadly => $made->{deadly},
        text   => $made->{text},
        }
        if ($first->status // 0) == ($second->status // 0)
        && $body eq plain($second->body)
        && ($first->status == 200 || $made->{deadly})
        && $h->error_log_since($mark) !~ /Out of memory|Timeout|AH01220/;
    unlink "$root/$number.pl", "$root/$number.lib";
    return;
}

# A response that is cut off may be shorter, if its end shows that it was cut
# off.
sub is_right ($program, $response, $disturbed) {
    my $whole  = $response->complete;
    my $status = $response->status // 0;
    my $body   = plain($response->body // '');
    return 1
        if $whole
        && $status == $program->{status}
        && $body eq $program->{body};
    return 0 if !$program->{deadly} && !$disturbed;
    $count{broken}++;
    return 1 if $status =~ /\A50[0-4]\z/ || !$status;
    return !$whole && index($program->{body}, $body) == 0;
}

# Any process of a pool but its manager: bases, zygotes, templates and runs (or
# children). Forks of a program are spared, because the program may print how
# they ended.
sub kill_one () {
    my $pools = pool_processes($h);
    my @found
        = map { below($pools->{$_}, $_ eq 'fork' ? 3 : 4) } keys %$pools;
    return if !@found;
    $count{kills}++;
    kill KILL => $found[ rand @found ];
    return;
}

sub below ($pid, $levels) {
    return if !$levels;
    my @children = split ' ',
        eval { read_file("/proc/$pid/task/$pid/children") } // '';
    return map { ($_, below($_, $levels - 1)) } @children;
}

# Asks for all programs once, by two clients at the same time.
sub round ($way, $disturbed, @programs) {
    my @queue = map { ($_, $_) } @programs;
    while (my @now = splice @queue, 0, 2) {
        @clients = map { client($h, timeout => 40) } 0 .. 1 if !@clients;
        my @order
            = rand() < 0.5 ? @now : ($now[0], $programs[ rand @programs ]);
        for my $i (0 .. $#order) {
            $clients[$i]->send("GET /$way/$order[$i]{number}.pl HTTP/1.1\r\n"
                    . "Host: localhost\r\nConnection: close\r\n\r\n");
        }
        kill_one() if $disturbed && rand() < 0.7;
        for my $i (0 .. $#order) {
            my $response = $clients[$i]->read_response;
            $clients[$i]->close;
            $count{answers}++;
            next if is_right($order[$i], $response, $disturbed);
            wrong($way, $disturbed, $order[$i], $response);
        }
    }
    return;
}

sub wrong ($way, $disturbed, $program, $response) {
    my $when = $disturbed ? 'while processes are killed' : 'undisturbed';
    $count{failed}++;
    is(
        ($response->status // 'none') . ' ' . plain($response->body // ''),
        "$program->{status} $program->{body}",
        "seed $program->{number}, $way, $when"
    );
    diag $program->{text} if !$program->{shown}++;
    return;
}

for my $manager (values pool_processes($h)->%*) {
    like read_file("/proc/$manager/environ"), qr/MEHARI_CHECK_MEMORY/,
        'a pool compares its memory';
}
diag "seed $seed";
my $until = time + $seconds;
while (time < $until && $count{failed} < 5) {
    my @programs;
    while (@programs < BATCH) {
        push @programs, place($seed++);
    }
    $count{programs} += @programs;
    my $way = $ways[ rand @ways ];
    round($way, 0, @programs) for 1 .. ROUNDS;
    round($way, 1, @programs);
    sleep 0.3;    # one that was killed is replaced
    round($way, 0, @programs);
    unlink map { ("$root/$_->{number}.pl", "$root/$_->{number}.lib") }
        @programs;
}

my $log = $h->error_log;
$count{given_up} = () = $log =~ /a template is replaced: /g;
is_deeply [ not_put_back($log) ], [], 'all memory was as before';
ok $count{programs} > 0, join ', ', map { "$_ $count{$_}" } sort keys %count;
done_testing;
