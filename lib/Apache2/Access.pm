package Apache2::Access;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::Access - who may have a page, and how they say who they are

=head1 SYNOPSIS

    use Apache2::Access ();
    use Apache2::Const -compile => qw(OK HTTP_UNAUTHORIZED);

    my ($status, $password) = $r->get_basic_auth_pw;
    return $status if $status != Apache2::Const::OK;
    return Apache2::Const::OK if known($r->user, $password);
    $r->note_basic_auth_failure;
    return Apache2::Const::HTTP_UNAUTHORIZED;

=head1 DESCRIPTION

Methods of L<Apache2::RequestRec>.

=head1 METHODS

=head2 allow_methods

    $r->allow_methods($reset, @methods);

Adds the methods (C<"GET">, C<"PUT">) to those that the Allow header names,
after emptying the list if $reset is true.

=head2 allow_options

    $options = $r->allow_options;

The C<Options> in force, as a bit mask of C<Apache2::Const> (C<:options>).

=head2 allow_overrides

    $override = $r->allow_overrides;

The C<AllowOverride> in force, as a bit mask (C<:override>).

=head2 allow_override_opts

    $options = $r->allow_override_opts;

The options that C<AllowOverride Options=...> allows, as a bit mask
(C<:options>).

=head2 auth_name, auth_type

    $name = $r->auth_name;
    $name = $r->auth_name($new);
    $type = $r->auth_type;
    $type = $r->auth_type($new);

C<AuthName> and C<AuthType>, or undef. Given an argument they set it for this
request and return it; this needs mod_authn_core and throws httpd's message
without it.

=head2 get_basic_auth_pw

    ($status, $password) = $r->get_basic_auth_pw;

The password that the client sent, and C<Apache2::Const::OK>; its user name is
then C<< $r->user >>. Without one, undef and the status to return. An AuthType
that is not set becomes Basic.

=head2 note_auth_failure, note_basic_auth_failure, note_digest_auth_failure

    $r->note_auth_failure;

Sets the header with which the client is asked to authenticate, by the request's
AuthType, by password or by digest.

=head2 get_remote_logname

    $name = $r->get_remote_logname;

The user name that the client's identd gives, or undef; needs mod_ident.

=head2 satisfies

    $satisfy = $r->satisfies;

C<Satisfy>, as one of C<Apache2::Const> (C<:satisfy>): SATISFY_NOSPEC where
mod_access_compat is absent.

=head2 some_auth_required

    $bool = $r->some_auth_required;

1 if something requires the client to authenticate, 0 if not.

=cut
