package Apache2::Resource;

# Limits of a child's resources, from PERL_RLIMIT_... variables.

use strict;
use warnings;

use Apache2::Const -compile => qw(OK);
use Apache2::Module ();
use BSD::Resource   ();

our $VERSION = '1.72';
our $Debug;
$Debug ||= 0;

# In megabytes. All others are in units of their own: seconds, files, bytes.
my %IN_MB = map { $_ => 1 } qw(DATA RSS STACK FSIZE CORE MEMLOCK AS);

# What PERL_RLIMIT_DEFAULTS stands for, and a limit without a value.
my %DEFAULT = (
    AS    => 64,
    CORE  => 0,
    CPU   => 360,
    DATA  => 64,
    FSIZE => 10,
    RSS   => 16,
    STACK => 20,
);

# Megabytes as bytes; a number so large that it must be bytes already stays.
sub MB {
    my ($number) = @_;
    return $number < 1024 * 1024 ? $number * 1024 * 1024 : $number;
}

# Bytes as megabytes, for people.
sub BM {
    my ($number) = @_;
    return $number > 1024 * 1024 ? '(' . ($number >> 20) . 'Mb)' : '';
}

sub debug {
    my @words = @_;
    print STDERR "Apache2::Resource: process $$: @words\n" if $Debug;
    return;
}

# True when the limit is set.
sub install_rlimit {
    my ($name, $soft, $hard) = @_;
    my $resource = BSD::Resource::get_rlimits()->{"RLIMIT_$name"};
    if (!defined $resource) {
        debug("there is no limit called $name");
        return '';
    }
    $soft = $DEFAULT{$name} if !defined $soft || $soft eq '';
    if (!defined $soft) {
        warn "MH1133: Apache2::Resource: PERL_RLIMIT_$name has no value,"
            . " and there is no default for it\n";
        return '';
    }
    $hard = $soft if !defined $hard || $hard eq '';
    ($soft, $hard) = map { MB($_) } $soft, $hard if $IN_MB{$name};
    my $set = BSD::Resource::setrlimit($resource, $soft, $hard);
    debug("$name $soft:$hard ", $set ? 'is set' : "was refused: $!");
    return $set;
}

sub handler {
    for my $key (sort keys %ENV) {
        my ($name) = $key =~ /\APERL_RLIMIT_(\w+)\z/;
        next if !defined $name || $name eq 'DEFAULTS';
        install_rlimit($name, split /:/, $ENV{$key}, 2);
    }
    return Apache2::Const::OK;
}

# All limits that have a default, where the configuration says nothing.
sub default_handler {
    for my $name (sort keys %DEFAULT) {
        $ENV{"PERL_RLIMIT_$name"} //= '';
    }
    return handler();
}

# A page for Apache2::Status.
sub status_rlimit {
    my $limits = BSD::Resource::get_rlimits();
    my @rows   = map { [ $_, limits_of($_, $limits->{$_}) ] }
        sort keys %$limits;
    return [ Apache2::Status::table([ 'Limit', 'Soft', 'Hard' ], @rows) ];
}

sub limits_of {
    my ($name, $resource) = @_;
    my $in_mb = $IN_MB{ $name =~ s/\ARLIMIT_//r };
    return
        map { defined $_ ? ($in_mb ? "$_ " . BM($_) : $_) : '' }
        (BSD::Resource::getrlimit($resource))[ 0, 1 ];
}

if ($ENV{PERL_RLIMIT_DEFAULTS}) {
    require Apache2::ServerUtil;
    Apache2::ServerUtil->server->push_handlers(
        PerlChildInitHandler => \&default_handler);
}

if (Apache2::Module::loaded('Apache2::Status')) {
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
  PerlSetEnv PERL_RLIMIT_AS  512:1024
  PerlSetEnv PERL_RLIMIT_CPU 120
  PerlChildInitHandler Apache2::Resource

=head1 DESCRIPTION

Sets the limits of each child when it starts, from variables C<PERL_RLIMIT_NAME
soft:hard>; one number is both. Any limit that L<BSD::Resource> knows on this
system can be set: AS, CORE, CPU, DATA, FSIZE, LOCKS, MEMLOCK, NOFILE, NPROC,
STACK and others, see L<setrlimit(2)>. AS, CORE, DATA, FSIZE, MEMLOCK, RSS and
STACK are in megabytes, or in bytes when the number is larger than 1048576. CPU
is in seconds, the rest are numbers as the system takes them.

A variable without a value stands for the default: AS 64, CORE 0, CPU 360, DATA
64, FSIZE 10, RSS 16, STACK 20. C<PerlSetEnv PERL_RLIMIT_DEFAULTS On> before
C<PerlModule Apache2::Resource> sets them all, without PerlChildInitHandler;
variables for single limits go first. Mind that on Linux AS counts, and 64
megabytes are not enough for httpd with Perl.

With L<Apache2::Status> loaded before there is a page that shows the limits. A
limit for all that a pool runs needs no Perl: see C<PerlPool>.

=head1 FUNCTIONS

=head2 handler

=head2 default_handler

The handler of PerlChildInitHandler; and the one that sets the defaults too.

=head2 install_rlimit

  my $done = Apache2::Resource::install_rlimit('CPU', 60, 120);

Sets one limit of this process. Returns false when it could not, which
C<$Apache2::Resource::Debug = 1> explains on STDERR.

=head2 status_rlimit

The page of L<Apache2::Status>.

=head2 MB

=head2 BM

  my $bytes = Apache2::Resource::MB(64);
  my $words = Apache2::Resource::BM($bytes);    # (64Mb)

From megabytes to bytes and back.

=head2 debug

  Apache2::Resource::debug('words');

Prints to STDERR when C<$Apache2::Resource::Debug> is true.

=cut
