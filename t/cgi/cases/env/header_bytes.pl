# Values that are not ASCII arrive as bytes.
print "Content-Type: text/plain\n\n";
print unpack('H*', $ENV{HTTP_X_BYTES}), ' ',
    utf8::is_utf8($ENV{HTTP_X_BYTES}) ? 1 : 0, "\n";
