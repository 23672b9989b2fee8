# $CGI::POST_MAX and $CGI::DISABLE_UPLOADS.
use CGI;
$CGI::POST_MAX = 10;
my $q = CGI->new;
my @rest = <STDIN>;
print $q->header('text/plain'), $q->cgi_error // 'fine', "\n";
