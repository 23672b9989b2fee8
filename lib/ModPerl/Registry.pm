package ModPerl::Registry;

use 5.036;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

# Whether messages name the script and its lines, or those of the sub made
# of it.
our $MarkLine = 1;

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

__PACKAGE__->install_aliases(
    {
        should_compile =>
            'ModPerl::RegistryCooker::should_compile_if_modified'
    }
);

1;

__END__

=head1 NAME

ModPerl::Registry - run CGI scripts in the server, compiled once

=head1 SYNOPSIS

    Alias /registry /var/www/cgi-bin
    PerlModule ModPerl::Registry
    <Location /registry>
        SetHandler perl-script
        PerlResponseHandler ModPerl::Registry
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

A script is compiled when it is first asked for, into a sub of a package of
its own, and that sub is called for every request: nothing is forked, executed
or parsed. When the file changes (its modification time or its size) it is
compiled again.

Being a sub that stays in memory is what a script can notice:

=over

=item *

Package variables keep their values from one request to the next.

=item *

A named sub that uses a C<my> variable of the file keeps the variable of the
first request. With C<use warnings> Perl says so in the error log: C<Variable
"$x" will not stay shared>. Pass such variables as arguments, or declare them
with C<our>.

=item *

The working directory is the server's (L<ModPerl::RegistryPrefork> changes
it), and C<$^T> is the time at which the server started.

=item *

A library without a C<package> of its own that two scripts C<require> is
loaded into the package of the first, and missing in that of the second. Make
it a module, or use L<ModPerl::PerlRun>.

=back

The script gets the request object as C<$_[0]>. What it returns is ignored;
C<< $r->status(404) >> before any output gives httpd's page for that status, a
C<Status:> header the status with the script's own page.

L<ModPerl::RegistryCooker> tells the rest: names of packages, BEGIN and END,
C<< <DATA> >>, switches of the first line, and how to make a class of one's
own. L<ModPerl::RegistryLoader> compiles scripts when the server starts.

=head1 VARIABLES

=over

=item $ModPerl::Registry::MarkLine

True by default: error messages and C<__FILE__> name the script and its lines.

=back

=head1 METHODS

=over

=item handler($r)

Answers a request; called by httpd.

=back

Of the methods of L<ModPerl::RegistryCooker> this class overrides
C<should_compile>.

=head1 DIFFERENCES FROM MOD_PERL

See L<ModPerl::RegistryCooker/DIFFERENCES FROM MOD_PERL>.

=cut
