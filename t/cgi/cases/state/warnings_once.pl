# A warning that perl gives once per place comes in each request.
use warnings;
my $undefined;
print "Content-Type: text/plain\n\n";
print "value: $undefined\n";
$typo_name = 1;
