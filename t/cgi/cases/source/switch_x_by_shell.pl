#!/bin/sh
# -x: perl after a shell's beginning.
exec perl -x "$0"
#!/usr/bin/perl -l
print "Content-Type: text/plain\n";
print 'perl ', __LINE__;
__END__
ignored
