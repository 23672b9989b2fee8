# include virtual of a script.
print "Content-Type: text/html\n\n[$ENV{QUERY_STRING}|", $ENV{PATH_INFO} // '', "|$ENV{REQUEST_URI}|$ENV{REQUEST_METHOD}|", $ENV{DOCUMENT_NAME} // 'none', "]\n";
