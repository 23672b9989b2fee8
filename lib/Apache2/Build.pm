package Apache2::Build;

use Mehari::Perl;

use Config    ();
use mod_perl2 ();

our $VERSION = '2.000013';

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
    # Under -T, perl would not run a program that the environment names.
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

# A program's output. PATH is set, because perl -T runs programs only with a
# PATH that does not come from outside.
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

# APR's features: its APR_HAS_... macros, without APR_.
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

# A setting that perl was built with.
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
# in the build of an extension.
sub mpm_is_threaded { return 0 }

# httpd comes from Debian or another distribution; we never build it.
sub should_build_apache  { return 0 }
sub httpd_is_source_tree { return 0 }

1;

__END__

=head1 NAME

Apache2::Build - paths and versions for the build of an extension

=head1 SYNOPSIS

    use Apache2::Build ();

    my $build = Apache2::Build->build_config;
    say $build->apxs('INCLUDEDIR');

=head1 DESCRIPTION

F<Makefile.PL> files of XS modules, and C<Apache::Test>, use this module to
find httpd. The module asks the program B<apxs> for each answer. mehari stores
nothing about httpd at its own build.

C<WIN32>, C<IS_MOD_PERL_BUILD>, C<BUILD_APREXT> and C<PERL_HAS_ITHREADS> are
constants.

=head1 METHODS

=head2 build_config

    $build = Apache2::Build->build_config;

The method returns the only object of the class. The object is a hash with
these keys:

=over

=item MP_APXS

The path of apxs, or undef.

=item MP_AP_PREFIX

The directory that httpd is installed in.

=item MODPERL_LIB_SHARED

The file name of mehari's module for httpd.

=item apr_config_path, apu_config_path

The paths of the programs that give the flags for APR and APR-util.

=item MP_COMPAT_1X

1, because the directives of mod_perl 1 exist.

=back

B<Returns:> an C<Apache2::Build>.

B<Errors:> none of its own.

B<Example:> the first line of a F<Makefile.PL>.

    my $build = Apache2::Build->build_config;
    die "no apxs\n" if !defined $build->{MP_APXS};

=head2 apxs

    $value = $build->apxs($name);

The method returns the output of C<apxs -q $name>. The environment variable
C<APXS> can name another apxs.

B<Returns:> a string; empty if apxs has no answer.

B<Errors:> none of its own.

B<Example:> the directory of httpd's header files.

    my $include = Apache2::Build->build_config->apxs('INCLUDEDIR');

=head2 get_apr_config

    $has = $build->get_apr_config;

The method returns the features that APR was compiled with. These are its
macros C<APR_HAS_...> and C<APR_HAVE_...>, without C<APR_>.

B<Returns:> a reference to a hash. For example, C<HAS_THREADS> is 1 if APR has
threads.

B<Errors:> none of its own. Without APR's header files, the hash is empty.

B<Example:>

    my $threads = Apache2::Build->build_config->get_apr_config
        ->{HAS_THREADS};

=head2 perl_config

    $value = $build->perl_config($name);

The method returns a variable of L<Config>.

B<Returns:> a string; empty if there is no such variable.

B<Errors:> none of its own.

B<Example:>

    my $flags = Apache2::Build->build_config->perl_config('ccflags');

=head2 httpd_version

    $version = $build->httpd_version;

The method returns httpd's version.

B<Returns:> a string such as C<2.4.62>; empty if there is no httpd.

B<Errors:> none of its own.

B<Example:>

    my $version = Apache2::Build->build_config->httpd_version;

=head2 mpm_is_threaded, should_build_apache, httpd_is_source_tree

    $bool = $build->mpm_is_threaded;

The methods exist for old F<Makefile.PL> files. They always say no, because
nothing depends on the MPM, and mehari never builds httpd.

B<Returns:> 0.

B<Errors:> none of their own.

B<Example:>

    my $no = Apache2::Build->build_config->should_build_apache;

=head1 SEE ALSO

L<Apache2::BuildConfig>, L<Apache2::MPM>

=cut
