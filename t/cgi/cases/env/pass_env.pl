# PassEnv hands on what httpd was started with.
print "Content-Type: text/plain\n\n";
print $ENV{CGI_PASSED} // 'undef', "\n";
