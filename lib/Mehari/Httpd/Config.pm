package Mehari::Httpd::Config;

# The parts of a private httpd: its program, its modules, and the text of its
# configuration.  Nothing here runs a server.

use Mehari::Perl;
use Cwd                   qw(abs_path);
use Exporter              qw(import);
use File::Basename        qw(basename dirname);
use File::Spec::Functions qw(catfile file_name_is_absolute);

our @EXPORT_OK = qw(
    find_httpd modules_dir has_module is_ours module_file perl_lib quoted
    config_text host_in_url load_modules static_modules
);

# Programs of Debian, Fedora, Arch, FreeBSD, and of httpd's own `make install`.
my @PROGRAM_DIRS = qw(/usr/sbin /usr/local/sbin /usr/local/apache2/bin);
my @MODULE_DIRS  = qw(
    /usr/lib/apache2/modules /usr/lib64/httpd/modules /usr/lib/httpd/modules
    /usr/local/libexec/apache24 /usr/local/apache2/modules
);

# Every configuration below relies on these.
my @BASE = qw(unixd log_config authz_core mime dir alias env setenvif);

sub find_httpd () {
    if (defined(my $named = $ENV{MEHARI_HTTPD})) {
        return $named if -f $named && -x _;
        die "MEHARI_HTTPD names $named, which is not a program.\n";
    }
    my $found = find_program('apache2', 'httpd');
    return $found // die 'Cannot find Apache httpd (apache2 or httpd) in PATH'
        . ' or /usr/sbin: install it (Debian: apt-get install apache2) or'
        . " set MEHARI_HTTPD to its path.\n";
}

sub find_program (@names) {
    for my $name (@names) {
        for my $dir (split(/:/, $ENV{PATH} // ''), @PROGRAM_DIRS) {
            my $file = catfile($dir, $name);
            return $file if -f $file && -x _;
        }
    }
    return undef;
}

sub modules_dir () {
    state $dir;
    return $dir //= modules_dir_of_apxs() // first_dir(@MODULE_DIRS)
        // die "Cannot find the directory of httpd's modules:"
        . " install apxs (Debian: apt-get install apache2-dev).\n";
}

sub modules_dir_of_apxs () {
    my $apxs = find_program('apxs2', 'apxs') // return undef;
    my $dir  = output_of($apxs, '-q', 'LIBEXECDIR');
    chomp $dir;
    return length $dir && -d $dir ? $dir : undef;
}

sub first_dir (@dirs) {
    for my $dir (@dirs) { return $dir if -d $dir }
    return undef;
}

sub output_of (@command) {
    open my $pipe, '-|', @command or return '';
    local $/ = undef;
    my $text = <$pipe> // '';
    close $pipe;
    return $text;
}

# "mod_so.c" in the list of compiled in modules: LoadModule would be an error.
sub static_modules ($httpd) {
    state %of;
    return $of{$httpd} //= +{ map { $_ => 1 }
            output_of($httpd, '-l') =~ /\bmod_(\w+)\.c\b/g };
}

# True if a module can be loaded or is compiled in.
sub has_module ($name) {
    return 1 if static_modules(find_httpd())->{$name};
    return -e catfile(modules_dir(), "mod_$name.so") ? 1 : 0;
}

# The lib directory that has this file, in a source tree or installed.
sub perl_lib () {
    return dirname(dirname(dirname(abs_path(__FILE__))));
}

sub module_file ($module) {
    if ($module eq 'mod_perl') {
        my $file = catfile(modules_dir(), 'mod_perl.so');
        return $file if -e $file && !is_ours($file);
        die "mod_perl is not installed: there is no $file"
            . " (Debian: apt-get install libapache2-mod-perl2).\n";
    }
    die "module => '$module': choose 'mehari', 'mod_perl' or undef.\n"
        if $module ne 'mehari';
    return mehari_module();
}

