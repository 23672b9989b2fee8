# main:: has the names of a fresh perl, and the script's.
our $mine = 1;
sub own { }
print "Content-Type: text/plain\n\n";
print "$_\n" for sort map { s/([^ -~])/sprintf '\\x%02x', ord $1/er } keys %main::;
