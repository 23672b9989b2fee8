print "Content-Type: text/plain\n\n";
binmode STDOUT, ':pop'; print join(',', PerlIO::get_layers(STDOUT)), "\n"; binmode STDERR, ':crlf'; binmode STDERR, ':pop'; print STDERR join(",", PerlIO::get_layers(STDERR)) . "\n";
