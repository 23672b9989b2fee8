# With DATA the script's own file stays open.
opendir my $dir, '/proc/self/fd' or die;
print "Content-Type: text/plain\n\n";
print grep { defined } map { my $to = readlink "/proc/self/fd/$_"; $_ > 2 && $to =~ /data_is_open/ ? "$_ $to\n" : () } sort grep {/\d/} readdir $dir;
print fileno DATA, "\n";
__DATA__
text
