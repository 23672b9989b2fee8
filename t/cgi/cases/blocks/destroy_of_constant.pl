# An object that was made while compiling is destroyed in each request.
package Keeper;
sub new { return bless {} }
sub DESTROY { print "destroyed in ${^GLOBAL_PHASE}\n" }
package main;
our $kept;
BEGIN { $kept = Keeper->new }
print "Content-Type: text/plain\n\n";
print ref $kept, "\n";
