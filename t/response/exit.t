# exit ends the script, wherever it is called, and nothing else: the process and
# the answer go on, and $SIG{__DIE__} is not called.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server('response');

my %MORE = (
    eval    => "APR::Error EXIT\n",
    string  => "EXIT\nnot ended\n",
    local   => "after\nnot ended\n",
    destroy => "on\nnot ended\n",
);
my %STATUS_404 = map { $_ => 1 } qw(string local destroy);

my @ways = split /\n/, get($h, '/script/exit_ways')->body;
my $pid  = only_child($h);
cmp_ok @ways, '>', 15, 'the ways to exit';
for my $way (@ways) {
    for my $place ('script', $MORE{$way} ? () : 'plain') {
        for my $answer (interleaved($h, ["/$place/exit_by?$way"])) {
            my $response = $answer->{response};
            is $response->status, 200, "$way at $place: the status";
            my $expected = "before\n" . ($MORE{$way} // '');
            $STATUS_404{$way}
                ? like($response->body, qr/\A\Q$expected\E<!DOCTYPE/, $way)
                : is($response->body, $expected, "$way at $place");
        }
    }
}
is get($h, '/script/counts')->body, "hooked=0\n",
    'exit does not call $SIG{__DIE__}';
is + ($h->children)[0], $pid, 'the same child all the time';
unlike $h->error_log, qr/^(?!\s*\(in cleanup\)).*exit was called/m,
    'nothing is logged but by Perl, of an exit in DESTROY';

done_testing;
