# A tied global is not tied in the next request.
package Loud;
sub TIESCALAR { return bless [] }
sub FETCH { return 'tied' }
sub STORE { }
package main;
our $quiet;
print "Content-Type: text/plain\n\n";
print tied $quiet ? "still tied\n" : "free\n";
tie $quiet, 'Loud';
print "$quiet\n";
