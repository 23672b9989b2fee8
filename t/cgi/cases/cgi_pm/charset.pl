# -utf8 and charset.
use CGI qw(-utf8);
my $q = CGI->new;
$q->charset('utf-8');
binmode STDOUT, ':utf8';
print $q->header('text/plain'), length $q->param('x'), ' ', $q->param('x'), "\n";
