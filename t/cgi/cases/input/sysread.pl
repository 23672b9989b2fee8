# sysread, after a line was read through the buffer.
print "Content-Type: text/plain\n\n";
my $line = <STDIN>;
my $rest = sysread STDIN, my $buffer, 1000;
print "line: $line", defined $rest ? "sysread: $rest\n" : "error\n";
print "buffered: ", scalar(() = <STDIN>), "\n";
