use RRDs;
RRDs::info('/nonexistent.rrd');
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ", RRDs::error(), "\n";
