# The variables of an ErrorDocument that is a CGI script.
my @body = <STDIN>;
print "Status: $ENV{REDIRECT_STATUS}\nContent-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" } qw(REDIRECT_STATUS REDIRECT_URL REDIRECT_REQUEST_METHOD REDIRECT_QUERY_STRING REDIRECT_ERROR_NOTES REQUEST_METHOD REQUEST_URI QUERY_STRING SCRIPT_NAME PATH_INFO CONTENT_LENGTH);
