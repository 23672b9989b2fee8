# STDIN re-opened from a file.
print "Content-Type: text/plain\n\n";
open STDIN, '<', 'given.txt' or die;
print <STDIN>, fileno STDIN, "\n";
system 'cat </dev/stdin | wc -c';
