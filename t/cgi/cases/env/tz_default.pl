# No TZ: that of the machine, whatever another script did.
print "Content-Type: text/plain\n\n";
print exists $ENV{TZ} ? $ENV{TZ} : 'none', ' ',
    scalar(localtime 1_000_000_000), "\n";
