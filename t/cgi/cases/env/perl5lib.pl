# PERL5LIB by SetEnv is in @INC, first.
print "Content-Type: text/plain\n\n";
print "$INC[0] $INC[1]\n";
require Beside;
print Beside::name(), "\n";
