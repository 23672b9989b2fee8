print "Content-Type: text/plain\n\n";
# CGI.pm's data, if CGI.pm is loaded while the program runs.
BEGIN { $ENV{REQUEST_METHOD} = 'GET'; $ENV{QUERY_STRING} = 'name=first' }
require CGI;
my $q = CGI->new;
print $q->param('name'), $CGI::POST_MAX++, "\n";
CGI->import('param');
print &param('name'), "\n";
