# Output reaches the client before the script ends when it asks for that.

use v5.36;
use Test::More;
use Time::HiRes qw(time);
use Mehari::Test;
use Mehari::Test::Registry;

my $h = script_server();

# Seconds between the arrival of the first and of the second line.
sub gap ($path) {
    my $socket = client($h)->socket;
    print {$socket} "GET $path HTTP/1.0\r\n\r\n";
    my ($text, %at) = ('');
    while (sysread $socket, $text, 4096, length $text) {
        $text =~ /^$_\n/m and $at{$_} //= time for qw(first second);
    }
    like $text, qr/^first\nsecond\n\z/m, "$path: all of it";
    return ($at{second} // 0) - ($at{first} // 0);
}

for my $place (qw(registry perlrun)) {
    for my $round (1, 2) {
        cmp_ok gap("/$place/flush.pl"),  '>', 0.5, '$| = 1';
        cmp_ok gap("/$place/rflush.pl"), '>', 0.5, '$r->rflush';
    }
}
script($h, 'whole.pl', <<'PERL');
print "Content-Type: text/plain\n\nfirst\n";
sleep 1;
print "second\n";
PERL
cmp_ok gap('/registry/whole.pl'), '<', 0.5, 'without: one piece at the end';

done_testing;
