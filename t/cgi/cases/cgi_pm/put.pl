# PUTDATA and POSTDATA.
use CGI;
my $q = CGI->new;
print $q->header('text/plain'), $q->param('PUTDATA') // $q->param('POSTDATA') // 'none', "\n";
