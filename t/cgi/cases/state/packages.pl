# Several packages in one file; the last one is current.
package One;
our $name = 'one';
package Two;
our $name = 'two';
print "Content-Type: text/plain\n\n";
print "$name $One::name ", __PACKAGE__, "\n";
