# Real and effective ids agree, as do groups.
print "Content-Type: text/plain\n\n";
print $< == $> ? 1 : 0, ' ', (split ' ', $()[0] == (split ' ', $))[0] ? 1 : 0,
    ' ', scalar getpwuid($<) , ' ', $<, ' ', (split ' ', $()[0], "\n";
