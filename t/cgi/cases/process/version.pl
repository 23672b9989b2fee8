# $], $^V and the configuration are those of perl.
use Config;
print "Content-Type: text/plain\n\n";
print "$] $^V $Config{perlpath} $Config{useithreads}\n";
