package Apache2::Resource;

# Limits of a child's resources, from PERL_RLIMIT_... variables.

use Mehari::Perl;

use Apache2::Const -compile => qw(OK);
use Apache2::Module ();
use BSD::Resource   ();

our $VERSION = '1.72';
our $Debug;
$Debug ||= 0;

# Limits in megabytes. All others have units of their own: seconds, files,
# bytes.
my %IN_MB = map { $_ => 1 } qw(DATA RSS STACK FSIZE CORE MEMLOCK AS);

# The limits that PERL_RLIMIT_DEFAULTS stands for, and the defaults of a
# variable without a value.
my %DEFAULT = (
    AS    => 64,
    CORE  => 0,
    CPU   => 360,
    DATA  => 64,
    FSIZE => 10,
    RSS   => 16,
    STACK => 20,
);

# Converts megabytes to bytes. A number that is too large for megabytes is in
# bytes already, and stays.
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
        warn "Apache2::Resource: PERL_RLIMIT_$name has no value,"
            . " and there is no default for it [MH1133]\n";
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

# Sets all limits that have a default and that the configuration does not name.
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

Apache2::Resource - resource limits (setrlimit) for httpd's child processes

=head1 SYNOPSIS

    PerlModule Apache2::Resource
    PerlSetEnv PERL_RLIMIT_AS  512:1024
    PerlSetEnv PERL_RLIMIT_CPU 120
    PerlChildInitHandler Apache2::Resource

=head1 DESCRIPTION

The module sets the resource limits of each child process when the process
starts. The limits come from environment variables C<PERL_RLIMIT_NAME> with
the value C<soft:hard>. A single number is for both. You can set all limits
that L<BSD::Resource> has on this system, for example AS, CORE, CPU, DATA,
FSIZE, NOFILE and NPROC: see setrlimit(2).

The values of AS, CORE, DATA, FSIZE, MEMLOCK, RSS and STACK are in megabytes,
or in bytes if the number is larger than 1048576. CPU is in seconds. The other
values are numbers as in setrlimit(2).

A variable with an empty value sets the default: AS 64, CORE 0, CPU 360, DATA
64, FSIZE 10, RSS 16, STACK 20. C<PerlSetEnv PERL_RLIMIT_DEFAULTS On> before
C<PerlModule Apache2::Resource> sets all of these without a
PerlChildInitHandler. Variables for single limits take precedence. Choose a
larger AS, because 64 megabytes are not enough for httpd with Perl on Linux.

If you load L<Apache2::Status> before this module, it gets a page with the
limits. To limit the processes of a pool, use the keys of C<PerlPool> instead.

=head1 FUNCTIONS

=head2 handler, default_handler

    $status = Apache2::Resource::handler();

httpd calls C<handler> for PerlChildInitHandler. It sets all limits that have
a variable. C<default_handler> also sets the defaults of the others.

B<Returns:> C<Apache2::Const::OK>.

B<Errors:> none of their own. If the system refuses a limit, the old one
stays.

B<Phase:> PerlChildInitHandler.

B<Example:>

    # httpd.conf
    PerlModule Apache2::Resource
    PerlSetEnv PERL_RLIMIT_CPU 120
    PerlChildInitHandler Apache2::Resource

=head2 install_rlimit

    $done = Apache2::Resource::install_rlimit($name, $soft, $hard);

The function sets one limit of this process. If C<$Apache2::Resource::Debug>
is 1, it writes to STDERR why it could not.

B<Returns:> true, or false if the limit is not set.

B<Errors:> none of its own. A missing value without a default is a warning.

B<Phase:> PerlChildInitHandler. In the parent it would limit the parent and
all its child processes.

B<Example:> no core files.

    Apache2::Resource::install_rlimit('CORE', 0, 0)
        or warn "core files stay on\n";

=head2 MB, BM

    $bytes = Apache2::Resource::MB($megabytes);
    $words = Apache2::Resource::BM($bytes);

C<MB> converts megabytes to bytes. It takes a number above 1048576 for bytes.
C<BM> formats bytes as megabytes for people.

B<Returns:> C<MB> an integer, C<BM> a string such as C<(64Mb)>, which is empty
for less than a megabyte.

B<Errors:> none of their own.

B<Example:>

    my $bytes = Apache2::Resource::MB(64);
    my $words = Apache2::Resource::BM($bytes);    # (64Mb)

=head2 status_rlimit

    $html = Apache2::Resource::status_rlimit();

The function makes the page for L<Apache2::Status>.

B<Returns:> a reference to an array of HTML.

B<Errors:> it throws if Apache2::Status is not loaded.

B<Example:>

    require Apache2::Status;
    my $html = Apache2::Resource::status_rlimit();

=head2 debug

    Apache2::Resource::debug(@words);

The function prints to STDERR if C<$Apache2::Resource::Debug> is true.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    local $Apache2::Resource::Debug = 1;
    Apache2::Resource::debug('before the limits');

=head1 SEE ALSO

L<BSD::Resource>, L<Apache2::SizeLimit>, L<Apache2::Status>

=cut
