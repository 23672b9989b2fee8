# exec through a shell; what perl has buffered comes before.
print "Content-Type: text/plain\n\n";
print "by perl\n";
exec 'echo "by a shell: $QUERY_STRING"; exit 4';
