# Programs that a request starts get its %ENV, whichever way they are started;
# the server's own environment stays what it was.

use Mehari::Test;
use Mehari::Test::Cases;

my $h   = case_server('environment', env => { TZ => 'UTC' });
my $dir = $h->root . '/tmp';

my @ways = split /\n/, get($h, '/script/ways')->body;
is @ways, 9, 'the ways to start a program';
for my $place (qw(script plain full)) {
    for my $way (@ways) {
        for my $answer (interleaved($h, ["/$place/run?$way&$dir"])) {
            is $answer->{response}->body, "ran\nCAMEL=two humps\n",
                "$way at $place ($answer->{client}, $answer->{round})";
        }
    }
}

is $_->body, "UTC\n", 'getenv of C finds what httpd was started with'
    for get($h, '/script/zone', repeat => 2);

done_testing;
