package Apache2::HookRun;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::HookRun - run the phases of a request yourself

=head1 SYNOPSIS

    use Apache2::HookRun     ();
    use Apache2::RequestUtil ();

    sub handler ($c) {    # PerlProcessConnectionHandler
        my $r = Apache2::RequestRec->new($c);
        $r->uri('/smtp');
        $r->run_post_read_request;
        $r->run_translate_name;
        $r->run_map_to_storage;
        return Apache2::Const::OK;
    }

=head1 DESCRIPTION

These methods of L<Apache2::RequestRec> are for protocol handlers that create
requests of their own with L<Apache2::RequestUtil/new>. httpd does not run the
phases of such a request. For a request of httpd, do not call them, because
the phase would run twice.

Each method runs all handlers of a phase: those in Perl and those of httpd's
modules. It returns the status of the phase, an integer: OK, DECLINED, DONE or
an HTTP status. Call the methods in the order of this page, because a phase
needs the results of those before.

=head1 METHODS

=head2 run_post_read_request

    $status = $r->run_post_read_request;

The method runs PerlPostReadRequestHandler, the first phase.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:>

    my $r = Apache2::RequestRec->new($c);
    my $status = $r->run_post_read_request;

=head2 run_translate_name

    $status = $r->run_translate_name;

The method finds the file for the URI. It runs PerlTransHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:>

    $r->uri('/smtp');
    my $status = $r->run_translate_name;

=head2 run_map_to_storage

    $status = $r->run_map_to_storage;

The method finds the configuration for the file. It runs
PerlMapToStorageHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers, after C<run_translate_name>.

B<Example:> a PerlSetVar of the location of the URI.

    $r->run_translate_name;
    $r->run_map_to_storage;
    my $limit = $r->dir_config('Limit');

=head2 run_header_parser

    $status = $r->run_header_parser;

The method runs PerlHeaderParserHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:>

    my $status = $r->run_header_parser;

=head2 run_access_checker

    $status = $r->run_access_checker;

The method asks whether the client's address and headers give access. It runs
PerlAccessHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:>

    return Apache2::Const::FORBIDDEN
        if $r->run_access_checker != Apache2::Const::OK;

=head2 run_check_user_id

    $status = $r->run_check_user_id;

The method authenticates the user. It runs PerlAuthenHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:> a protocol with a login of its own asks httpd's password files.

    $r->set_basic_credentials('joe', 'secret');
    my $known = $r->run_check_user_id == Apache2::Const::OK;

=head2 run_auth_checker

    $status = $r->run_auth_checker;

The method asks whether the user has access. It runs PerlAuthzHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers, after C<run_check_user_id>.

B<Example:>

    my $may = $r->run_auth_checker == Apache2::Const::OK;

=head2 run_type_checker

    $status = $r->run_type_checker;

The method finds the content type and the handler. It runs PerlTypeHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:>

    $r->run_type_checker;
    my $type = $r->content_type;

=head2 run_fixups

    $status = $r->run_fixups;

The method runs PerlFixupHandler, the last phase before the response.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:>

    my $status = $r->run_fixups;

=head2 invoke_handler

    $status = $r->invoke_handler;

The method runs the response phase as httpd does: it inserts the filters, and
uses the content type as the name of the handler if the request has none.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers.

B<Example:>

    $r->handler('modperl');
    $r->set_handlers(PerlResponseHandler => 'My::Page');
    my $status = $r->invoke_handler;

=head2 run_handler

    $status = $r->run_handler;

The method runs PerlResponseHandler and the response handlers of httpd's
modules. It does not insert filters.

B<Returns:> the status of the phase.

B<Errors:> it throws if C<< $r->handler >> is undef. If a handler dies, the
status is 500.

B<Phase:> protocol handlers.

B<Example:> a request of a protocol handler gets its response from a package.

    $r->handler('modperl');
    $r->set_handlers(PerlResponseHandler => 'My::Page');
    my $status = $r->run_handler;

=head2 run_log_transaction

    $status = $r->run_log_transaction;

The method runs PerlLogHandler and writes the access log.

B<Returns:> the status of the phase.

B<Errors:> none of its own. If a handler dies, the status is 500.

B<Phase:> protocol handlers, at the end of the request.

B<Example:> a line in the access log for a command of another protocol.

    $r->the_request('SMTP MAIL');
    $r->run_log_transaction;

=head2 die

    $r->die($status);

The method sends the error page for an HTTP status, as httpd does when a phase
returns one. ErrorDocument applies. Print nothing after it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> response handlers and protocol handlers, before the first output.

B<Example:>

    my $status = $r->run_access_checker;
    $r->die($status) if $status >= 400;

=head1 SEE ALSO

L<Apache2::RequestUtil/new>, L<Apache2::RequestUtil/location_merge>,
L<Apache2::Connection>

=cut
