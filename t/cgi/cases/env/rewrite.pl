# A rewritten request: SCRIPT_URL, SCRIPT_URI, E= and the path.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" }
    qw(SCRIPT_URL SCRIPT_URI MINE REDIRECT_MINE REDIRECT_STATUS
    REDIRECT_URL REQUEST_URI SCRIPT_NAME PATH_INFO QUERY_STRING);
