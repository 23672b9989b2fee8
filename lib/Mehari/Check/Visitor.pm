package Mehari::Check::Visitor;

# One of the two clients: sends a request to a server, and notes the parts of
# the answer that can be compared.

use Mehari::Perl;
use HTTP::Tiny;

use Mehari::Check::Jar;

# Limits of size and time for a page that never ends.
my $MAX_SIZE = 16 << 20;

# Headers that httpd sets on its own, of the connection or of the moment.
my %SKIPPED = map { $_ => 1 } qw(date server connection keep-alive
    transfer-encoding content-length accept-ranges);

# name; host: what the site is called; port; timeout
sub new ($class, %option) {
    my $self = bless {%option}, $class;
    $self->{agent} = HTTP::Tiny->new(
        agent        => "mehari check, client $option{name}",
        timeout      => $option{timeout},
        max_redirect => 0,
        max_size     => $MAX_SIZE,
        keep_alive   => 0,
        cookie_jar   => Mehari::Check::Jar->new,
        map { $_ => undef } qw(proxy http_proxy https_proxy),
    );
    return $self;
}

sub move_to ($self, $port) {
    $self->{port} = $port;
    return;
}

# { status, reason, head => [lines], body, given_up }; status 599 without an
# answer, or with one that was given up. given_up has the limit: seconds, or
# bytes.
sub send ($self, $request) {
    my ($path, $body) = map { $self->filled($_) } @$request{qw(path body)};
    my %with = (
        peer    => '127.0.0.1',
        headers => $request->{headers},
        defined $body ? (content => $body) : (),
    );
    my $got  = $self->ask($request->{method}, $path, \%with);
    my $lost = $got->{status} == 599;
    return {
        status   => $got->{status},
        given_up => $lost ? $self->given_up($got->{content}) : undef,
        reason   => $lost
        ? $got->{content} =~ s/ at \S+ line \d+\.?\s*\z//r
        : $got->{reason},
        head => $lost ? [] : $self->head($got->{headers}),
        body => $lost ? '' : $self->neutral($got->{content} // ''),
    };
}

sub given_up ($self, $why) {
    return "$self->{timeout} s"       if $why =~ /\ATimed out/;
    return ($MAX_SIZE >> 20) . ' MiB' if $why =~ /\ASize of/;
    return undef;
}

# The agent's own limit is for the silence between two parts of an answer.
sub ask ($self, $method, $path, $with) {
    my $seconds = $self->{timeout};
    local $SIG{ALRM}
        = sub { die "Timed out: no end of the answer after $seconds s\n" };
    alarm $seconds;
    my $got
        = $self->{agent}
        ->request($method, "http://$self->{host}:$self->{port}$path", $with);
    alarm 0;
    return $got;
}

# "${client}" in a request stands for its client.
sub filled ($self, $text) {
    return defined $text ? $text =~ s/\$\{client\}/$self->{name}/gr : undef;
}

# The headers, sorted by name; those of one name in their own order.
sub head ($self, $headers) {
    my @lines;
    for my $name (sort grep { !$SKIPPED{$_} } keys %$headers) {
        my $value = $headers->{$name};
        push @lines,
            map { $self->neutral("$name: $_") =~ s/\n/ /gr }
            ref $value ? @$value : $value;
    }
    return \@lines;
}

# The port changes with each start.
sub neutral ($self, $text) {
    $text =~ s/\b\Q$self->{host}\E:$self->{port}\b/$self->{host}/g;
    return $text;
}

1;

__END__

=head1 NAME

Mehari::Check::Visitor - a client of mehari check

=head1 METHODS

=over

=item new(name => 'A', host => 'localhost', port => $port, timeout => 30)

=item send(\%request)

Sends C<method>, C<path>, C<headers> and C<body>, and returns C<status>,
C<reason>, C<head>, C<body> and C<given_up>. Cookies are kept.

=item move_to($port)

The server has another port now.

=back

=cut
