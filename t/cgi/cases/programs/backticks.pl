# Backticks: text, lines, status.
print "Content-Type: text/plain\n\n";
my $text = `echo one; echo two; exit 3`;
print $text, $? >> 8, "\n";
my @lines = `printf 'a\nb\n'`;
print scalar @lines, "\n";
