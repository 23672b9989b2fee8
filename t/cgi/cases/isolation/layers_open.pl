print "Content-Type: text/plain\n\n";
use open qw(:std :utf8); print chr(0x20ac), join(',', PerlIO::get_layers(STDOUT)), "\n"; open my $f, '<', $0; print join(',', PerlIO::get_layers($f)), "\n";
