# :utf8 on STDIN.
binmode STDIN, ':encoding(UTF-8)';
print "Content-Type: text/plain\n\n";
my $text = <STDIN>;
print length $text, ' ', ord $text, "\n";
