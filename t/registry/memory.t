# A child does not grow with the number of requests, however a script is run
# and whatever it leaves behind.

use Mehari::Test;
use Mehari::Test::Registry;

plan skip_all => 'a sanitizer keeps freed memory' if $ENV{MEHARI_PRELOAD};
plan skip_all => 'no /proc to look at' if !-e "/proc/$$/smaps_rollup";

my $WARM  = 500;
my $MORE  = 3000;
my $LIMIT = 300;    # KiB: one leaked scalar a request is 70 and more

my $h = script_server();
script($h, 'leaves.pl', <<'PERL');
use strict;
use warnings;
our @list = (1) x 100;
our $self = { list => \@list };
our $closure = sub { return $self };
sub recursive { return $_[0] ? recursive($_[0] - 1) : $closure->() }
open our $handle, '<', $0 or die;
print "Content-Type: text/plain\n\n", recursive(3) ? 'done' : '';
PERL

sub private_memory () {
    my ($child) = $h->children;
    my ($size)
        = read_file("/proc/$child/smaps_rollup") =~ /^Private_Dirty: +(\d+)/m;
    return $size;
}

# Sends many requests at once, and counts the answers: an answer of 500 closes the
# connection.
sub send_requests ($path, $times) {
    my $get     = "GET $path HTTP/1.1\r\nHost: localhost\r\n";
    my $at_once = 50;
    while ($times > 0) {
        my $count = $at_once < $times ? $at_once : $times;
        my $bytes = raw($h,
            "$get\r\n" x ($count - 1) . "${get}Connection: close\r\n\r\n");
        my $answers = () = $bytes =~ m{HTTP/1\.1 \d{3} }g;
        die "$path gives no answer\n" if !$answers;
        $times -= $answers;
        $at_once = 1 if $answers < $count;
    }
    return;
}

for my $script (
    qw(light.pl leaves.pl blocks.pl? data-end.pl form.pl?a=1 locals.pl
    die-before.pl exit.pl?sub status-set.pl?404 syntax.pl missing.pl)
    )
{
    for my $place (qw(registry perlrun)) {
        my $path = "/$place/$script";
        send_requests($path, $WARM);
        my $before = private_memory();
        send_requests($path, $MORE);
        cmp_ok private_memory() - $before, '<', $LIMIT, $path;
    }
}

done_testing;
