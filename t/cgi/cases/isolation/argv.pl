print "Content-Type: text/plain\n\n";
# <> opens what is in @ARGV, and leaves its handles.
@ARGV = ('/etc/hostname', '/nowhere') if !@ARGV;
my $count = 0;
while (<>) { $count++; close ARGV if eof }
print "$count $ARGV @ARGV\n";
@ARGV = ($0);
print scalar(<>), "$.\n";
