# Scripts that are compiled once: the parent of each process, the number of
# processes, and the changes after which a script is read again.

use Mehari::Test;
use Time::HiRes           qw(sleep time);
use Mehari::Test::Gateway qw(children_of);
use Mehari::Test::Pool;

my $pool = Mehari::Test::Pool->new(
    processes    => 4,
    concurrency  => 4,
    idle_timeout => 2,
    queue        => 50
);

my $hello = <<'EOF_SCRIPT';
#!/usr/bin/perl -w
use strict;
our $count = 0;
$count++;
print "hello $count $ARGV[0] $ENV{X} $$ ", getppid, "\n";
EOF_SCRIPT

sub ask ($script, %option) {
    my $answer = $pool->run(
        $script,
        arguments => ['word'],
        environ   => ['X=1'],
        %option
    );
    my @words = split ' ', $answer->{out};
    $words[5] = $pool->zygote_of($words[5]) if $words[5];
    return { %$answer, words => \@words };
}

# A file that has just been written is compiled once more: its times may not
# show the next write.
use constant TICK => 0.03;
my $script = $pool->script('hello.pl', $hello);
sleep TICK;
my @answers = map { ask($script) } 1 .. 3;
is_deeply [ map { $_->{words}[1] } @answers ], [ 1, 1, 1 ],
    'each run is the first of its process';
is_deeply [ map { "@{$_->{words}}[2, 3]" } @answers ], [ ('word 1') x 3 ],
    'each run has its own words and variables';
my %pids = map { $_->{words}[4] => 1 } @answers;
is scalar keys %pids, 3, 'each run has a process of its own';
my %parents = map { $_->{words}[5] => 1 } @answers;
is scalar keys %parents, 1, 'all runs are of one zygote';
my ($zygote) = keys %parents;
ok $zygote, 'there is a zygote';

# The script's file changes.
$pool->script('hello.pl', $hello =~ s/hello/changed/r);
sleep TICK;
my $answer = ask($script);
is $answer->{words}[0], 'changed', 'a changed script is read again';
isnt $answer->{words}[5], $zygote,
    'a changed script is run by another zygote';
ok $pool->wait_until(sub { !kill 0, $zygote }), 'the old one ends';
$zygote = $answer->{words}[5];

# Idle: the templates go, and the zygote stays.
sub alive (@pids) {
    return scalar grep { kill 0, $_ } @pids;
}
ok $pool->wait_until(sub { alive(children_of($zygote)) }),
    'a template is ready for the next request';
ok $pool->wait_until(sub { !children_of($zygote) }, 6),
    'it goes when nobody comes';
is ask($script)->{words}[5], $zygote, 'the compiled script stays';

# A zygote that is killed is replaced.
$zygote = ask($script)->{words}[5];
kill KILL => $zygote;
ok $pool->wait_until(sub { !alive($zygote) }), 'a zygote is killed';
$answer = ask($script);
is $answer->{words}[0], 'changed', 'the next request does not notice';

