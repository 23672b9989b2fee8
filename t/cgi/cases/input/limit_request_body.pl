# LimitRequestBody.
print "Content-Type: text/plain\n\n";
print "got ", length(join '', <STDIN>), "\n";
