# PERL_RAND_SEED by SetEnv, which only newer perls know.
print "Content-Type: text/plain\n\n";
print $ENV{PERL_RAND_SEED}, "\n";
