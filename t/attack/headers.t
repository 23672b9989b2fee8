# The cost of a header block grows with its length, not with the number of
# pieces in which it is printed.

use Mehari::Test;
use List::Util qw(min);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(script);

my $h = attack_server(perl_pool => 'workers=1');

# Prints the CPU time that its headers took.
my $script = <<~'PERL';
    use Time::HiRes qw(clock_gettime CLOCK_THREAD_CPUTIME_ID);
    my ($how, $count) = split /,/, $ENV{QUERY_STRING};
    my $start  = clock_gettime(CLOCK_THREAD_CPUTIME_ID);
    my @pieces = map { "X-$_: value $_\n" } 1 .. $count;
    @pieces = map { split // } @pieces if $how eq 'bytes';
    print for @pieces;
    print "Content-Type: text/plain\n\n";
    print clock_gettime(CLOCK_THREAD_CPUTIME_ID) - $start, "\n";
    PERL
my @kinds = qw(pl in worker);
script($h, "headers.$_", $script) for @kinds;

sub cpu ($kind, $how, $count) {
    my $answer = get($h, "/headers.$kind?$how,$count");
    is $answer->header("X-$count"), "value $count", "$kind: all $count come"
        or diag $answer->status;
    return 0 + $answer->body;
}

# With four times as many headers, the time would be 16 times as long if each
# looked at all before it.
for my $kind (@kinds) {
    for ([ 'lines', 2000 ], [ 'bytes', 300 ]) {
        my ($how,  $few)  = @$_;
        my ($less, $more) = map {
            my $count = $_;
            min(map { cpu($kind, $how, $count) } 1 .. 4)
        } $few, 4 * $few;
        cmp_ok $more / $less, '<', 9, "$kind: the time grows as the $how do";
    }
}

done_testing;
