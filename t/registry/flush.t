# Output reaches the client before the script ends, if the script flushes it.

use Mehari::Test;
use Mehari::Test::Registry;

my $h = script_server();

# The bytes that come within so many seconds, while the script has printed one
# line and waits; then all bytes.
sub pieces ($path, $seconds) {
    my $gate   = gate($h);
    my $client = client($h);
    $client->send("GET $path?$gate HTTP/1.0\r\n\r\n");
    my $early = $client->read_until(qr/^first\n/m, $seconds) // '';
    open_gate($gate);
    return ($early, $early . $client->read_all);
}

for my $place (qw(registry perlrun)) {
    for my $round (1, 2) {
        for my $name (qw(flush rflush)) {
            my ($early, $all) = pieces("/$place/$name.pl", 10);
            like $early, qr/^first\n\z/m,
                "$name.pl at $place: the first line";
            like $all, qr/^first\nsecond\n\z/m,
                "$name.pl at $place: the second line comes later";
        }
    }
}
script($h, 'whole.pl', <<'PERL');
print "Content-Type: text/plain\n\nfirst\n";
my $end = time + 20;
select undef, undef, undef, .01 until -e $ENV{QUERY_STRING} || time > $end;
print "second\n";
PERL
my ($early, $all) = pieces('/registry/whole.pl', .3);
is $early, '', 'nothing comes before the end without a flush';
like $all, qr/^first\nsecond\n\z/m, 'all comes at the end without a flush';

done_testing;
