package Apache2::Resource;

# Limits of a child's resources, from PERL_RLIMIT_... variables.

use strict;
use warnings;

use Apache2::Const -compile => qw(OK);
use BSD::Resource ();

our $VERSION = '1.72';
our $Debug   = 0;

# What PERL_RLIMIT_DEFAULTS stands for.
my %DEFAULT = (
    PERL_RLIMIT_DATA  => '64:64',
    PERL_RLIMIT_CPU   => '60:360',
    PERL_RLIMIT_CORE  => '0:0',
    PERL_RLIMIT_STACK => '20:40',
);

sub MB { return $_[0] * 1024 * 1024 }
sub BM { return $_[0] / (1024 * 1024) }

sub debug {
    my @words = @_;
    warn "$$: ", join(' ', @words), "\n" if $Debug;
    return;
}

# Numbers of bytes are given in megabytes.
sub install_rlimit {
    my ($name, $soft, $hard) = @_;
    my $resource = BSD::Resource::get_rlimits()->{"RLIMIT_$name"};
    if (!defined $resource) {
        debug("there is no limit called $name");
        return;
    }
    if ($name !~ /\A(?:CPU|NPROC|NOFILE|OPEN_MAX)\z/) {
        ($soft, $hard) = map { MB($_) } $soft, $hard;
    }
    BSD::Resource::setrlimit($resource, $soft, $hard)
        or debug("limit $name $soft:$hard was refused: $!");
    return;
}

sub handler {
    my %wanted = %ENV;
    %wanted = (%DEFAULT, %wanted) if $ENV{PERL_RLIMIT_DEFAULTS};
    for my $key (sort keys %wanted) {
        my ($name) = $key =~ /\APERL_RLIMIT_(\w+)\z/;
        next if !defined $name || $name eq 'DEFAULTS';
        my ($soft, $hard) = split /:/, $wanted{$key}, 2;
        install_rlimit($name, $soft, $hard // $soft);
    }
    return Apache2::Const::OK;
}

sub default_handler {
    local $ENV{PERL_RLIMIT_DEFAULTS} = 1;
    return handler();
}

# A page for Apache2::Status.
sub status_rlimit {
    my $limits = BSD::Resource::get_rlimits();
    my @rows   = map {
        [ $_, map { $_ // '' } BSD::Resource::getrlimit($limits->{$_}) ]
    } sort keys %$limits;
    return [ Apache2::Status::table([ 'Limit', 'Soft', 'Hard' ], @rows) ];
}

if ($INC{'Apache2/Status.pm'}) {
    Apache2::Status->menu_item(
        rlimit => 'Resource limits',
        \&status_rlimit
    );
}

1;
__END__

=head1 NAME

Apache2::Resource - limit what a child may use

=head1 SYNOPSIS

  PerlModule Apache2::Resource
  PerlSetEnv PERL_RLIMIT_DATA 64:128
  PerlSetEnv PERL_RLIMIT_CPU  120
  PerlChildInitHandler Apache2::Resource

=head1 DESCRIPTION

Sets the limits of each child when it starts, from variables C<PERL_RLIMIT_NAME
soft:hard> (one number is both). Sizes are in megabytes, CPU is in seconds.
C<PERL_RLIMIT_DEFAULTS> sets DATA, CPU, CORE and STACK to usual values. Needs
L<BSD::Resource>. With L<Apache2::Status> there is a page that shows the
limits.

=cut
