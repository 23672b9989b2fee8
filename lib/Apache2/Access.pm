package Apache2::Access;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::Access - who may have a page, and how clients authenticate

=head1 SYNOPSIS

    use Apache2::Access ();
    use Apache2::Const -compile => qw(OK HTTP_UNAUTHORIZED);

    sub handler ($r) {    # PerlAuthenHandler
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

The method adds request methods (C<"GET">, C<"PUT">) to those that the Allow
header names. If $reset is true, it empties the list first.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before you return 405, or answer OPTIONS.

B<Example:>

    if ($r->method !~ /\A(?:GET|HEAD|POST)\z/) {
        $r->allow_methods(1, qw(GET HEAD POST));
        return Apache2::Const::HTTP_METHOD_NOT_ALLOWED;
    }

=head2 allow_options

    $options = $r->allow_options;

The method gives the C<Options> that hold here.

B<Returns:> constants C<:options> of L<Apache2::Const>, joined.

B<Errors:> none of its own.

B<Example:>

    return Apache2::Const::FORBIDDEN
        if !($r->allow_options & Apache2::Const::OPT_EXECCGI);

=head2 allow_overrides

    $override = $r->allow_overrides;

The method gives the C<AllowOverride> that holds here.

B<Returns:> constants C<:override> of L<Apache2::Const>, joined.

B<Errors:> none of its own.

B<Example:>

    my $may_auth = $r->allow_overrides & Apache2::Const::OR_AUTHCFG;

=head2 allow_override_opts

    $options = $r->allow_override_opts;

The method gives the options that C<AllowOverride Options=...> lets a
.htaccess file set.

B<Returns:> constants C<:options>, joined.

B<Errors:> none of its own.

B<Example:>

    my $may_index
        = $r->allow_override_opts & Apache2::Const::OPT_INDEXES;

=head2 auth_name, auth_type

    $name = $r->auth_name;
    $name = $r->auth_name($new);
    $type = $r->auth_type;
    $type = $r->auth_type($new);

The methods read C<AuthName> and C<AuthType>. With an argument they set it for
this request.

B<Returns:> a string or undef; with an argument the new value.

B<Errors:> setting throws httpd's message if mod_authn_core is not loaded.

B<Phase:> before the authentication phase for setting.

B<Example:>

    $r->auth_type('Basic') if !defined $r->auth_type;
    $r->auth_name('Members');

=head2 get_basic_auth_pw

    ($status, $password) = $r->get_basic_auth_pw;

The method takes the password from the Authorization header. C<< $r->user >>
is the name that came with it. An AuthType that is not set becomes Basic.

B<Returns:> C<Apache2::Const::OK> and the password (a string); or the status
to return, and undef.

B<Errors:> none of its own. A header that is missing or malformed is the
returned status.

B<Phase:> PerlAuthenHandler; other phases can read the password too.

B<Example:>

    my ($status, $password) = $r->get_basic_auth_pw;
    return $status if $status != Apache2::Const::OK;
    my $good = $r->user eq 'joe' && $password eq 'secret';
    return Apache2::Const::OK if $good;

    $r->note_basic_auth_failure;
    return Apache2::Const::HTTP_UNAUTHORIZED;

=head2 note_auth_failure, note_basic_auth_failure, note_digest_auth_failure

    $r->note_auth_failure;

The methods set the header by which the client is asked for a password: by the
AuthType of the request, by Basic, or by Digest. Return C<HTTP_UNAUTHORIZED>
after it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> PerlAuthenHandler and PerlAuthzHandler.

B<Example:>

    $r->note_auth_failure;
    return Apache2::Const::HTTP_UNAUTHORIZED;

=head2 get_remote_logname

    $name = $r->get_remote_logname;

The method asks the client's identd for the name of its user. It needs
mod_ident and C<IdentityCheck on>.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Example:>

    my $name = $r->get_remote_logname // 'unknown';

=head2 satisfies

    $satisfy = $r->satisfies;

The method gives the C<Satisfy> that holds here.

B<Returns:> a constant C<:satisfy> of L<Apache2::Const>; SATISFY_NOSPEC
without mod_access_compat.

B<Errors:> none of its own.

B<Example:>

    my $any = $r->satisfies == Apache2::Const::SATISFY_ANY;

=head2 some_auth_required

    $bool = $r->some_auth_required;

The method says whether a C<Require> line needs the client to authenticate
here.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    $r->no_cache(1) if $r->some_auth_required;

=head1 SEE ALSO

L<Apache2::RequestRec/user>, L<Apache2::RequestUtil/register_auth_provider>,
L<APR::Util/password_validate>

=cut
