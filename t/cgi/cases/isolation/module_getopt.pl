print "Content-Type: text/plain\n\n";
use Getopt::Long; @ARGV = ('-abc', '--name=x', '--no-y'); 
my %o; print GetOptions(\%o, 'a','b','c','name=s','y!', 'abc') ? 1 : 0, join(',', map "$_=$o{$_}", sort keys %o), "\n";
Getopt::Long::Configure('bundling', 'no_ignore_case'); @ARGV = ('-abc', 'x'); %o=();
print GetOptions(\%o, 'a','b','c','abc') ? 1 : 0, join(',', map "$_=$o{$_}", sort keys %o), "@ARGV\n";
