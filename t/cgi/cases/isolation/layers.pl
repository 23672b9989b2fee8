print "Content-Type: text/plain\n\n";
binmode STDOUT, ':utf8'; print chr(0x20ac), "\n"; binmode STDOUT; { no warnings; print chr(0x20ac), "\n" } binmode STDOUT, ':encoding(UTF-8)'; print chr(228), join(',', PerlIO::get_layers(STDOUT)), "\n"; binmode STDERR, ':crlf'; print STDERR "x\n"; binmode STDIN, ':raw:utf8';
