# $^X is a perl that can be run.
print "Content-Type: text/plain\n\n";
print "$^X ", `$^X -e 'print "runs \$^X"'`, "\n";
