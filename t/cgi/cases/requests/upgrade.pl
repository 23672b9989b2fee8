# An Upgrade that nobody takes.
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_UPGRADE} // 'none', "\n";
