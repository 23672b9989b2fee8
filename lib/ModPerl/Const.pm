package ModPerl::Const;

use Mehari::Perl;

our $VERSION = '2.000013';

use mod_perl2 ();

# Inside httpd, C code answers instead.
if (!defined &import) {
    require Mehari::Constants;
    *import = sub {
        my ($module, @wanted) = @_;
        return Mehari::Constants::import_into($module, scalar caller,
            @wanted);
    };
    *compile = sub {
        my ($module, @wanted) = @_;
        return Mehari::Constants::import_into($module, scalar caller,
            '-compile', @wanted);
    };
}

1;

__END__

=head1 NAME

ModPerl::Const - the constant ModPerl::EXIT, and how to import constants

=head1 SYNOPSIS

    use ModPerl::Const -compile => qw(EXIT);

    die $@ if ref $@ eq 'APR::Error' && $@ == ModPerl::EXIT;

=head1 DESCRIPTION

C<ModPerl::EXIT> is the code of the L<APR::Error> that C<exit> throws. This
module has no other constant. Its group is C<:common>.

L<Apache2::Const> and L<APR::Const> inherit the methods of this module.

=head1 METHODS

=head2 import

    ModPerl::Const->import(-compile => @names);
    ModPerl::Const->import(@names);

Perl calls the method for C<use>. It defines constants: see L<Apache2::Const>.
Without C<-compile>, it also exports them to the calling package.

B<Returns:> nothing.

B<Errors:> it throws if a constant or a group does not exist.

B<Example:>

    use Apache2::Const -compile => qw(OK :http);
    return Apache2::Const::HTTP_NOT_FOUND;

=head2 compile

    Apache2::Const->compile(@names);

The method defines constants, as C<import> does with C<-compile>.

B<Returns:> nothing.

B<Errors:> it throws if a constant or a group does not exist.

B<Example:> choose constants while the program runs.

    APR::Const->compile(qw(:error SUCCESS));

=head1 SEE ALSO

L<Apache2::Const>, L<APR::Const>

=cut
