# TZ set by the script itself, then another.
use POSIX qw(tzset strftime);
print "Content-Type: text/plain\n\n";
for my $zone ('UTC', 'America/New_York', 'Asia/Tokyo') {
    $ENV{TZ} = $zone;
    tzset();
    print "$zone ", strftime('%H:%M', localtime 1_000_000_000), "\n";
}
