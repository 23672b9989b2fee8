# A tied STDERR: warn goes through it.
package Collect;
our @said;
sub TIEHANDLE { return bless [] }
sub PRINT { shift; push @said, @_; return 1 }
package main;
tie *STDERR, 'Collect';
print "Content-Type: text/plain\n\n";
warn "one\n";
print STDERR "two\n";
print "collected: @Collect::said";
