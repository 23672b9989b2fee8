# The reference counts of %ENV and @ARGV show no other owner.
require B;
print "Content-Type: text/plain\n\n";
print Internals::SvREFCNT(%ENV), Internals::SvREFCNT(@ARGV), "\n";
print B::svref_2object(\%ENV)->REFCNT, "\n";
{ package Kept; sub DESTROY { print "gone\n" } }
$ENV{QUERY_STRING} = '';
@ARGV = bless [], 'Kept';
undef *ARGV;
print "end\n";
