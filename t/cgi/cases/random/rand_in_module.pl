# rand is seeded anew, also if a module has called it while it was loaded.
use lib 'lib';
use Token;
my $value = rand;
print "Content-Type: text/plain\n\n";
my $last = -e 'work/last' ? do { local @ARGV = 'work/last'; <> } : 'none none';
my ($rand, $token) = split ' ', $last;
print $value eq $rand ? "rand repeats\n" : "new\n";
print $Token::VALUE eq $token ? "token repeats\n" : "new token\n";
open my $out, '>', 'work/last' or die;
print $out "$value $Token::VALUE";
close $out;
unlink 'work/last' if $ENV{QUERY_STRING};
