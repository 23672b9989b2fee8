# A program reads the rest of the body, of which the script has read without a
# buffer.
$| = 1;
print "Content-Type: text/plain\n\n";
sysread STDIN, my $buffer, 6;
print "script: $buffer\n";
system 'cat';
print "\n", defined(<STDIN>) ? "left\n" : "end\n";
