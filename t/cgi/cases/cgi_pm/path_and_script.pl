# CGI.pm's methods about the client and the script's address.
use CGI;
my $q = CGI->new;
print $q->header('text/plain'), join "\n", $q->remote_host, $q->user_agent // 'none', $q->referer // 'none', join(',', sort $q->Accept), $q->http('X-One') // 'none', '';
