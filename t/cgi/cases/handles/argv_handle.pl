# ARGV, ARGVOUT and $ARGV.
print "Content-Type: text/plain\n\n";
@ARGV = ('one.txt', 'two.txt');
while (<>) { print "$ARGV:$.: $_"; close ARGV if eof }