# A zygote may end while its child runs: the child goes on.
my $slow = $pool->script('slow.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
$| = 1;
print getppid, "\n";
select undef, undef, undef, 0.5;
print "end\n";
exit 3;
EOF_SCRIPT
my $request = $pool->send($slow);
ok $pool->wait_until(sub { -s $request->{out} }), 'a slow script runs';
my ($parent) = read_file($request->{out}) =~ /(\d+)/;
is $pool->zygote_of($parent), $parent, 'the first is of the zygote itself';
kill KILL => $parent;
$answer = $pool->answer($request);
is $answer->{status}, 3 << 8, 'a run tells its status without its zygote';
is $answer->{out},    "$parent\nend\n", 'a run goes on without its zygote';

# Compilation fails: each request gets perl's message.
my $broken = $pool->script('broken.pl', "#!/usr/bin/perl\nmy \$x = ;\n");
for my $time (1 .. 2) {
    $answer = ask($broken);
    like $answer->{err}, qr/^syntax error at \Q$broken\E line 2/,
        "perl's error, time $time";
    is $answer->{status}, 255 << 8, 'a script that fails tells its status';
}
$pool->script('broken.pl', $hello);
is ask($broken)->{words}[0], 'hello',
    'a mended script is run at the next request';

# A compilation that could see the request.
my $told = $pool->script('told.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
use POSIX ();
my $pid; BEGIN { $pid = "$$" }
print $pid == $$ ? "own" : "other", "\n";
EOF_SCRIPT
my @seen = map { $pool->run($told) } 1 .. 3;
is_deeply [ map { $_->{out} } @seen ], [ ("own\n") x 3 ],
    'BEGIN sees the process that runs';
is scalar(grep { $_->{notices} =~ /\Q$told\E: is compiled for each/ } @seen),
    1, 'the log says once that it is compiled for each request';

# A module of the list is there, hidden, in the first zygote, which stays.
my $lists = $pool->script('lists.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
my $look = 1 * time;
require Text::Wrap;
print Text::Wrap::wrap('', '', 'text'), "\n", getppid, "\n";
EOF_SCRIPT
sleep TICK;
my %seen = map { $_ => 1 } map {
    my ($text, $parent) = split /\n/, $pool->run($lists)->{out};
    $text . ' ' . $pool->zygote_of($parent);
} 1 .. 3;
is scalar keys %seen, 1, 'a script that loads a module when it runs';
like((keys %seen)[0], qr/\Atext \d/, 'has it');

# A file that the script loads at run time, and that changes again and again.
# The zygote has not seen the file, and stays.
my $counts = $pool->script('counts.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
my $count = do './count.pl';
print "$count ", getppid, "\n";
EOF_SCRIPT
my (@counts, @zygotes);
for my $count (1 .. 60) {
    last if $count > 9 && $zygotes[-1] == $zygotes[-2];
    write_file($pool->path('count.new'), "$count;\n");
    rename $pool->path('count.new'), $pool->path('count.pl') or die $!;
    my ($seen, $parent) = split ' ', $pool->run($counts)->{out};
    push @counts,  $seen;
    push @zygotes, $pool->zygote_of($parent);
}
is_deeply \@counts, [ 1 .. @counts ], 'a file that changes each time';
is $zygotes[-1], $zygotes[-2],
    'two requests were served by a zygote that stays';

# A thousand scripts, once each.
my @many = map { $pool->script("many/$_.pl", $hello) } 1 .. 1000;
my $most = 0;
my $bad  = 0;
my $size = rss();
my $time = time;
for my $one (@many) {
    $bad++ if ask($one)->{words}[0] ne 'hello';
    next   if rand > 0.05;
    my $count = $pool->processes;
    $most = $count if $count > $most;
}
note sprintf '%d scripts in %.1f s, at most %d processes', scalar @many,
    time - $time, $most;
is $bad, 0, 'a thousand scripts are run';
cmp_ok $most, '<=', 20, 'requests in turn add a few processes at most';
SKIP: {
    skip 'a sanitizer keeps what is freed', 1 if $ENV{MEHARI_PRELOAD};
    cmp_ok rss() - $size, '<', 3000, 'the manager grows by less than 3 MB';
}
# The manager, two bases and one for each other first line, and as many scripts as may stay.
ok $pool->wait_until(sub { $pool->processes <= 8 }, 8),
    'only compiled scripts stay when nobody comes'
    or diag join "\n", map { read_file("/proc/$_/stat") } $pool->processes;

# Several requests at once.
my @burst = map { $pool->send($script, environ => ["X=$_"]) } 1 .. 40;
my @got   = map { $pool->answer($_) } @burst;
is_deeply [ map { (split ' ', $_->{out})[1] } @got ], [ (1) x 40 ],
    'forty at once are run';
is $pool->stop, 0, 'the manager ends with status 0';

# Zygotes together may use only so much memory.
my $small = Mehari::Test::Pool->new(
    zygote_memory => 10_000_000,
    idle_timeout  => 1,
    processes     => 50
);
my $big = <<'EOF_SCRIPT';
#!/usr/bin/perl
our $text;
BEGIN { $text = 'x' x 4_000_000 }
print length $text;
EOF_SCRIPT
my @big = map { $small->script("big$_.pl", $big) } 1 .. 6;
sleep TICK;
is $small->run($_)->{out}, 4_000_000, 'a script with much text' for @big;
ok $small->wait_until(sub { $small->processes <= 5 }),
    'two of six zygotes are kept';
is $small->stop, 0, 'the manager of the small pool ends';

done_testing;

sub rss () {
    my ($size) = map { /^rss\t(\d+)/ } $pool->command('rss');
    return $size;
}
