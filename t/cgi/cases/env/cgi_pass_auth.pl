# CGIPassAuth On shows it.
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_AUTHORIZATION} // 'undef', "\n";
