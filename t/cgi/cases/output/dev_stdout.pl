# Files of /proc for the descriptors.
print "Content-Type: text/plain\n\n";
$| = 1;
print "page\n";
print open(my $out, '>>', '/proc/self/fd/1') ? "opened\n" : "no\n";
