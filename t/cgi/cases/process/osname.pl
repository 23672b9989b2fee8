# $^O and ${^TAINT}.
print "Content-Type: text/plain\n\n";
print "$^O ${^TAINT} ${^GLOBAL_PHASE}\n";
