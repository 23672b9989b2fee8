# A tied STDOUT.
package Upper;
sub TIEHANDLE { my ($class, $to) = @_; return bless { to => $to } }
sub PRINT { my $self = shift; return print { $self->{to} } map {uc} @_ }
package main;
print "Content-Type: text/plain\n\n";
open my $real, '>&', \*STDOUT or die;
tie *STDOUT, 'Upper', $real;
print "shout\n";
untie *STDOUT;
print "quiet\n";
