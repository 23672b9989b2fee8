# RequestHeader.
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_X_ADDED} // 'undef', ' ', $ENV{HTTP_X_GIVEN} // 'undef', "\n";
