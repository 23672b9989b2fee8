# A process that a handler forks off never serves: the client gets the answer
# once, from the parent, and only the parent takes the next request.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Cases;

my $h = case_server('fork');

my %STATUS = (
    status    => 3,
    posix     => 4,
    core      => 5,
    dies      => 255,
    exec      => 6,
    killed    => 'signal 9',
    returns   => 0,
    eval_exit => 7,
);

my @ways   = split /\n/, get($h, '/plain/ways')->body;
my $server = only_child($h);
cmp_ok @ways, '>', 15, "a child's changes are not the parent's";
for my $place (qw(script cgi)) {
    for my $way (@ways) {
        my $file    = $h->root . "/tmp/$place-$way";
        my @answers = interleaved(
            $h,
            [
                [
                    "/$place/fork_and?$way&$file",
                    method => 'POST',
                    body   => 'b'
                ]
            ]
        );
        my $status = $STATUS{$way} // 0;
        for my $answer (@answers) {
            is $answer->{response}->body, "before\nafter $status\n",
                "$way at $place ($answer->{client}, $answer->{round})";
        }
        is read_file($file), "child\nparent\n" x 4,
            'a script that forks runs nothing twice';
    }
}
like $h->error_log, qr/a forked process printed.*\[MH2007\]/,
    'lost output is logged';
for my $how (qw(exec returns)) {
    for my $answer (interleaved($h, ["/script/piped?$how"])) {
        my $from = $how eq 'exec' ? "from the child\n" : '';
        is $answer->{response}->body, "before\n${from}after\n",
            "a forked pipe: $how";
    }
}
for my $round (1, 2) {
    my $file = $h->root . "/tmp/late-$round";
    my $gate = gate($h);
    is get($h, "/script/background?$file&$gate")->body, "at once\n",
        'a script with a background child is answered at once';
    ok !-e $file, 'the answer does not wait for the background child';
    open_gate($gate);
    my $end = time + 5;
    sleep 0.05 until -s $file || time > $end;
    is read_file($file), "late\n", 'the child has done its work';
}
is_deeply [ $h->children ], [$server], 'the child of the server is the same';

done_testing;
