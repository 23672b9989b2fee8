package Mehari::Bench::Httperf;

# httperf sends requests at a given rate, whether the server keeps up or not. A
# client that waits for each answer before it asks again would hide a server
# that is too slow.

use Mehari::Perl;
use File::Temp ();

# Fields of httperf's list of errors: faults of the server, and resources that
# httperf itself lacked.
my %ERRORS = (
    'client-timo' => 'timeout',
    'socket-timo' => 'timeout',
    connrefused   => 'connect',
    connreset     => 'read',
    'fd-unavail'  => 'client',
    addrunavail   => 'client',
    'ftab-full'   => 'client',
    other         => 'other',
);

# The arguments after the program's name, and objects that must live as long as
# the program. Each request has a connection of its own.
sub arguments (%load) {
    my @parts = map { parts($_) } @{ $load{urls} };
    my ($scheme, $host, $port) = @{ $parts[0] };
    my $list = File::Temp->new;
    print {$list} map { "$_->[3]\0" } @parts;
    close $list or die "Cannot write $list: $!.\n";
    my @arguments = (
        qw(--hog --verbose --verbose),
        '--server'  => $host,
        '--port'    => $port,
        '--wlog'    => "y,$list",
        '--rate'    => $load{rate},
        '--timeout' => $load{timeout},
        '--num-calls', 1, '--num-conns', $load{rate} * $load{duration},
    );
    push @arguments, '--ssl' if $scheme eq 'https';
    return ($list, @arguments);
}

# Scheme, host, port, path with query.
sub parts ($url) {
    my ($scheme, $host, $port, $path)
        = $url =~ m{\A(https?)://([^/:?#]+)(?::(\d+))?([^#]*)}
        or die "$url is not a URL that httperf can request.\n";
    $port //= $scheme eq 'https' ? 443 : 80;
    return [ $scheme, $host, $port, $path =~ m{\A/} ? $path : "/$path" ];
}

sub read_report ($text) {
    my ($asked, $replies, $seconds)
        = $text
        =~ /^Total: connections (\d+) .* replies (\d+) \S+ ([\d.]+) s$/m
        or return;
    my %status        = $text =~ /([1-5])xx=(\d+)/g;
    my ($error_lines) = join ' ', $text =~ /^Errors: (.*)$/mg;
    my %count         = $error_lines =~ /([\w-]+) (\d+)/g;
    my %errors        = (status => $status{4} + $status{5});
    $errors{ $ERRORS{$_} } += $count{$_} // 0 for keys %ERRORS;
    my ($response) = $text =~ /^Reply time \[ms\]: response ([\d.]+)/m;
    my ($longest)  = $text =~ /^Connection time \[ms\]:.* max ([\d.]+)/m;
    my ($bytes)    = $text =~ /^Reply size .*\(total ([\d.]+)\)/m;
    my $failed     = 0;
    $failed += $_ for values %errors;
    return {
        asked     => $asked + 0,
        completed => $replies + 0,
        succeeded => $replies - $errors{status},
        seconds   => $seconds + 0,
        bytes     => $replies * ($bytes // 0),
        ms        => $replies ? $response + 0 : undef,
        longest   => $replies ? $longest + 0  : undef,
        errors    => \%errors,
        failed    => $failed,
        percentiles($text),
    };
}

# httperf's histogram has a line for each millisecond in which requests ended.
# The line has the middle of that millisecond; a percentile is its end.
sub percentiles ($text) {
    my ($part) = $text =~ /^Connection lifetime histogram.*?\n(.*?)\n\n/ms;
    my @bins   = ($part // '') =~ /^ +([\d.]+) (\d+)$/mg;
    my $total  = 0;
    my @ends;
    while (my ($middle, $count) = splice @bins, 0, 2) {
        $total += $count;
        push @ends, [ $total, $middle + 0.5 ];
    }
    my %at;
    for my $percent (50, 90, 95, 99) {
        my ($bin) = grep { $_->[0] >= $total * $percent / 100 } @ends;
        $at{"p$percent"} = $bin ? $bin->[1] : undef;
    }
    return %at;
}

1;

__END__

=head1 NAME

Mehari::Bench::Httperf - load at a given rate

=head1 FUNCTIONS

=over

=item arguments(urls => \@urls, rate => $n, duration => $s, timeout => $s)

A temporary file, which must be kept until httperf has ended, and httperf's
arguments. The URLs, all of one server, are requested in turn.

=item read_report($text)

Returns a hash as L<Mehari::Bench::Client> reports a load, with C<asked>, or
undef for none. Percentiles are whole milliseconds.

=back

=cut
