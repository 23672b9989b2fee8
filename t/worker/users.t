# Workers of two pools under two users: their users, and that neither has the
# other's part of the configuration. Only root can start such a server.

use Mehari::Test;
use Mehari::Test::Gateway qw(children_of pool_processes two_users);
use Mehari::Test::Worker;

plan skip_all => 'only root can run pools as other users' if $> != 0;

my ($one, $two) = two_users();
plan skip_all => 'there are no two users to be' if !defined $two;

my $h = worker_server(
    perl_pool => "user=$one",
    config    => <<~"CONF");
        PerlPool two user=$two
        <VirtualHost *:*>
        ServerName one.test:81
        PerlSetVar Secret kept-by-the-first
        </VirtualHost>
        <VirtualHost *:*>
        ServerName two.test:82
        PerlUsePool two
        PerlSetVar Secret kept-by-the-second
        </VirtualHost>
        CONF

sub ask ($host, $what) {
    return get($h, "/w?$what", headers => { Host => "$host.test" })->body;
}

my %uid    = (one => (getpwnam $one)[2], two => (getpwnam $two)[2]);
my %secret = (one => 'kept-by-the-first', two => 'kept-by-the-second');
my %port   = (one => 81,                  two => 82);
my %pool   = (one => 'default',           two => 'two');

# All private memory of a process.
sub memory ($pid) {
    no warnings 'portable';    # addresses have 64 bits
    my $all = '';
    open my $mem, '<:raw', "/proc/$pid/mem" or return '';
    for my $map (split /\n/, read_file("/proc/$pid/maps")) {
        my ($from, $to) = map { hex } $map =~ /^([0-9a-f]+)-([0-9a-f]+) rw/
            or next;
        next if $to - $from > 1 << 30;    # a sanitizer's notes about the rest
        sysseek $mem, $from, 0 or next;
        sysread $mem, my $part, $to - $from;
        $all .= $part // '';
    }
    return $all;
}

for my $host (qw(one two)) {
    my $other = $host eq 'one' ? 'two' : 'one';
    for my $round (1, 2) {
        is ask($host, 'server'),
            join(' ',
            "$host.test",   $port{$host},   1,
            $secret{$host}, $secret{$host}, 'here'),
            "$host has its server and its variables, $round";
    }
    like ask($host, 'user'), qr/\A$uid{$host} /, "$host runs as its user";
    my @open = split / /, ask($host, 'descriptors') =~ s/ \(deleted\)//gr;

    # Its own files: one for its size, one for the growth of its pool.
    my $own = qr{/proc/\d+/(?:fd|statm)|/memfd:mehari-growth};
    is_deeply [ grep { !m{=(?:|/|/dev/null|$own|(?:pipe|socket):.*)\z} }
            @open ],
        [], "$host has no file open";
    my @below = children_of(pool_processes($h)->{ $pool{$host} });
    my @found = grep { memory($_) =~ /$secret{$host}/ } @below;
    ok @found > 0, "$host has its variables in memory";
    @found = grep { memory($_) =~ /$secret{$other}/ } @below;
    is_deeply \@found, [], "$host has no variable of $other in memory";
}

done_testing;
