print "Content-Type: text/plain\n\n";
print defined fileno(FH) ? "open" : "closed", tied(%t) ? "tied" : "free", tied($ts) ? "tied" : "free", tied(@ta) ? 1 : 0, tied(*FH2) ? 1 : 0, "\n";
open FH, '<', $0 or die; my $l = <FH>; print "line $. $l"; open(DUP, '>&STDOUT'); print DUP "dup\n"; close DUP;
open my $fh, '<', $0; our $keep = $fh; <$fh>; <$fh>; print "$.\n";
opendir DIR, '/'; my $n = () = readdir DIR; print $n > 3 ? "dir\n" : "nodir\n";
print -e $0 ? 1 : 0, -d _ ? 1 : 0, "\n";
open(STDERR, '>&STDOUT'); print STDERR "err to out\n"; binmode STDOUT, ':utf8'; print "\x{e4}\n"; 
our %t; tie %t, 'T'; $t{a} = 1; print $t{a}, "\n"; tie *FH2, 'T'; print FH2 'x'; tie our $ts, 'T'; tie our @ta, 'T';
package T; sub TIEHASH { bless {} } sub TIEHANDLE { bless [] } sub TIESCALAR { bless [] } sub TIEARRAY { bless [] } sub PRINT { print STDOUT "tied print $_[1]\n" } sub STORE { } sub FETCH { 'fetched' } sub UNTIE { } 
package main; close STDOUT; print "lost\n"; 
