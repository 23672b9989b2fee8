# ForceType and AddDefaultCharset do not change what the script says.
print "Content-Type: text/plain\n\n";
print "text\n";
