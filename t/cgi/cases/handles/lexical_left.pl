# A lexical handle that was left open is flushed after exit in a sub.
print "Content-Type: text/plain\n\n";
sub write_it { open my $out, '>', 'work/flushed' or die; print $out "by exit\n"; print "page\n"; exit }
write_it();
