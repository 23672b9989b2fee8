# SetEnvIf looks at each request.
print "Content-Type: text/plain\n\n";
print $ENV{IS_ONE} // 'undef', "\n";
