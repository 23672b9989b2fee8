print "Content-Type: text/plain\n\n";
use Getopt::Std; @ARGV = ('-a', '-bx', 'y'); our ($opt_a, $opt_b); getopts('ab:'); print "$opt_a $opt_b @ARGV\n";
