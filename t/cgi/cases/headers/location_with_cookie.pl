# ... and a cookie.
print "Set-Cookie: a=1\nLocation: http://elsewhere.test/\nX-One: 1\n\n";
