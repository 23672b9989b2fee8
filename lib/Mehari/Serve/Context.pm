package Mehari::Serve::Context;

# The server as the pages of "mehari serve" know it. The configuration passes
# these values to the pages, which are CGI scripts, in their environment, and to
# the gate in front of handlers in PerlSetVar lines. This file writes and reads
# both.

use Mehari::Perl;

use Mehari::Httpd::Config qw(quoted);
use Mehari::Serve::Mode;
use Mehari::Serve::Site;

sub new ($class, %field) { return bless {%field}, $class }

sub site  ($self) { return $self->{site} }
sub modes ($self) { return @{ $self->{modes} } }
sub logs  ($self) { return $self->{logs} }
sub label ($self) { return $self->{label} }

sub runs_log  ($self) { return "$self->{logs}/runs_log" }
sub error_log ($self) { return "$self->{logs}/error_log" }

# The URL by which a file opens in an editor; undef without one.
sub editor ($self) { return $self->{editor} }

# An option that has no effect here, as a sentence; undef without one.
sub note ($self) { return $self->{note} }

sub values_of ($self) {
    my $site = $self->{site};
    return (
        Dir     => $site->dir,
        Script  => $site->script,
        Handler => $site->handler,
        Modes   => join(',', map { $_->{name} } $self->modes),
        Logs    => $self->{logs},
        Label   => $self->{label},
        Note    => $self->{note},
        Editor  => $self->{editor},
    );
}

# One line for each: directive "PerlSetVar" or "SetEnv".
sub directives ($self, $directive) {
    my %value = $self->values_of;
    return join '', map { "$directive Mehari$_ " . quoted($value{$_}) . "\n" }
        grep { defined $value{$_} } sort keys %value;
}

sub of_request ($class, $r) {
    return $class->from(sub ($name) { $r->dir_config($name) });
}

sub of_environment ($class) {
    return $class->from(sub ($name) { $ENV{$name} });
}

sub from ($class, $get) {
    my %value = map { $_ => scalar $get->("Mehari$_") }
        qw(Dir Script Handler Modes Logs Label Note Editor);
    return $class->new(
        site => Mehari::Serve::Site->known(@value{qw(Dir Script Handler)})
            ->with_examples,
        modes => [
            length $value{Modes}
            ? Mehari::Serve::Mode->parse($value{Modes})
            : ()
        ],
        logs   => $value{Logs},
        label  => $value{Label},
        note   => $value{Note},
        editor => $value{Editor},
    );
}

1;

__END__

=head1 NAME

Mehari::Serve::Context - the server's values for its pages

=head1 SYNOPSIS

    my $context = Mehari::Serve::Context->of_environment;
    my @scripts = $context->site->scripts;

=cut
