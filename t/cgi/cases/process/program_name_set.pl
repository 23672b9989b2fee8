# $0 can be set, and the kernel sees it.
print "Content-Type: text/plain\n\n";
print "$0\n";
$0 = 'renamed by the script';
open my $in, '<', '/proc/self/cmdline' or die;
my $line = <$in>;
$line =~ s/\0.*//s;
print "$0 <$line>\n";
