# DESTROY at the very end writes a file.
package Saver;
sub new { return bless {} }
sub DESTROY { open my $out, '>', 'work/saved' or return; print $out "saved\n" }
package main;
our $saver = Saver->new;
print "Content-Type: text/plain\n\n";
print "ok\n";
