# Several headers, as they are.
print "Content-Type: text/html; charset=utf-8\nX-One: 1\nx-two:2\nX-Empty:\nX-Three:   spaces   \n\nbody\n";
