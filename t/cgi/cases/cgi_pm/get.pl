# Parameters of a query.
use CGI;
my $q = CGI->new;
print $q->header('text/plain');
print "$_=", join(',', $q->multi_param($_)), "\n" for sort $q->param;
