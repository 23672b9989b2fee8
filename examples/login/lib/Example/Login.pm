package Example::Login;

# Users who have logged in, and the pages that each may see.
use strict;
use warnings;

use Apache2::Access ();
use Apache2::Const -compile =>
    qw(OK HTTP_UNAUTHORIZED AUTHZ_GRANTED AUTHZ_DENIED
    AUTHZ_DENIED_NO_USER);
use Apache2::Log         ();
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();

my %PASSWORD_OF = (ann => 'apple', bob => 'banana');
my %ROLES_OF    = (ann => ['staff']);

# Checks the password that the browser sends with each request. Without one,
# get_basic_auth_pw has already made the response that asks for it.
sub authenticate : method {
    my ($class,  $r)        = @_;
    my ($status, $password) = $r->get_basic_auth_pw;
    return $status unless $status == Apache2::Const::OK;
    my $known = $PASSWORD_OF{ $r->user };
    return Apache2::Const::OK
        if defined $known && defined $password && $password eq $known;
    $r->note_basic_auth_failure;
    $r->log_error('wrong user or password');
    return Apache2::Const::HTTP_UNAUTHORIZED;
}

# Answers "Require example-role staff". httpd also asks before it knows the
# user, and then once more.
sub has_role : method {
    my ($class, $r, $wanted) = @_;
    my $user = $r->user // return Apache2::Const::AUTHZ_DENIED_NO_USER;
    my %has  = map { $_ => 1 } @{ $ROLES_OF{$user} || [] };
    return (grep { $has{$_} } split ' ', $wanted)
        ? Apache2::Const::AUTHZ_GRANTED
        : Apache2::Const::AUTHZ_DENIED;
}

sub greet : method {
    my ($class, $r) = @_;
    my $roles = join ' and ', 'a member', @{ $ROLES_OF{ $r->user } || [] };
    $r->content_type('text/plain');
    $r->print('Hello ', $r->user, ", you are $roles.\n");
    return Apache2::Const::OK;
}

1;
