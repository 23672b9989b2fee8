package Mehari::Doctor::Installation;

# The programs: httpd, its MPM, the module, the perl in it, the pools' program.

use Mehari::Perl;
use Config         ();
use File::Basename qw(dirname);

use Mehari::File qw(bytes_if_readable);
use Mehari::Httpd;
use Mehari::Httpd::Config;

# Printed while a private httpd reads its configuration, by the module's perl.
my $QUESTION = <<'PERL';
<Perl>
use Config;
print STDOUT "perl=$^X version=", substr("$^V", 1),
    " threads=", ($Config{useithreads} ? 1 : 0), "\n";
</Perl>
PERL

sub httpd ($doctor) {
    my $file
        = eval { Mehari::Httpd::Config::find_httpd() }
        // return Mehari::Doctor::fail(
        'httpd',
        $@,
        'install httpd (Debian: apt install apache2; Red Hat: dnf install'
            . ' httpd).'
        );
    my ($said)    = output($file, '-v');
    my ($version) = $said =~ m{Apache/([\d.]+)};
    return Mehari::Doctor::fail(
        'httpd',
        "$file -v does not print a version: $said",
        'set MEHARI_HTTPD to the path of an Apache httpd.'
    ) if !defined $version;
    $doctor->{program} = $file;
    return Mehari::Doctor::fail(
        'httpd',
        "$file is $version",
        'install httpd 2.4.'
    ) if $version !~ /\A2\.4\./;
    return Mehari::Doctor::ok('httpd', "$file, Apache $version");
}

sub output (@command) {
    return Mehari::Migrate::Layout->output(@command);
}

sub mpm ($doctor) {
    my $walk = $doctor->walk // return ();
    my ($mpm)
        = grep { $walk->has_module("mpm_${_}_module") }
        qw(event worker prefork);
    return Mehari::Doctor::fail(
        'mpm',
        'no MPM is loaded',
        'load one (Debian: a2enmod mpm_event; Red Hat:'
            . ' conf.modules.d/00-mpm.conf).'
    ) if !defined $mpm;
    $doctor->{mpm} = $mpm;
    return Mehari::Doctor::ok('mpm', $mpm)
        if $mpm ne 'prefork' || !$walk->has_module('http2_module');
    return Mehari::Doctor::warn(
        'mpm',
        'prefork, but HTTP/2 does not work under it',
        'load mpm_event instead. perl-cgi works the same under both.'
    );
}

# --- the module -------------------------------------------------------------

sub module ($doctor) {
    my @findings = loaded($doctor);
    my $file     = $doctor->{module}
        //= eval { Mehari::Httpd::Config::module_file('mehari'); };
    return (
        @findings,
        Mehari::Doctor::fail(
            'module',
            $@,
            'install mehari (Debian: libapache2-mod-mehari; Red Hat: mehari).'
        )
    ) if !defined $file;
    return @findings if !defined $doctor->{program};
    return (@findings, loads($doctor, $file));
}

