# url and self_url.
use CGI;
my $q = CGI->new;
print $q->header('text/plain'), join "\n", $q->url, $q->url(-relative => 1), $q->url(-absolute => 1), $q->self_url, $q->path_info, $q->script_name, $q->server_port, $q->virtual_host, $q->request_method, '';
