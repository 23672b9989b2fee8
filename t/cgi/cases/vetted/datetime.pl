use DateTime;
my $day = DateTime->new(year => 2024, month => 2, day => 28);
my $now = DateTime->now;
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ",
    $day->add(days => 2)->strftime('%F %A'), ' ',
    abs($now->epoch - time) < 3 ? 'now' : 'stale', "\n";