# The configuration's line that loads the module, and the file that it names.
sub loaded ($doctor) {
    my $walk = $doctor->walk // return ();
    my ($found)
        = grep { ($_->{args}[0] // '') eq 'perl_module' }
        $doctor->directives('loadmodule');
    return Mehari::Doctor::warn(
        'loaded',
        'the configuration does not load mehari',
        how_to_load($doctor->layout)
    ) if !$found;
    my $file = $walk->path($found->{args}[1] // '');
    return Mehari::Doctor::warn(
        'loaded',
        "$found->{shown}:$found->{number} loads mod_perl, $file",
        'load mod_mehari.so instead. httpd cannot load both.'
        )
        if $file =~ m{/mod_perl\.so\z}
        && !Mehari::Httpd::Config::is_ours($file);
    return Mehari::Doctor::fail(
        'loaded',
        "$found->{shown}:$found->{number} loads $file, which does not exist",
        'install mehari, or correct the path.'
    ) if !-e $file;
    $doctor->{module}       = $file;
    $doctor->{loads_mehari} = 1;
    return Mehari::Doctor::ok('loaded', "$file, by $found->{shown}");
}

sub how_to_load ($layout) {
    return 'run a2enmod mehari.' if $layout->debian;
    my $redhat = $layout->redhat;
    my $where  = defined $redhat ? " in $redhat/conf.modules.d" : '';
    return
          "write LoadModule perl_module .../mod_mehari.so$where, or run"
        . ' "mehari migrate '
        . $layout->given . '".';
}

# Lets a private httpd try to load it.
sub loads ($doctor, $file) {
    local $ENV{MEHARI_MODULE} = $file;
    local $ENV{MEHARI_HTTPD}  = $doctor->{program};
    my ($passes, $said) = eval {
        Mehari::Httpd->new(
            module => 'mehari',
            mpm    => $doctor->{mpm} // available_mpm(),
            config => $QUESTION,
            user   => some_user(),
        )->configtest;
    };
    return Mehari::Doctor::fail(
        'module',
        "$file cannot be tried: $@",
        'correct this first.'
    ) if !defined $passes;
    $doctor->{inside} = { $said =~ /^perl=.*/m ? $& =~ /(\w+)=(\S+)/g : () };
    return Mehari::Doctor::ok('module', "$file loads") if $passes;
    return Mehari::Doctor::fail(
        'module',
        "$file does not load: " . Mehari::Doctor::last_line($said),
        'build the module again for this httpd and this perl (make clean; make'
            . ' install), or install the package of your system.'
    );
}

sub available_mpm () {
    return (
        grep {
            eval { Mehari::Httpd::Config::has_module("mpm_$_") }
        } qw(event prefork worker)
    )[0] // 'prefork';
}

# If httpd runs as root, its configuration must name a user; otherwise httpd
# stops reading.
sub some_user () {
    return (grep { defined getpwnam $_ }
            qw(www-data apache httpd http nobody))[0];
}

# --- perl -------------------------------------------------------------------

# The module names the libperl, and so the perl, that it was built for.
sub perl ($doctor) {
    my $file = $doctor->{module} // return ();
    return () if !defined $doctor->{program};
    my ($built) = needed($file) =~ /\blibperl\.so\.(5\.\d+)/;
    my $inside  = $doctor->{inside}{version};
    my $here    = substr "$^V", 1;
    return Mehari::Doctor::fail(
        'perl',
        'the module was built for perl '
            . ($built // '?')
            . ", which does not load; this command runs with perl $here",
        'build mehari for this perl.'
    ) if !defined $inside;
    return Mehari::Doctor::warn(
        'perl',
        "the module has perl $inside; the command runs with $here ($^X)",
        'build mehari for the perl whose modules you use. XS modules of one'
            . ' perl do not load in the other.'
    ) if series($inside) ne series($here);
    my $threads = $doctor->{inside}{threads} ? 'with' : 'without';
    return Mehari::Doctor::ok('perl',
        "$inside $threads threads, the same as this command's ($^X)"
            . (defined $built ? '; the module was built for ' . $built : ''));
}

sub series ($version) { return $version =~ /\A(\d+\.\d+)/ ? $1 : $version }

# The libraries that a shared object names are among its strings.
sub needed ($file) {
    my $bytes = bytes_if_readable($file) // '';
    return join ' ', $bytes =~ /\0(lib[\w.+-]+\.so[\w.]*)(?=\0)/g;
}

sub pool ($doctor) {
    my $module = $doctor->{module} // return ();
    my $file   = dirname($module) . '/mehari-pool';
    return Mehari::Doctor::fail(
        'mehari-pool',
        "$file does not exist, or is not a program",
        'install it beside the module. Pools need it.'
    ) if !-x $file;
    $doctor->{pool} = $file;
    return Mehari::Doctor::ok('mehari-pool', $file);
}

1;

__END__

=head1 NAME

Mehari::Doctor::Installation - the programs

=head1 DESCRIPTION

Checks of L<Mehari::Doctor>.

=cut
