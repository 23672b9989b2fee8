# Two objects: the second one finds the parameters too.
use CGI;
my $one = CGI->new;
my $two = CGI->new;
print $one->header('text/plain'), $one->param('a'), $two->param('a'), "\n";
