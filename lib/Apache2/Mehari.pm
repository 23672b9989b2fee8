package Apache2::Mehari;

# The module by which CPAN knows mehari. Only programs outside httpd load it.
# Its folder may be one of site modules, without the other modules of mehari.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use Cwd            qw(abs_path);
use File::Basename qw(dirname);

our $VERSION = '0.1.0';

# The other modules are beside this one in a source tree, and below share/ of a
# folder above it if CPAN's tools have installed it.
sub lib_dir (@) {
    my $dir = dirname(dirname(abs_path(__FILE__)));
    return $dir if -e "$dir/Mehari/Command.pm";
    until ($dir eq '/') {
        $dir = dirname($dir);
        my $lib = "$dir/share/mehari/perl5";
        return $lib if -e "$lib/Mehari/Command.pm";
    }
    return undef;
}

sub import ($class) {
    my $dir = lib_dir();
    die "The modules of mehari are not installed: type make install.\n"
        if !defined $dir;
    unshift @INC, $dir if !grep { $_ eq $dir } @INC;
    return;
}

1;

__END__

=head1 NAME

Apache2::Mehari - run Perl scripts and mod_perl handlers in memory behind httpd

=head1 SYNOPSIS

    use Apache2::Mehari;
    use APR::UUID;

    print APR::UUID->new->format;

=head1 DESCRIPTION

mehari is a module for Apache httpd 2.4 that keeps Perl in memory. CGI scripts
run unchanged and many times faster than under mod_cgi, each request in a
process of its own. Applications of mod_perl 2 keep their directives, handlers
and modules. PSGI applications run in httpd.

C<mehari serve FOLDER> tries your scripts with an httpd of its own, and
C<mehari migrate> shows the change of your httpd's configuration. L<mehari(1)>
lists all commands.

=head1 INSTALLATION

    perl Makefile.PL MP_APXS=$(which apxs)
    make
    make test
    sudo make install

Makefile.PL names the packages that you need. It takes C<PREFIX>,
C<INSTALL_BASE> and C<INSTALLDIRS> as L<ExtUtils::MakeMaker> describes them, and
C<make install> takes C<DESTDIR>. MP_APXS chooses the httpd, whose folder of
modules gets F<mod_mehari.so>. If you named another folder and may not write
into that one, the module is in F<lib/mehari> below your folder.

=head1 FROM MOD_CGI WITH THREE SUBSTITUTIONS

C<make install> gives the module the name F<mod_perl.so>, too, if httpd has no
mod_perl. These lines therefore turn a configuration for mod_cgi or mod_cgid
into one for mehari:

    perl -pi -e 's/cgid?_module/perl_module/g'  httpd.conf
    perl -pi -e 's/mod_cgid?/mod_perl/g'         httpd.conf
    perl -pi -e 's/cgi-script/perl-script/g'    httpd.conf
    apachectl configtest
    apachectl restart

Your scripts then run as under C<SetHandler perl-cgi>. The error log names the
directive to write instead (MH2060, MH2062).

=head1 MODULES

The modules for programs behind httpd, for example L<Apache2::RequestRec>, are
in F<share/mehari/perl5> below the folder of the installation, so that an
installed mod_perl keeps its own. httpd finds them there, and C<perldoc
Apache2::RequestRec> shows their manual. A program outside httpd finds them
after C<use Apache2::Mehari>.

=head1 METHODS

=head2 lib_dir

    $dir = Apache2::Mehari->lib_dir;

The method finds the folder of mehari's modules.

B<Returns:> its path, or undef if they are not installed.

B<Errors:> none of its own.

B<Example:>

    use Apache2::Mehari ();

    my $dir = Apache2::Mehari->lib_dir // die "mehari is not installed\n";

=head1 SEE ALSO

L<mehari(1)>, L<Apache2::RequestRec>, L<ModPerl::Registry>

=cut
