# do FILE in BEGIN, of a file that changes.
my $config;
BEGIN { $config = do './config.pl' }
print "Content-Type: text/plain\n\n";
print "$config->{colour}\n";
