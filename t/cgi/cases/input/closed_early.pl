# STDIN is closed by the script.
my $line = <STDIN>;
close STDIN;
print "Content-Type: text/plain\n\n";
print "read: $line", defined(fileno STDIN) ? "open\n" : "closed\n";
open my $next, '<', '/dev/null' or die;
print fileno $next, "\n";
