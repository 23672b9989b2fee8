# Ten scripts in one page.
print "Content-Type: text/plain\n\n";
print "n=$ENV{QUERY_STRING} ", ++$count, "\n";
