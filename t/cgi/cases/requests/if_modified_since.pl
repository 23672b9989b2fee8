# Conditions that the script answers.
if ($ENV{HTTP_IF_MODIFIED_SINCE}) { print "Status: 304 Not Modified\n\n" }
else { print "Content-Type: text/plain\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\n\nnew\n" }
