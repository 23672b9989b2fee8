# A script that sets its own limits.
print "Content-Type: text/plain\n\n";
my $before = `ulimit -f;`;
eval { require BSD::Resource; BSD::Resource::setrlimit(BSD::Resource::RLIMIT_FSIZE(), 1 << 20, 1 << 20) };
print $before;
