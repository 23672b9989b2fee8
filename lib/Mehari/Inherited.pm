package Mehari::Inherited;

# Handles that are open in this process although others will be forked from it:
# a sentence for each.

use Mehari::Perl;

use Mehari::Databases;

# $sockets: [ descriptor, peer, \*HANDLE or undef ] each, of
# src/module/perl/inherited.c.
sub report ($sockets, $sentences) {
    my @databases = Mehari::Databases::connections();
    my %known     = map { ($_->{fd} // -1) => 1 } @databases;
    push @$sentences, map { of_database($_) } @databases;
    push @$sentences,
        map { of_socket(@$_) } grep { !$known{ $_->[0] } } @$sockets;
    return;
}

sub of_database ($connection) {
    return message(
        'MH6001',
        %$connection{qw(driver dsn)},
        held => held($connection->{handle})
    );
}

sub of_socket ($descriptor, $peer, $handle) {
    return message('MH6003', peer => $peer, descriptor => $descriptor)
        if !$handle;
    return message('MH6002', peer => $peer, held => held($handle));
}

# The variable that holds the descriptor. The search does not look deep inside
# of a module.
sub held ($thing) { return holder($thing) // 'in no variable of its own' }

# The number comes last, as in all lines of httpd's log. The catalogue is loaded
# only here, because it is large and rarely needed.
sub message ($code, %about) {
    require Mehari::Explain::Reason;
    my $reason = Mehari::Explain::Reason::find($code);
    return "$code: " . Mehari::Explain::Reason::sentence($reason, \%about);
}

1;

__END__

=head1 NAME

Mehari::Inherited - handles that are open when processes are forked

=head1 DESCRIPTION

C<report(\@sockets, \@sentences)> is called in httpd's parent when it has
started, and in the process that a pool's workers are forked from. It names
DBI's connections and sockets that all forks would share, each with the variable
that has it, if one can be found. C<holder($reference)> is that search, in C.

=cut
