#!/usr/bin/perl
# What the kernel thinks of killing it, where it runs, if it can be dumped.
print "Content-Type: text/plain\n\n";
for my $name (qw(oom_score_adj coredump_filter cgroup)) {
    open my $in, '<', "/proc/self/$name" or next;
    print "$name ", <$in>;
}
