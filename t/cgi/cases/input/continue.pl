# Expect: 100-continue.
print "Content-Type: text/plain\n\n";
print "got ", <STDIN>, ' ', $ENV{HTTP_EXPECT} // 'undef', "\n";
