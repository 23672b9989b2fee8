package Mehari::Serve::Banner;

# The lines that mehari serve shows when it has started: the address, and what
# is served there.

use Mehari::Perl;

use Exporter qw(import);

use Mehari::Serve::Message;
use Mehari::Serve::Profile;

our @EXPORT_OK = qw(rows url_rows log_row);

# The URLs to open, also those for other machines.
sub url_rows ($httpd, $option) {
    my $where     = $option->{where};
    my $url       = $httpd->url('/');
    my @rows      = ([ 'open', $url ]);
    my $elsewhere = '//' . $where->public_name . ':';
    push @rows, [ 'elsewhere', $url =~ s{//.*:}{$elsewhere}r ]
        if $where->is_any;
    push @rows,
        [ 'SHA-256', $option->{certificate}->fingerprint ],
        [ '',        $option->{certificate}->file ]
        if $option->{https};
    return @rows;
}

sub log_row ($option) {
    return () if !defined $option->{access_log};
    return [ 'log',
        Mehari::Serve::Message::printable($option->{access_log}) ];
}

sub example_rows ($examples) {
    return () if $examples->is_alone;
    my @served = map { '/' . $_->name . '/' } $examples->served;
    my @rows   = @served ? [ 'examples', "@served" ] : ();
    return @rows,
        map { [ 'left out', $_->name . ': ' . $_->problem ] }
        $examples->left_out;
}

sub rows ($httpd, $context, $option) {
    my $site     = $context->site;
    my %handlers = $site->handlers;
    my %count    = (
        script  => scalar(() = $site->scripts),
        handler => scalar keys %handlers,
    );
    my @rows = (
        url_rows($httpd, $option),
        [ 'served', Mehari::Serve::Message::printable($site->dir) ],
    );
    for my $kind (qw(script handler)) {
        my @modes = map { "/$_->{name}/" }
            grep { $_->{kind} eq $kind } $context->modes;
        next unless @modes && $count{$kind};
        my $plural = $count{$kind} == 1 ? '' : 's';
        push @rows, [ "$kind$plural", "$count{$kind} under @modes" ];
    }
    push @rows, example_rows($site->examples);
    push @rows, [ 'status', $httpd->url('/mehari-status') ]
        if $option->{module} eq 'mehari';
    push @rows, [ 'profiles', $httpd->url($Mehari::Serve::Profile::URL) ]
        if $option->{profile};
    push @rows, [ 'also', $context->note ] if defined $context->note;
    return @rows, log_row($option), [ 'with', $context->label ],
        [ 'stop', 'Ctrl-C' ];
}

1;

__END__

=encoding UTF-8

=head1 NAME

Mehari::Serve::Banner - the lines that mehari serve shows at its start

=head1 SYNOPSIS

    use Mehari::Serve::Banner qw(rows);

    $terminal->banner('mehari serve', rows($httpd, $context, $option));

=cut
