# A compressed body.
use Compress::Zlib;
print "Content-Type: text/plain\nContent-Encoding: gzip\n\n";
print Compress::Zlib::memGzip("compressed\n" x 10);
