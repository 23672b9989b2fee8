package Mehari::Make::Targets;

# The makefile's targets beside those of MakeMaker: Meson builds and installs
# into the folders that MakeMaker's variables name.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

# The variables that INSTALLDIRS chooses: of programs, and of their manual.
my %FOLDERS = (
    site   => [qw(INSTALLSITEBIN INSTALLSITEMAN1DIR DESTINSTALLSITEARCH)],
    vendor =>
        [qw(INSTALLVENDORBIN INSTALLVENDORMAN1DIR DESTINSTALLVENDORARCH)],
    perl => [qw(INSTALLBIN INSTALLMAN1DIR DESTINSTALLARCHLIB)],
);

# Tests of the source and of its packages, and the parts of tests.
my $NOT_TESTS = qr{\At/(?:build|docs|fixtures|lib)\z};

# needs: Mehari::Make::Needs; options: more of Meson's
sub new ($class, %option) {
    return bless {%option}, $class;
}

# True if the user has named an own folder, and may not write to httpd's
# folder of modules. Then the module is installed below the user's folder,
# too.
sub is_private ($self, $mm) {
    my $base = $mm->{INSTALL_BASE} || $mm->{PREFIX} || '';
    return 0 if !length $base || $base =~ /\A\$\(/;
    my $modules = $self->{needs}->ask_apxs('LIBEXECDIR');
    return index("$modules/", "$base/") != 0 && !-w $modules;
}

# Red Hat's httpd.conf is in a folder of its own, beside the other folders.
sub config_dir ($self) {
    my $dir = $self->{needs}->ask_apxs('SYSCONFDIR');
    my ($above) = $dir =~ m{\A(.+)/conf\z};
    return defined $above && -d "$above/conf.modules.d" ? $above : $dir;
}

sub setup ($self, $mm) {
    my $needs   = $self->{needs};
    my $private = $self->is_private($mm);
    my $modules
        = $private
        ? '$(MEHARI_PREFIX)/lib/mehari'
        : $needs->ask_apxs('LIBEXECDIR');
    my $config  = $private ? '/nonexistent' : $self->config_dir;
    my @options = (
        '--prefix=$(MEHARI_PREFIX)',   '--bindir=$(MEHARI_BIN)',
        "-Dperl=$^X",                  '-Dapxs=' . $needs->apxs,
        "-Dhttpd_module_dir=$modules", "-Dhttpd_config_dir=$config",
        '-Dtests=false',               '-Dbench=false',
    );
    my $man = ($FOLDERS{ $mm->{INSTALLDIRS} } || $FOLDERS{site})->[1];
    push @options, '--mandir=$(patsubst %/,%,$(dir $(MEHARI_MAN)))'
        if $mm->{$man} && $mm->{$man} ne 'none';
    return join ' ', @options, $self->{options} // ();
}

sub postamble ($self, $mm) {
    my ($bin, $man, $arch)
        = @{ $FOLDERS{ $mm->{INSTALLDIRS} } || $FOLDERS{site} };
    my $setup = $self->setup($mm);
    return <<"MAKE";
MEHARI_BIN = \$($bin)
MEHARI_MAN = \$($man)
MEHARI_PREFIX = \$(patsubst %/,%,\$(dir \$(MEHARI_BIN)))
MEHARI_SETUP = $setup
MEHARI_PACKLIST = \$($arch)/auto/\$(FULLEXT)/.packlist

pure_all :: mehari-build mehari-pages

pure_install :: mehari-install

# Removes a build folder that was configured with other options.
mehari-build :
\t\@[ "\$\$(cat build/options 2>/dev/null)" = "\$(MEHARI_SETUP)" ] || \\
\t    { rm -rf build && mkdir build && \\
\t    echo "\$(MEHARI_SETUP)" >build/options; }
\t\@packaging/compile build \$(MEHARI_SETUP)

mehari-pages : pm_to_blib
\t\@\$(PERLRUN) -Ipackaging/lib -MMehari::Make::Distribution \\
\t    -e 'Mehari::Make::Distribution->copy_pages(\@ARGV)' "\$(INST_LIB)"

mehari-install : pure_\$(INSTALLDIRS)_install
\t\@DESTDIR="\$(DESTDIR)" meson install -C build --no-rebuild \\
\t    >build/install.log || { cat build/install.log >&2; exit 1; }
\t\@\$(PERLRUN) -Ipackaging/lib -MMehari::Make::Installed \\
\t    -e 'Mehari::Make::Installed->new(\@ARGV)->note' build \\
\t    "\$(DESTDIR)" "\$(MEHARI_PACKLIST)"

.PHONY : mehari-build mehari-pages mehari-install
MAKE
}

# Tests use the httpd that belongs to apxs. Debian's apache2-dev does not
# bring it.
sub test ($self) {
    my $needs   = $self->{needs};
    my ($bin)   = $needs->apxs =~ m{\A(.*)/};
    my $folders = join ' ', grep { -d && !/$NOT_TESTS/ } glob 't/*';
    my $httpd   = join '/', map { $needs->ask_apxs($_) } qw(SBINDIR PROGNAME);
    return <<"MAKE";
TEST_FILES = $folders
TEST_JOBS = \$(shell expr 3 \\* "\$\$(nproc)")

test : pure_all
\t\@if [ -x '$httpd' ]; then \\
\t    PATH='$bin':"\$\$PATH" MEHARI_HTTPD='$httpd' \\
\t    packaging/prove --quick \$(TEST_JOBS) \$(TEST_FILES); \\
\telse \\
\t    echo 'All tests are skipped, because there is no $httpd.'; \\
\t    echo 'Debian, Ubuntu: apt-get install apache2-bin'; \\
\t    echo 'RHEL, Fedora:   dnf install httpd'; \\
\tfi
MAKE
}

1;
