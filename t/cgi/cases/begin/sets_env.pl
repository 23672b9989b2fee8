# %ENV that is changed in BEGIN.
BEGIN { $ENV{MINE} = "by BEGIN $ENV{QUERY_STRING}"; delete $ENV{SERVER_SOFTWARE} }
print "Content-Type: text/plain\n\n";
print "$ENV{MINE} ", exists $ENV{SERVER_SOFTWARE} ? 1 : 0, "\n", `printenv MINE`;
