# sysread alone, to the end.
print "Content-Type: text/plain\n\n";
my $text = '';
1 while sysread STDIN, $text, 100, length $text;
print "<$text>\n";
