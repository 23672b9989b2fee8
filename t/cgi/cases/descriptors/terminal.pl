# None of the three descriptors is a terminal.
print "Content-Type: text/plain\n\n";
print map { -t $_ ? 1 : 0 } *STDIN, *STDOUT, *STDERR;
print "\n";
