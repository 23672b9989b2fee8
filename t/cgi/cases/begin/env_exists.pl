# exists and keys on %ENV in BEGIN.
my ($is, $names);
BEGIN { $is = exists $ENV{CONTENT_TYPE} ? 'a body' : 'none'; $names = grep {/^HTTP_X/} keys %ENV }
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print "$is $names\n";
