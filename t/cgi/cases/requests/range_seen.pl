# The script sees Range.
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_RANGE} // 'undef', "\n";
