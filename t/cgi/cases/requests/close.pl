# Connection: close.
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_CONNECTION} // 'none', "\n";
