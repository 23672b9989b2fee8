# CGIPassAuth On shows the header Authorization.
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_AUTHORIZATION} // 'undef', "\n";
