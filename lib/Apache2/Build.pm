package Apache2::Build;

use 5.036;

use Config ();

our $VERSION = '2.000012';

use constant {
    WIN32             => $^O eq 'MSWin32',
    AIX               => $^O eq 'aix',
    DARWIN            => $^O eq 'darwin',
    CYGWIN            => $^O eq 'cygwin',
    HPUX              => $^O eq 'hpux',
    OPENBSD           => $^O eq 'openbsd',
    IS_MOD_PERL_BUILD => 0,
    BUILD_APREXT      => 0,
    PERL_HAS_ITHREADS => defined $Config::Config{useithreads},
};

my @APXS
    = qw(apxs2 apxs /usr/bin/apxs2 /usr/bin/apxs /usr/sbin/apxs2 /usr/sbin/apxs
    /usr/local/apache2/bin/apxs);

sub new {
    my ($class, %build) = @_;
    return bless {%build}, $class;
}

sub build_config {
    my $class = shift;
    state $build;
    return $build //= do {
        my $self = $class->new;
        $self->{MP_APXS}            = $self->find_apxs;
        $self->{MP_AP_PREFIX}       = $self->apxs('PREFIX');
        $self->{apr_config_path}    = $self->apxs('APR_CONFIG');
        $self->{apu_config_path}    = $self->apxs('APU_CONFIG');
        $self->{MODPERL_LIB_SHARED} = 'mod_mehari.so';
        $self->{MP_COMPAT_1X}       = 1;
        $self;
    };
}

sub find_apxs {
    my @names = grep { defined } $ENV{APXS}, @APXS;
    # Perl would not run what the environment names.
    @names = grep { m{/} } @APXS if ${^TAINT};
    for my $name (@names) {
        my ($path)
            = grep { -x && !-d } $name =~ m{/}
            ? $name
            : map { "$_/$name" } split /:/, $ENV{PATH} // '';
        return $path if $path;
    }
    return;
}

# What a program prints. It gets a PATH of ours, for perl -T runs it then.
sub output {
    my @command = @_;
    local %ENV;
    $ENV{PATH} = '/usr/bin:/bin:/usr/sbin:/sbin';
    open my $out, '-|', @command or return '';
    my $text = do { local $/ = undef; <$out> };
    close $out;
    return $text // '';
}

sub apxs {
    my ($self, $name) = @_;
    my $apxs = $self->{MP_APXS} // return '';
    return $self->{apxs}{$name} //= do {
        my ($value) = output($apxs, '-q', $name) =~ /\A(.*)/;
        $value;
    };
}

# What APR was built with: its APR_HAS_... macros, without APR_.
sub get_apr_config {
    my $self = shift;
    return $self->{apr_config} //= do {
        my $dir = $self->apxs('APR_INCLUDEDIR');
        my %has;
        for my $name (qw(apr.h apr-x86_64.h)) {
            open my $in, '<', "$dir/$name" or next;
            while (<$in>) {
                $has{$1} = $2 if /^#define\s+APR_(HA\w+)\s+(\d+)/;
            }
            close $in;
        }
        \%has;
    };
}

# What perl was built with.
sub perl_config {
    my ($self, $name) = @_;
    return $Config::Config{$name} // '';
}

sub httpd_version {
    my $self = shift;
    return $self->{httpd_version} //= do {
        my $httpd = join '/', map { $self->apxs($_) } qw(SBINDIR PROGNAME);
        my ($version) = output($httpd, '-v') =~ m{Apache/(\S+)};
        $version // '';
    };
}

# Embedded Perl is one interpreter per process; a threaded MPM changes nothing
# that is decided when an extension is built.
sub mpm_is_threaded { return 0 }

# httpd is Debian's, or whoever's; we never build it.
sub should_build_apache  { return 0 }
sub httpd_is_source_tree { return 0 }

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

The one object, a hash with C<MP_APXS> (path of apxs or undef), C<MP_AP_PREFIX>,
C<MODPERL_LIB_SHARED> (file name of the module), C<apr_config_path> and
C<apu_config_path> (programs that say how APR is linked with), C<MP_COMPAT_1X>
(1: directives of mod_perl 1 are there).

=item C<< $build->apxs($name) >>

What C<apxs -q $name> says, or the empty string. The environment variable
C<APXS> names another apxs.

=item C<< $build->get_apr_config >>

A reference to a hash: C<HAS_THREADS> is 1 when APR has threads; so for each of
its macros C<APR_HAS_...> and C<APR_HAVE_...>.

=item C<< $build->perl_config($name) >>

That variable of L<Config>, or the empty string.

=item C<< $build->should_build_apache >>

=item C<< $build->httpd_is_source_tree >>

Always 0.

=item C<< $build->httpd_version >>

Such as C<2.4.62>.

=item C<< $build->mpm_is_threaded >>

False.

=item C<WIN32>, C<IS_MOD_PERL_BUILD>, C<BUILD_APREXT>, C<PERL_HAS_ITHREADS>

Constants.

=back

=cut
