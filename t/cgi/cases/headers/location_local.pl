# A local path is served in place.
if ($ENV{QUERY_STRING} eq 'target') { print "Content-Type: text/plain\n\ntarget ", map { "$_=" . ($ENV{$_} // 'undef') . "\n" } qw(REQUEST_METHOD REQUEST_URI REDIRECT_URL REDIRECT_STATUS REDIRECT_QUERY_STRING QUERY_STRING CONTENT_LENGTH) }
else { print "Location: /headers/location_local/location_local.pl?target\n\n" }
