# PERL_USE_UNSAFE_INC by SetEnv: the script's folder is in @INC again, last.
print "Content-Type: text/plain\n\n";
print "$INC[-1]\n";
require "unsafe_inc_lib.pl";
print beside(), "\n";
