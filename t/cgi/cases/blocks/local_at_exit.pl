# exit inside of local, eval, sub and loop.
our $x = 'global';
print "Content-Type: text/plain\n\n";
sub leave { for (1 .. 3) { local $x = 'local'; eval { exit } } }
END { print "$x\n" }
leave();
