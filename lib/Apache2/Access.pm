package Apache2::Access;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::Access - authentication, authorization and the Allow header

=head1 SYNOPSIS

    # httpd.conf
    <Location /members>
        AuthType Basic
        AuthName "Members"
        Require valid-user
        PerlAuthenHandler My::Authen
    </Location>

    package My::Authen;
    use Apache2::Access ();
    use Apache2::Const -compile => qw(OK HTTP_UNAUTHORIZED);

    sub handler ($r) {
        my ($status, $password) = $r->get_basic_auth_pw;
        return $status if $status != Apache2::Const::OK;
        return Apache2::Const::OK if $password eq 'open sesame';

        $r->note_basic_auth_failure;
        return Apache2::Const::HTTP_UNAUTHORIZED;
    }

=head1 DESCRIPTION

These are methods of L<Apache2::RequestRec>.

=head1 METHODS

=head2 allow_methods

    $r->allow_methods($reset, @methods);

The method adds HTTP methods, for example C<"GET"> and C<"PUT">, to those in
the C<Allow> header. If $reset is true, it first empties the list.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before you return 405, or answer an OPTIONS request.

B<Example:>

    if ($r->method !~ /\A(?:GET|HEAD|POST)\z/) {
        $r->allow_methods(1, qw(GET HEAD POST));
        return Apache2::Const::HTTP_METHOD_NOT_ALLOWED;
    }

=head2 allow_options

    $options = $r->allow_options;

The method returns the C<Options> that are on here.

B<Returns:> an integer, a bit mask of the constants C<:options> in
L<Apache2::Const>.

B<Errors:> none of its own.

B<Example:> a handler works only where CGI programs may run.

    return Apache2::Const::FORBIDDEN
        if !($r->allow_options & Apache2::Const::OPT_EXECCGI);

=head2 allow_overrides

    $override = $r->allow_overrides;

The method returns the C<AllowOverride> of this directory: the kinds of
directives that a F<.htaccess> file can have.

B<Returns:> an integer, a bit mask of the constants C<:override> in
L<Apache2::Const>.

B<Errors:> none of its own.

B<Example:>

    my $may_auth = $r->allow_overrides & Apache2::Const::OR_AUTHCFG;

=head2 allow_override_opts

    $options = $r->allow_override_opts;

The method returns the options that C<AllowOverride Options=...> lets a
F<.htaccess> file set.

B<Returns:> an integer, a bit mask of the constants C<:options>.

B<Errors:> none of its own.

B<Example:>

    my $may_index
        = $r->allow_override_opts & Apache2::Const::OPT_INDEXES;

=head2 auth_name, auth_type

    $name = $r->auth_name;
    $name = $r->auth_name($new);
    $type = $r->auth_type;
    $type = $r->auth_type($new);

The methods read the directives C<AuthName> and C<AuthType>. With an argument
they set them for this request.

B<Returns:> a string; with an argument the new value. Without an C<AuthName>
it is undef, without an C<AuthType> it is C<none>.

B<Errors:> setting throws httpd's message if mod_authn_core is not loaded.

B<Phase:> before the authentication phase for setting, for example
PerlHeaderParserHandler.

B<Example:>

    $r->auth_type('Basic') if $r->auth_type eq 'none';
    $r->auth_name('Members');

=head2 get_basic_auth_pw

    ($status, $password) = $r->get_basic_auth_pw;

The method decodes the C<Authorization> header of Basic authentication (RFC
7617). It returns the password and sets C<< $r->user >> to the name. The
password is not checked. If there is no AuthType, the method sets it to Basic.
The location must have an AuthName.

B<Returns:> a list: C<Apache2::Const::OK> and the password, a string; or a
status that your handler should return, and undef. The status is
C<HTTP_UNAUTHORIZED> if the client has sent no password, C<DECLINED> if the
AuthType is another one than Basic, and C<SERVER_ERROR> without an AuthName.

B<Errors:> it throws httpd's message if mod_authn_core is not loaded and there
is no AuthType.

B<Phase:> PerlAuthenHandler; other phases can read the password too.

B<Example:> a PerlAuthenHandler checks a password.

    my ($status, $password) = $r->get_basic_auth_pw;
    return $status if $status != Apache2::Const::OK;
    my $good = $r->user eq 'joe' && $password eq 'secret';
    return Apache2::Const::OK if $good;

    $r->note_basic_auth_failure;
    return Apache2::Const::HTTP_UNAUTHORIZED;

=head2 note_auth_failure, note_basic_auth_failure, note_digest_auth_failure

    $r->note_auth_failure;

The methods set the C<WWW-Authenticate> header, with which httpd asks the
client for a password. Return C<HTTP_UNAUTHORIZED> after it. In httpd 2.4 all
three do the same: the AuthType of the request decides on the header.
mod_auth_basic or mod_auth_digest must be loaded, because these modules write
it. C<get_basic_auth_pw> has called the method if it returns
C<HTTP_UNAUTHORIZED>.

B<Returns:> nothing.

B<Errors:> none of their own.

B<Phase:> PerlAuthenHandler and PerlAuthzHandler.

B<Example:>

    $r->note_auth_failure;
    return Apache2::Const::HTTP_UNAUTHORIZED;

=head2 get_remote_logname

    $name = $r->get_remote_logname;

The method asks the client's ident server (RFC 1413) for the name of its user.
The method needs mod_ident and C<IdentityCheck on>. Few clients have such a
server, and a client can answer with any name.

B<Returns:> a string, or undef without an answer.

B<Errors:> none of its own.

B<Example:>

    my $name = $r->get_remote_logname // 'unknown';

=head2 satisfies

    $satisfy = $r->satisfies;

The method returns the directive C<Satisfy> of this location. mod_access_compat
has this directive.

B<Returns:> a constant of the group C<:satisfy> in L<Apache2::Const>;
SATISFY_NOSPEC if mod_access_compat is not loaded.

B<Errors:> none of its own.

B<Example:>

    my $any = $r->satisfies == Apache2::Const::SATISFY_ANY;

=head2 some_auth_required

    $bool = $r->some_auth_required;

The method tells whether a C<Require> line here needs to know the user.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:> no cache may keep a page that needs a login.

    $r->no_cache(1) if $r->some_auth_required;

=head1 SEE ALSO

L<Apache2::RequestRec/user>, L<Apache2::RequestUtil/register_auth_provider>,
L<APR::Util/password_validate>; RFC 7617 (Basic), RFC 7616 (Digest), httpd's
page I<Authentication and Authorization>

=cut
