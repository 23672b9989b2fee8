# A front controller by mod_rewrite.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" } qw(REQUEST_URI PATH_INFO QUERY_STRING REDIRECT_URL SCRIPT_NAME);
