# ${^OPEN}, ${^UTF8LOCALE}, default layers.
print "Content-Type: text/plain\n\n";
print defined ${^OPEN} ? 'set' : 'unset', ' ', ${^UTF8LOCALE} // 'undef', ' ', ${^UNICODE}, "\n";
open my $in, '<', $0 or die;
print join(' ', PerlIO::get_layers($in)), "\n";
