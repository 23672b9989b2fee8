# A sub of the script's own may be called handler.
print "Content-Type: text/plain\n\n";
sub handler { return 'mine' }
print handler(), ' ', main::handler(), ' ', main->can('handler')->(), "\n";
