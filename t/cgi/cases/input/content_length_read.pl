# The classic: read STDIN, $buffer, $ENV{CONTENT_LENGTH}.
read STDIN, my $buffer, $ENV{CONTENT_LENGTH};
print "Content-Type: text/plain\n\n";
print "<$buffer>\n";
