package Mehari::PSGI;

# The response handler of SetHandler perl-psgi. C code (src/module/psgi) does
# the common request: the environment, the call, a returned array. This file
# does the rest: a response that comes later, and code that runs after the
# response.

use Mehari::Perl;

use Apache2::Const -compile => qw(OK);
use Apache2::Log         ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Scalar::Util         qw(reftype);

use Mehari::PSGI::App;
use Mehari::PSGI::Body;
use Mehari::PSGI::Errors;
use Mehari::PSGI::Input;
use Mehari::PSGI::Writer;

our $VERSION = '0.1.0';

BEGIN { *handler = \&serve_request }

# The application returned no array. It gets a sub to call with its response.
sub answer_later ($r, $response) {
    die "the application returned neither an array nor code\n"
        if (reftype($response) // '') ne 'CODE';
    my $begun;
    $response->(
        sub ($later) {
            die "the responder was called twice\n" if $begun++;
            respond($r, $later);
        }
    );
    die "the application never called its responder\n" if !$begun;
    return;
}

# Sends the response. If it has no body, returns the writer with which the
# application streams one.
sub respond ($r, $response) {
    my $body = head($response) // return Mehari::PSGI::Writer->new($r);
    Mehari::PSGI::Body::send_all($r, $body);
    return;
}

# --- afterwards ---------------------------------------------------------------

sub finish ($r, $env) {
    my $handlers = $env->{'psgix.cleanup.handlers'};
    $r->push_handlers(PerlCleanupHandler => sub ($r) { clean_up($r, $env) })
        if ref $handlers eq 'ARRAY' && @$handlers;
    $r->child_terminate if $env->{'psgix.harakiri.commit'};
    return;
}

# Runs each cleanup handler, even if another dies.
sub clean_up ($r, $env) {
    for my $handler ($env->{'psgix.cleanup.handlers'}->@*) {
        eval { $handler->($env); 1 }
            or $r->log->error("psgix.cleanup: $@" =~ s/\n*\z/ [MH2048]/r);
    }
    $r->child_terminate if $env->{'psgix.harakiri.commit'};
    return Apache2::Const::OK;
}

sub log_error ($r, $why) {
    $r->log->error($why =~ s/\n*\z/ [MH2047]/r);
    return;
}

1;

__END__

=head1 NAME

Mehari::PSGI - the handler of applications of PSGI

=head1 DESCRIPTION

C<SetHandler perl-psgi> with C<PerlPsgiApp FILE> calls C<handler>. Programs call
nothing here. An application uses PSGI and its extensions, which F<docs/psgi.md>
lists.

=cut
