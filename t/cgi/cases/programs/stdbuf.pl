# A program in C whose output is buffered at its own end.
$| = 1;
print "Content-Type: text/plain\n\n";
system '/usr/bin/awk', 'BEGIN { for (i = 0; i < 3; i++) print "awk " i }';
print "perl\n";
