# Nothing is loaded that the script did not load.
print "Content-Type: text/plain\n\n";
print scalar keys %INC, "\n";
print exists $main::{"$_\::"} ? "$_\n" : '' for qw(
    strict warnings CGI POSIX Mehari Apache2 ModPerl Socket Storable
);
