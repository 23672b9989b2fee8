# $0 that BEGIN has set: the kernel shows it for the process, too.
BEGIN { $0 = 'set in begin' }
print "Content-Type: text/plain\n\n$0\n";
for my $name (qw(comm cmdline)) {
    open my $file, '<', "/proc/self/$name" or die;
    local $/;
    print map { s/\0//gr } <$file>;
}
