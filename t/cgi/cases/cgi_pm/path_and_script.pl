# CGI.pm's words about the client.
use CGI;
my $q = CGI->new;
print $q->header('text/plain'), join "\n", $q->remote_host, $q->user_agent // 'none', $q->referer // 'none', join(',', sort $q->Accept), $q->http('X-One') // 'none', '';
