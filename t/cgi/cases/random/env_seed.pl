# PERL_RAND_SEED is not known to this perl, or is: as it is.
print "Content-Type: text/plain\n\n";
print $ENV{PERL_RAND_SEED}, "\n";
