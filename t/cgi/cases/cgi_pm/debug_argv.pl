# CGI.pm would read arguments without a request method; here it has one.
use CGI qw(-debug);
my $q = CGI->new;
print $q->header('text/plain'), join(' ', $q->param), "|@ARGV\n";
