# An object that BEGIN has replaced is freed.
{ package Kept; sub DESTROY { print "gone\n" } }
BEGIN { @ARGV = bless [], 'Kept'; }
print "Content-Type: text/plain\n\n";
undef *ARGV;
print "end\n";
