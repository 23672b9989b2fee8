# SetEnv does not replace variables that CGI defines.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" }
    qw(SERVER_NAME REQUEST_METHOD QUERY_STRING GATEWAY_INTERFACE);
