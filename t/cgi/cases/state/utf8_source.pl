# use utf8, names that are not ASCII.
use utf8;
my $größe = 'ü';
binmode STDOUT, ':utf8';
print "Content-Type: text/plain\n\n";
print length $größe, " $größe\n";
