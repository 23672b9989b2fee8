package Mehari::Serve::Context;

# What a Perl handler of "mehari serve" knows of the server it runs in. The
# configuration says it in PerlSetVar lines, written by directives() and read
# back by of_request(), so that both ends stand on one page.

use v5.36;

use Mehari::Serve::Mode;
use Mehari::Serve::Site;

sub new ($class, %field) { return bless {%field}, $class }

sub site  ($self) { return $self->{site} }
sub modes ($self) { return @{ $self->{modes} } }
sub logs  ($self) { return $self->{logs} }
sub label ($self) { return $self->{label} }

sub runs_log  ($self) { return "$self->{logs}/runs_log" }
sub error_log ($self) { return "$self->{logs}/error_log" }

sub directives ($self) {
    my $site  = $self->{site};
    my %value = (
        MehariDir     => $site->dir,
        MehariScript  => $site->script,
        MehariHandler => $site->handler,
        MehariModes   => join(',', map { $_->{name} } $self->modes),
        MehariLogs    => $self->{logs},
        MehariLabel   => $self->{label},
    );
    return join '', map { "PerlSetVar $_ " . quoted($value{$_}) . "\n" }
        grep { defined $value{$_} } sort keys %value;
}

sub of_request ($class, $r) {
    my %value = map { $_ => scalar $r->dir_config("Mehari$_") }
        qw(Dir Script Handler Modes Logs Label);
    return $class->new(
        site  => Mehari::Serve::Site->known(@value{qw(Dir Script Handler)}),
        modes => [ Mehari::Serve::Mode->parse($value{Modes}) ],
        logs  => $value{Logs},
        label => $value{Label},
    );
}

# A string as httpd's configuration wants it. It has no way to write a newline
# or to keep "${" from being looked up, so those are refused.
sub quoted ($text) {
    die qq(httpd's configuration cannot hold the path "$text"\n)
        if $text =~ /\$\{|[\x00-\x1f\x7f]/;
    return '"' . ($text =~ s/(["\\])/\\$1/gr) . '"';
}

1;

__END__

=head1 NAME

Mehari::Serve::Context - what the pages know of the server they run in

=head1 SYNOPSIS

  my $context = Mehari::Serve::Context->of_request($r);
  my @scripts = $context->site->scripts;

=cut
