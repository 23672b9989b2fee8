# system with a list and no shell.
print "Content-Type: text/plain\n\n";
system '/bin/echo', 'a  b', '$HOME', '*';
print $?, "\n";
