# A pool's own file of vetted looks: its rows hold beside mehari's, and the log
# names a line that is no row.

use Mehari::Test;
use Mehari::Test::Gateway;

my $h    = gateway_server(start => 0, config => "PerlPool default\n");
my $list = $h->root . '/looks';
$h->{config}
    .= "PerlPool other vetted=$list\n"
    . qq(Alias "/other/" "\${DOCUMENT_ROOT}/"\n)
    . "<Location /other/>\nPerlUsePool other\n</Location>\n";
write_file($list, <<~'END');
    asks for the time | Benchmark.pm | my @t = (mytime
    asks for the time it has used | Benchmark.pm | my @t = (mytime
        This is a test.

    nothing at all
    END
script($h, 'looks.pl', <<~'PERL');
    use Benchmark qw(:hireswallclock);
    BEGIN { our $began = Benchmark->new }
    our $began;
    print "Content-Type: text/plain\n\n$ENV{QUERY_STRING} $began->[0]";
    PERL
$h->start;

sub ask ($place) {
    my %began;
    for my $round (1 .. 6) {
        my ($query, $began) = split ' ', get($h, "$place?$round")->body;
        is $query, $round, "$place: answer $round";
        $began{$began}++;
    }
    return scalar keys %began;
}

is ask('/looks.pl'), 6, 'each run looks where no row holds';
my $mark = $h->error_log_mark;
cmp_ok ask('/other/looks.pl'), '<=', 2, 'requests share a vetted value';
like $h->error_log_since($mark),
    qr/cannot be loaded ahead: \Q$list\E: line 5 is no row.*MH3056/,
    'a line that is no row is told';

done_testing;
