package Mehari::Serve::Address;

# The address at which the server of "mehari serve" listens, and which of its
# clients is the developer.

use Mehari::Perl;

use Socket qw(
    getaddrinfo getnameinfo AI_PASSIVE NI_NUMERICHOST NIx_NOSERV SOCK_STREAM
);
use Sys::Hostname qw(hostname);

# host: an address, or a name of this machine. Dies with one sentence.
sub new ($class, $host) {
    my $bare = $host =~ s/\A\[(.*)\]\z/$1/r;
    my ($error, @found)
        = getaddrinfo($bare, undef,
        { socktype => SOCK_STREAM, flags => AI_PASSIVE });
    die "$host is neither an address nor a name of a machine\n"
        if !length $bare || $error || !@found;
    my ($failed, $address)
        = getnameinfo($found[0]{addr}, NI_NUMERICHOST, NIx_NOSERV);
    die "$host has no address: $failed\n" if $failed;
    return bless { host => $bare, address => $address }, $class;
}

sub address ($self) { return $self->{address} }

# True for all addresses of the machine.
sub is_any ($self) { return $self->{address} =~ /\A(?:0\.0\.0\.0|::)\z/ }

sub is_loopback ($self) { return loopback($self->{address}) }

sub loopback ($address) {
    return $address =~ /\A(?:(?:::ffff:)?127(?:\.\d+){3}|::1)\z/;
}

# The name by which other machines reach it.
sub public_name ($self) {
    return $self->is_any ? hostname() : $self->{host};
}

# The names for a certificate, in openssl's form.
sub names ($self) {
    my %seen;
    return grep { !$seen{$_}++ } 'DNS:localhost', 'DNS:' . hostname(),
        'IP:127.0.0.1', 'IP:::1',
        $self->is_any                     ? () : "IP:$self->{address}",
        $self->{host} eq $self->{address} ? () : "DNS:$self->{host}";
}

# True if the client of a CGI program's environment is the developer, in a
# browser of this machine. A proxy's request may come from anywhere, and a page
# with another name may lead here (DNS rebinding).
sub is_own ($class, $env) {
    return 0 if !loopback($env->{REMOTE_ADDR} // '');
    return 0 if grep { /\AHTTP_(?:X_FORWARDED|FORWARDED|VIA\z)/ } keys %$env;
    my $host = lc(($env->{HTTP_HOST} // '') =~ s/:\d+\z//r);
    return $host eq 'localhost' || loopback($host =~ s/\A\[(.*)\]\z/$1/r);
}

1;

__END__

=head1 NAME

Mehari::Serve::Address - the server's address, and whether a client is the
developer

=head1 SYNOPSIS

    my $where = Mehari::Serve::Address->new('0.0.0.0');
    say 'others reach it as ', $where->public_name if !$where->is_loopback;
    show_source() if Mehari::Serve::Address->is_own(\%ENV);

=cut
