package Apache2::Build;

use 5.036;

use Config ();

our $VERSION = '2.000012';

use constant {
    WIN32             => $^O eq 'MSWin32',
    IS_MOD_PERL_BUILD => 0,
    BUILD_APREXT      => 0,
    PERL_HAS_ITHREADS => defined $Config::Config{useithreads},
};

my @APXS = qw(apxs2 apxs /usr/sbin/apxs2 /usr/sbin/apxs
    /usr/local/apache2/bin/apxs);

sub new {
    my ( $class, %build ) = @_;
    return bless {%build}, $class;
}

sub build_config {
    my $class = shift;
    state $build;
    return $build //= do {
        my $self = $class->new;
        $self->{MP_APXS}      = $self->find_apxs;
        $self->{MP_AP_PREFIX} = $self->apxs('PREFIX');
        $self->{MODPERL_LIB_SHARED} = 'mod_mehari.so';
        $self;
    };
}

sub find_apxs {
    for my $name ( grep { defined } $ENV{APXS}, @APXS ) {
        my ($path) =
            grep { -x && !-d } $name =~ m{/}
            ? $name
            : map {"$_/$name"} split /:/, $ENV{PATH} // '';
        return $path if $path;
    }
    return;
}

sub apxs {
    my ( $self, $name ) = @_;
    my $apxs = $self->{MP_APXS} // return '';
    return $self->{apxs}{$name} //= do {
        open my $out, '-|', $apxs, '-q', $name or return '';
        my $value = <$out> // '';
        close $out;
        chomp $value;
        $value;
    };
}

sub get_apr_config { return $_[0]->apxs('APR_CONFIG') }

sub httpd_version {
    my $self = shift;
    return $self->{httpd_version} //= do {
        my $httpd = join '/', map { $self->apxs($_) } qw(SBINDIR PROGNAME);
        open my $out, '-|', $httpd, '-v' or return '';
        my ($version) = join( '', <$out> ) =~ m{Apache/(\S+)};
        close $out;
        $version // '';
    };
}

# Embedded Perl is one interpreter per process; a threaded MPM changes nothing
# that is decided when an extension is built.
sub mpm_is_threaded { return 0 }

1;

__END__

=head1 NAME

Apache2::Build - what the build of an extension asks about this server

=head1 SYNOPSIS

    use Apache2::Build ();
    my $build = Apache2::Build->build_config;
    say $build->apxs('INCLUDEDIR');

=head1 DESCRIPTION

F<Makefile.PL> files of extensions and C<Apache::Test> look here for httpd. All
answers come from B<apxs> at the time of the question; nothing is recorded when
mehari is built.

=head1 METHODS

=over

=item C<< Apache2::Build->build_config >>

The one object, a hash with C<MP_APXS> (path of apxs or undef), C<MP_AP_PREFIX>
and C<MODPERL_LIB_SHARED> (file name of the module).

=item C<< $build->apxs($name) >>

What C<apxs -q $name> says, or the empty string. The environment variable
C<APXS> names another apxs.

=item C<< $build->get_apr_config >>

Path of C<apr-1-config>.

=item C<< $build->httpd_version >>

Such as C<2.4.62>.

=item C<< $build->mpm_is_threaded >>

False.

=item C<WIN32>, C<IS_MOD_PERL_BUILD>, C<BUILD_APREXT>, C<PERL_HAS_ITHREADS>

Constants.

=back

=cut
