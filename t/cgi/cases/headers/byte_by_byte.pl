# Byte by byte.
$| = 1;
print for split //, "Content-Type: text/plain\nX-One: 1\n\nbody\n";
