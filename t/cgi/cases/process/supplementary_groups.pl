# The list of groups.
print "Content-Type: text/plain\n\n";
print join(' ', sort { $a <=> $b } split ' ', $(), "\n";
