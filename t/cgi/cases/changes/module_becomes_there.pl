# An optional module that is installed between two requests.
my $has;
BEGIN { unshift @INC, 'lib'; $has = eval { require Optional; 1 } }
print "Content-Type: text/plain\n\n";
print $has ? "there\n" : "not there\n";
