# A script that overwrites the notes by which other runs of its pool say that
# they have ended well: their answers stay whole, and a killed script never
# looks like one that has ended well.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server pool_processes wait_until
    await_template);
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();
plan skip_all => 'with a sanitizer, exit() is a part of each run: none notes'
    . ' its end before'
    if sanitizer();

my $h = gateway_server(config => <<~'CONF');
        PerlPool default restore=compare concurrency=16
        CONF

# The path is a constant of this test, so that compiled code contains it.
my $gate = gate($h);
Mehari::Test::Gateway::script($h, 'page.pl', <<~'PERL');
    print "Content-Type: text/plain\n\n", "a page\n" x 1000;
    PERL
Mehari::Test::Gateway::script($h, 'killed.pl', <<~'PERL');
    $| = 1;
    print "Content-Type: text/plain\n\n", "half a page\n";
    kill KILL => $$;
    PERL
Mehari::Test::Gateway::script($h, 'held.pl', <<~"PERL");
    print "Content-Type: text/plain\\n\\nheld\\n";
    open my \$here, '>', '$gate-here';
    select undef, undef, undef, 0.01 until -e '$gate';
    PERL
Mehari::Test::Gateway::script($h, 'write.pl', <<~"PERL");
    use strict;
    print "Content-Type: text/plain\\n\\n";
    open my \$maps, '<', '/proc/self/maps' or die \$!;
    my (\$line) = grep { /mehari-ledger/ } <\$maps>;
    my (\$begin, \$end) = map { hex } \$line =~ /^(\\w+)-(\\w+) rw.s/;
    open my \$memory, '+<', '/proc/self/mem' or die \$!;
    my (\$rounds, \$notes) = (0, 0);
    until (-e '$gate') {
        sysseek \$memory, \$begin, 0;
        sysread \$memory, my \$data, \$end - \$begin;
        \$notes += () = \$data =~ /[^\\0]{6}/g;
        # Writes no notes, others' notes, and damaged ones, in turn.
        my \$kind = \$rounds++ % 3;
        \$data = \$kind == 0 ? "\\0" x length \$data
               : \$kind == 1 ? substr(\$data, 8) . substr \$data, 0, 8
               : \$data ^ ("\\1\\0\\1\\0\\0\\0\\0\\0" x (length(\$data) / 8));
        sysseek \$memory, \$begin, 0;
        syswrite \$memory, \$data;
    }
    print \$rounds > 10 ? "written\\n" : "hardly written: \$rounds\\n";
    print \$notes ? "there were notes\\n" : "no notes\\n";
    PERL
Mehari::Test::Gateway::script($h, 'child.pl', <<~'PERL');
    $| = 1;
    print "Content-Type: text/plain\n\n";
    for my $who ('run', 'child') {
        my $pid = $who eq 'child' ? fork : 0;
        waitpid($pid, 0), last if $pid;
        open my $maps, '<', '/proc/self/maps' or die $!;
        print "$who: ", scalar(grep { /mehari-ledger/ } <$maps>), "\n";
        exit if $who eq 'child';
    }
    PERL

my $PAGE = "a page\n" x 1000;

is get($h, '/page.pl')->body, $PAGE, 'a page is served';

# A run of the zygote has no notes, and comes first.
my $maps;
ok wait_until(sub { ($maps = get($h, '/child.pl')->body) =~ /^run: 1$/m }),
    'a run of a template has the memory of the notes';
is $maps, "run: 1\nchild: 0\n", 'a child of that run does not have it';

# The manager takes no part in the end of a run.
open_gate($gate);
await_template($h, '/held.pl');
unlink $gate, "$gate-here";
my $held = in_background('/held.pl');
ok wait_until(sub { -e "$gate-here" }), 'a script runs';
my $manager = pool_processes($h)->{default};
kill STOP => $manager;
open_gate($gate);
my $answer = answer_of($held);
kill CONT => $manager;
is $answer, "200 held\n",
    'a run is answered to its end while its manager stands still';
unlink $gate;

open_gate($gate);
await_template($h, '/write.pl');
unlink $gate;
my $writer = in_background('/write.pl');
my %seen;
for my $round (1 .. 100) {
    my $page = get($h, '/page.pl', timeout => 20);
    $seen{ $page->status . ($page->body eq $PAGE ? ' whole' : ' cut') }++;
    my $killed = get($h, '/killed.pl', timeout => 20);
    $seen{'a killed script was taken for a whole one'}++
        if $killed->complete && $killed->status == 200;
}
is_deeply \%seen, { '200 whole' => 100 },
    'pages are whole while a script writes over all notes';
open_gate($gate);
is answer_of($writer), "200 written\nthere were notes\n",
    'that script has written over notes';
is get($h, '/page.pl')->body, $PAGE, 'a page is served afterwards';

done_testing;

# Sends a request from a process of its own.
sub in_background ($path) {
    pipe my $from, my $to or die "pipe: $!.\n";
    my $pid = fork // die "fork: $!.\n";
    if (!$pid) {
        my $response = get($h, $path, timeout => 60);
        print {$to} $response->status // 'none', ' ', $response->body;
        close $to;
        require POSIX;
        POSIX::_exit(0);
    }
    return { pid => $pid, from => $from };
}

sub answer_of ($request) {
    my $answer = do { local $/; readline $request->{from} };
    waitpid $request->{pid}, 0;
    return $answer;
}
