# A handle that was opened in BEGIN is at its beginning.
my $handle;
BEGIN { open $handle, '<', 'lines.txt' or die }
print "Content-Type: text/plain\n\n";
print scalar <$handle>;
