# $$ in BEGIN is that of the process that runs.
my $pid;
BEGIN { $pid = $$ }
print "Content-Type: text/plain\n\n";
print $pid == $$ ? "the same\n" : "another\n";
