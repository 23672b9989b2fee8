# Records without end, or too large ones, from a worker take no memory of httpd,
# and end the answer.

use Mehari::Test;
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of pool_processes wait_until);

my $h = attack_server(
    perl_pool => 'workers=2',
    library   => 'attack',
    handlers  =>
        { '/records' => 'My::Attack::Records', '/other' => 'My::Attack' },
    config => "LogLevel perl:error\n",
);

# The size of httpd's largest child, in KiB.
sub size_of_httpd () {
    my $pool = pool_processes($h)->{default} // 0;
    my %not  = map { $_ => 1 } $pool, children_of($pool);
    my @size = map { read_file("/proc/$_/status") =~ /^VmRSS:\s+(\d+)/m }
        grep { !$not{$_} } children_of($h->pid);
    return (sort { $b <=> $a } @size)[0];
}

is get($h, '/other?body=x')->body, 'x', 'a worker serves before the attack';
my %kind = (read => 1, log => 4, interim => 5, none => 9);
for my $case (
    [ interim => 30,     200_000 ],
    [ interim => 60_000, 400 ],
    [ interim => 70_000, 10 ],
    [ log     => 1000,   20_000 ],
    [ log     => 70_000, 10 ],
    [ read    => 0,      100_000 ],
    [ read    => 10,     10 ],
    [ none    => 0,      10 ],
    )
{
    my ($name, $size, $count) = @$case;
    subtest "$count of $name, $size bytes each" => sub {
        my $before = size_of_httpd();
        my $got
            = get($h, "/records?kind=$kind{$name}&size=$size&count=$count");
        like $got->status // 500, qr/\A(?:[15]\d\d|200)\z/,
            "$count records $name of $size bytes end in a response";
        cmp_ok size_of_httpd() - $before, '<', 16_384, 'KiB more at most';
        my $other = wait_until(
            sub {
                my $answer = get($h, '/other?body=x');
                return ($answer->status // 0) == 200 && $answer->body;
            }
        );
        is $other, 'x', 'another request is served after wrong records';
    };
}

done_testing;
