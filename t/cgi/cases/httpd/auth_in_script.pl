# A script that asks for a password itself.
if (($ENV{HTTP_AUTHORIZATION} // '') eq 'Basic YTpi') { print "Content-Type: text/plain\n\nwelcome\n" }
else { print "Status: 401 Unauthorized\nWWW-Authenticate: Basic realm=\"script\"\nContent-Type: text/plain\n\nwho\n" }
