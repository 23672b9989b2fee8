package mod_perl2;

use Mehari::Perl;

our $VERSION         = '2.000013';
our $VERSION_TRIPLET = '2.0.13';
our $API_VERSION     = 2;

# Code for either generation of mod_perl looks at $mod_perl::VERSION.
$mod_perl::VERSION = $VERSION;
$INC{'mod_perl.pm'} = __FILE__;

1;
__END__

=head1 NAME

mod_perl2 - the version of the mod_perl API, and how to read its pages

=head1 SYNOPSIS

    use mod_perl2;
    die 'needs mod_perl 2.0.5' if $mod_perl2::VERSION < 2.000005;

=head1 DESCRIPTION

mehari provides the API of mod_perl 2.0.13. This module has its version, for
code that uses a method only if the version has it. It also sets
C<$mod_perl::VERSION> and C<$INC{'mod_perl.pm'}>.

=head1 VARIABLES

=over

=item C<$mod_perl2::VERSION>

The version as a number: 2.000013.

=item C<$mod_perl2::VERSION_TRIPLET>

The version as people write it: "2.0.13".

=item C<$mod_perl2::API_VERSION>

The generation of the API, 2. C<$ENV{MOD_PERL_API_VERSION}> has it too.

=back

=head1 HOW TO READ THE PAGES

Each method of C<Apache2::>, C<APR::> and C<ModPerl::> has a section of its
own. It begins with the ways to call the method. Then four paragraphs follow,
always in this order:

=over

=item B<Returns:>

The value and its type, and in which case it is undef. "Nothing" is an empty
list, or undef in scalar context.

=item B<Errors:>

The exceptions and error codes of the method. "None of its own" or "none of
their own" means that only a wrong call throws: see below.

=item B<Phase:>

The phases in which you can call the method. If there is no such paragraph,
you can call it in every phase.

=item B<Example:>

Code that you can copy into a file with C<use v5.36>, or with C<use feature
'signatures'> where perl is older. C<$r> is an
L<Apache2::RequestRec>, C<$c> an L<Apache2::Connection>, C<$s> an
L<Apache2::ServerRec>, C<$f> an L<Apache2::Filter>, C<$bb> an L<APR::Brigade>,
C<$b> an L<APR::Bucket> and C<$pool> an L<APR::Pool>. The code needs the
constants that it names: see L<Apache2::Const> and L<APR::Const>.

=back

=head2 Exceptions of all methods

mehari checks each call before any C code sees it. The exception is a sentence
with the name of the method, for example C<< $r->uri() >>. A method throws

=over

=item *

if the number of arguments or the type of one is wrong,

=item *

if the object has ended, for example a request after its log and cleanup
handlers, a closed connection, or a bucket after it was sent,

=item *

if you call it in a phase that its section excludes.

=back

If a call of httpd or APR fails, the exception is an L<APR::Error>. All other
exceptions are strings.

=head2 Getters that set

C<< $r->filename >> returns a field, and C<< $r->filename($new) >> sets it and
returns the old value. Strings are copied into the pool of the object, so that
they live as long as it does.

=head2 Which module to load

The methods of httpd's objects exist as soon as the server has started. A line
such as C<use Apache2::RequestUtil ()> is not necessary. It does no harm, and
tells the reader where a method is documented.

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::RequestIO>, L<Apache2::RequestUtil>,
L<Apache2::Filter>, L<APR::Table>, L<APR::Pool>, L<ModPerl::Registry>

=cut
