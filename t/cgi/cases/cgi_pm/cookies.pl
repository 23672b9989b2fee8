# Cookies in and out.
use CGI;
use CGI::Cookie;
my $q = CGI->new;
my $count = ($q->cookie('count') // 0) + 1;
print $q->header(-type => 'text/plain', -cookie => [ $q->cookie(-name => 'count', -value => $count), $q->cookie(-name => 'h', -value => { a => 1 }, -path => '/x', -httponly => 1) ]), "$count\n";