# On a machine without mod_perl, our module also has mod_perl's name.
sub is_ours ($file) {
    return basename(readlink($file) // '') eq 'mod_mehari.so';
}

# An installation in a user's own folder, away from httpd's modules.
sub private_module () {
    my ($base) = perl_lib() =~ m{\A(.*)/share/mehari/perl5\z};
    return defined $base ? "$base/lib/mehari/mod_mehari.so" : ();
}

sub mehari_module () {
    if (defined(my $named = $ENV{MEHARI_MODULE})) {
        return abs_path($named) if -f $named;
        die "MEHARI_MODULE names $named, which does not exist.\n";
    }
    my @files = (
        catfile(dirname(perl_lib()), 'build', 'mod_mehari.so'),
        private_module(), catfile(modules_dir(), 'mod_mehari.so'),
    );
    for my $file (@files) { return $file if -f $file }
    die "mod_mehari.so is neither built nor installed: type 'make build'"
        . " (looked for @files).\n";
}

sub load_module ($symbol, $file) {
    return qq(LoadModule $symbol "$file"\n);
}

# Each module once, without those that are compiled in.
sub load_modules ($httpd, $mpm, @wanted) {
    my $static = static_modules($httpd);
    my $dir    = modules_dir();
    my (%seen, $text);
    for my $module ("mpm_$mpm", @BASE, @wanted) {
        if (ref $module) {
            $text .= load_module(@$module);
            next;
        }
        next if $seen{$module}++ || $static->{$module};
        my $file = catfile($dir, "mod_$module.so");
        -e $file
            or die "httpd has no module '$module': there is no $file.\n";
        $text .= load_module("${module}_module", $file);
    }
    return $text;
}

# A fixed number of processes or threads, so that tests and measurements do not
# depend on httpd's view of the load.
sub mpm_limits ($mpm, $workers, $processes) {
    if ($mpm eq 'prefork') {
        my $spare = $workers + 1;
        return <<~"CONF";
            StartServers $workers
            ServerLimit $workers
            MaxRequestWorkers $workers
            MinSpareServers 1
            MaxSpareServers $spare
            MaxConnectionsPerChild 0
            CONF
    }
    my $threads = $processes * $workers;
    return <<~"CONF";
        StartServers $processes
        ServerLimit $processes
        ThreadLimit $workers
        ThreadsPerChild $workers
        MaxRequestWorkers $threads
        MinSpareThreads 1
        MaxSpareThreads $threads
        MaxConnectionsPerChild 0
        CONF
}

sub perl_part ($opt) {
    my $text = '';
    if (defined(my $module = $opt->{module})) {
        $text .= load_module('perl_module', module_file($module));
    }
    if (defined(my $lib = $opt->{perl_lib})) {
        $text .= qq(PerlSwitches "-I$lib"\n);
    }
    return $text;
}

sub log_part ($opt) {
    my $text = qq(ErrorLog "logs/error_log"\nLogLevel $opt->{log_level}\n);
    return $text if !$opt->{access_log};
    return $text . <<~'CONF';
        LogFormat "%h %l %u %t \"%r\" %>s %b" private
        CustomLog "logs/access_log" private
        CONF
}

# A string as httpd's configuration wants it. httpd has no escape for a newline
# or for "${", so both are refused.
sub quoted ($text) {
    die qq(httpd's configuration cannot hold the path "$text"\n)
        if $text =~ /\$\{|[\x00-\x1f\x7f]/;
    return '"' . ($text =~ s/(["\\])/\\$1/gr) . '"';
}

# The host for a URL. For "all addresses", it is the address by which the
# machine reaches itself.
sub host_in_url ($address) {
    return '127.0.0.1' if $address eq '0.0.0.0';
    return '[::1]'     if $address eq '::';
    return bracketed($address);
}

sub bracketed ($address) { return $address =~ /:/ ? "[$address]" : $address }

# Define lines set ${ROOT}, ${DOCUMENT_ROOT} and ${PORT}, so that a caller's
# text can be a literal.
sub config_text ($opt) {
    my $text = <<~"CONF";
        Define ROOT "$opt->{root}"
        Define DOCUMENT_ROOT "$opt->{document_root}"
        Define PORT $opt->{port}
        ServerRoot "$opt->{root}"
        CONF
    $text .= load_modules($opt->{httpd}, $opt->{mpm}, @{ $opt->{modules} });
    my $address = bracketed($opt->{address});
    $text .= <<~"CONF";
        ServerName localhost
        Listen $address:$opt->{port}
        PidFile "logs/httpd.pid"
        DefaultRuntimeDir "$opt->{root}/run"
        DocumentRoot "$opt->{document_root}"
        TypesConfig "conf/mime.types"
        DirectoryIndex index.html
        Timeout 60
        KeepAlive On
        MaxKeepAliveRequests 0
        KeepAliveTimeout 5
        CONF
    $text .= "User $opt->{user}\nGroup $opt->{group}\n" if $> == 0;
    $text .= log_part($opt);
    $text .= mpm_limits(@$opt{qw(mpm workers processes)});
    $text .= perl_part($opt);
    return $text . ($opt->{config} // '') . "\n";
}

1;

__END__

=head1 NAME

Mehari::Httpd::Config - the configuration of a private httpd

=head1 DESCRIPTION

Used by L<Mehari::Httpd>, whose options are described there.

=head1 FUNCTIONS

=over

=item find_httpd

The path of httpd: C<$ENV{MEHARI_HTTPD}>, or C<apache2> or C<httpd> in PATH or
the usual places.  Dies with one sentence if there is none.

=item modules_dir

The directory of httpd's modules, as apxs says or in one of the usual places.

=item has_module($name)

True if httpd has the module, such as C<cgi>.

=item module_file('mehari' | 'mod_perl')

The shared object that gives C<perl_module>.  For mehari:
C<$ENV{MEHARI_MODULE}>, the one built in the source tree, or the installed one.

=item host_in_url($address)

The address as it stands in a URL.

=item perl_lib

The directory of mehari's Perl modules.

=item quoted($text)

The text in quotes, for a directive.  Dies with one sentence when httpd has no
way to write it.

=item config_text(\%options)

The text of httpd.conf.

=back

=cut
