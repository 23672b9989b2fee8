# Accept-Encoding is the script's to see.
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_ACCEPT_ENCODING} // 'none', "\n";
