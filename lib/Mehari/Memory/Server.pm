package Mehari::Memory::Server;

# mehari top --memory: the memory of a server's processes, and the requests by
# which they grew.

use Mehari::Perl;
use JSON::PP ();

use Mehari::Command::Usage;
use Mehari::Memory::Family  qw(family find_server);
use Mehari::Memory::Growth  qw(growth_of);
use Mehari::Memory::Process qw(memory_of merged_by_kernel);
use Mehari::Memory::Report;

sub run ($class, $option, @args) {
    my $report = running($option, @args);
    print $option->{json}
        ? JSON::PP->new->canonical->pretty->encode($report)
        : Mehari::Memory::Report::processes($report)
        . Mehari::Memory::Report::growth($report);
    return 0;
}

sub usage ($text) { Mehari::Command::Usage->throw("top --memory: $text") }

# --- a running server ---------------------------------------------------------

sub running ($option, $where = undef, @more) {
    usage('one server at a time') if @more;
    my @family = family(find_server($where));
    @family = of_pool($option->{pool}, @family) if defined $option->{pool};
    for my $one (@family) {
        my $memory = memory_of($one->{pid}) // next;
        @$one{ keys %$memory } = values %$memory;
    }
    # Leaves out a process that has ended meanwhile.
    @family = grep { defined $_->{total} || -d "/proc/$_->{pid}" } @family;
    die "the processes are another user's: run this as root.\n"
        if !grep { defined $_->{total} } @family;
    return {
        processes => \@family,
        sum       => sum(@family),
        kernel    => merged_by_kernel(),
        growth    => [ tables(@family) ],
    };
}

sub of_pool ($name, @family) {
    my @those = grep { ($_->{pool} // '') eq $name } @family;
    return @those if @those;
    my %pool = map { $_->{pool} => 1 } grep { defined $_->{pool} } @family;
    die "there is no pool $name; there are: "
        . (join(', ', sort keys %pool) || 'none') . "\n";
}

# The sum of the family's memory. A run shares its template's memory, which
# counts only once.
sub sum (@family) {
    my %sum;
    my @own = grep { $_->{role} ne 'run' } @family;
    for my $name (qw(private proportion merged)) {
        $sum{$name} = 0;
        $sum{$name} += $_->{$name} // 0 for @own;
    }
    return \%sum;
}

sub tables (@family) {
    my %one = map { $_->{pid} => $_ } @family;
    my @tables;
    for my $table (growth_of(map { $_->{pid} } @family)) {
        my $pool = $one{ $table->{pid} }{pool};
        push @tables,
            {
            %$table,
            who => defined $pool
            ? "the workers of pool $pool"
            : "httpd's children",
            };
    }
    return @tables;
}

1;

__END__

=head1 NAME

Mehari::Memory::Server - mehari top --memory: the memory of a running server

=head1 SYNOPSIS

    my $status
        = Mehari::Memory::Server->run({ pool => 'shop' }, '/run/httpd.pid');

=cut
