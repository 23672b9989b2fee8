# A tied or aliased %ENV in BEGIN.
our %config;
BEGIN { *config = \%ENV }
print "Content-Type: text/plain\n\n";
print "$config{QUERY_STRING}\n";
