# redirect.
use CGI;
my $q = CGI->new;
print $q->redirect(-uri => 'http://elsewhere.test/', -status => '301 Moved');
