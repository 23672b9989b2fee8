# Cookies are not joined.
print "Content-Type: text/plain\nSet-Cookie: a=1; path=/\nSet-Cookie: b=2; HttpOnly\nset-cookie: c=3\n\nbody\n";
