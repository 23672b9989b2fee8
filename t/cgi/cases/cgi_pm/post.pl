# A form that is posted.
use CGI;
my $q = CGI->new;
print $q->header('text/plain'), map { "$_=" . $q->param($_) . "\n" } sort $q->param;
