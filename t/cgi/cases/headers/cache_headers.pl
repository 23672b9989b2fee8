# Expires, Cache-Control, Pragma, Vary.
print "Content-Type: text/plain\nExpires: Thu, 01 Jan 1970 00:00:00 GMT\nCache-Control: no-store\nPragma: no-cache\nVary: Cookie\nVary: Accept\n\nbody\n";
