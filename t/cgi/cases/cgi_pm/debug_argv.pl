# CGI.pm reads arguments when there is no request method; there is one.
use CGI qw(-debug);
my $q = CGI->new;
print $q->header('text/plain'), join(' ', $q->param), "|@ARGV\n";
