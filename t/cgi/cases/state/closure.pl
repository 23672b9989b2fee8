# Closures over file lexicals.
use strict;
my $name = $ENV{QUERY_STRING};
my $code = sub { return "closure $name" };
sub named { return "named $name" }
print "Content-Type: text/plain\n\n";
print $code->(), "\n", named(), "\n";
