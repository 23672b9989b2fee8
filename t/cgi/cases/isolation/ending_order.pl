print "Content-Type: text/plain\n\n";
# Perl destroys what is left in no certain order.
our (@gone, $counter); my $left = 0;
package Loud; sub new { $left++; bless { name => $_[1] } }
sub DESTROY { push @main::gone, $_[0]{name}; print join(' ', sort @main::gone), "\n" if !--$left }
package main;
my $captured = Loud->new('captured');
sub see { $captured } our @list = ([ Loud->new('deep') ]); our %h = (a => { b => Loud->new('hash') });
our $closure = do { my $o = Loud->new('closure'); sub { $o } };
END { print "end $left\n" }
