# A POST becomes a GET.
if ($ENV{QUERY_STRING} eq 'target') { print "Content-Type: text/plain\n\n$ENV{REQUEST_METHOD} ", $ENV{CONTENT_LENGTH} // 'none', ' <', <STDIN>, ">\n" }
else { my @body = <STDIN>; print "Location: /headers/location_local_post/location_local_post.pl?target\n\n" }
