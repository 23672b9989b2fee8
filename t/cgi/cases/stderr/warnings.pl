# Warnings of perl.
use warnings;
print "Content-Type: text/plain\n\n";
my $x = "abc" + 1;
my $u;
my $y = "$u";
my @a = (1);
my $z = substr 'a', 5;
print "page\n";
