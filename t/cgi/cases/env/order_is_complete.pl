# exists, delete, keys and scalar on %ENV.
print "Content-Type: text/plain\n\n";
print exists $ENV{QUERY_STRING} ? 1 : 0, exists $ENV{NO_SUCH} ? 1 : 0, "\n";
print delete $ENV{SERVER_NAME}, ' ', exists $ENV{SERVER_NAME} ? 1 : 0, "\n";
print scalar(%ENV) == keys(%ENV) ? "same\n" : "not\n";
