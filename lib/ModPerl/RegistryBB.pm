package ModPerl::RegistryBB;

use 5.036;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

1;

__END__

=head1 NAME

ModPerl::RegistryBB - run CGI scripts in the server, never compiling twice

=head1 SYNOPSIS

    <Location /registry>
        SetHandler perl-script
        PerlResponseHandler ModPerl::RegistryBB
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

As L<ModPerl::Registry>, but a script that was compiled is not compiled again
when its file changes: only a restart brings the new text. For servers whose
scripts must not change while they run.

=head1 METHODS

C<handler($r)>; all others are those of L<ModPerl::RegistryCooker>.

=head1 DIFFERENCES FROM MOD_PERL

That the file exists, may be read and C<Options +ExecCGI> is asked on every
request. A script that reads C<< <DATA> >> reads it from the file as it is
now, at the place where it was.

=cut
