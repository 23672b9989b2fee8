print "Content-Type: text/plain\n\n";
# CGI.pm's data of one request is gone in the next.
BEGIN { $ENV{REQUEST_METHOD} = 'GET'; $ENV{QUERY_STRING} = 'name=first' }
use CGI qw(:standard -nosticky);
print param('name'), "\n", header(-charset => 'utf-8'), textfield('name'), "\n";
param(name => 'second');
$CGI::POST_MAX += 10;
print param('name'), " $CGI::POST_MAX ", CGI::charset(), "\n";

END { print CGI->new('name=fourth')->param('name'), "\n" }
