#!/usr/bin/awk -f
# Another language, with an argument in the first line.
BEGIN { print "Content-Type: text/plain\n"; print ENVIRON["REQUEST_METHOD"] }
