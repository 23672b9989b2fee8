# STDERR to nowhere.
open STDERR, '>', '/dev/null' or die;
print "Content-Type: text/plain\n\n";
warn "nowhere\n";
print "page\n";
