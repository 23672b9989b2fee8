# A sub of the script's own by the name of exit.
BEGIN { *CORE::GLOBAL::exit = sub { print "overridden @_\n"; CORE::exit($_[0] // 0) } }
print "Content-Type: text/plain\n\n";
exit 2;
