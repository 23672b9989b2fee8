# 401 with its challenge.
print "Status: 401 Unauthorized\nWWW-Authenticate: Basic realm=\"mine\"\nContent-Type: text/plain\n\nwho are you\n";
