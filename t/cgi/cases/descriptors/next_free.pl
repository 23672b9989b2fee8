# The first file that is opened is number 3.
open my $one, '<', '/dev/null' or die;
open my $two, '<', '/dev/null' or die;
print "Content-Type: text/plain\n\n";
print fileno $one, ' ', fileno $two, "\n";
