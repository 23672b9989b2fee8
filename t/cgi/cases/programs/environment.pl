# A program sees CGI's variables.
print "Content-Type: text/plain\n\n";
print `sh -c 'echo "\$REQUEST_METHOD \$QUERY_STRING \$SCRIPT_NAME"'`;
