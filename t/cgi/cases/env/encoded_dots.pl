# Dots that climb and a backslash, encoded.
print "Content-Type: text/plain\n\n";
print $ENV{PATH_INFO} // 'undef', " $ENV{REQUEST_URI}\n";
