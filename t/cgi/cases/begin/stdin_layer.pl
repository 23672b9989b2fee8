# Layers set in BEGIN by use open.
use open qw(:std :encoding(UTF-8));
my $text = <STDIN>;
print "Content-Type: text/plain\n\n";
print length $text, " $text\n";
