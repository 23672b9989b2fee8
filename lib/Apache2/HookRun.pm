package Apache2::HookRun;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::HookRun - run the phases of a request by hand

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

Protocol handlers that make requests of their own use these methods of
L<Apache2::RequestRec>, because httpd does not run the phases for them. In the
handler of a usual request the phase would run a second time.

All handlers of a phase run, Perl's and those of httpd's modules. A result is
the status of the phase, an integer: OK, DECLINED, DONE or an HTTP status. The
phases depend on each other: run them in the order of this page.

=head1 METHODS

=head2 run_post_read_request

    $status = $r->run_post_read_request;

The method runs the first phase (PerlPostReadRequestHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    my $r = Apache2::RequestRec->new($c);
    my $status = $r->run_post_read_request;

=head2 run_translate_name

    $status = $r->run_translate_name;

The method finds the file for the URI (PerlTransHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    $r->uri('/smtp');
    my $status = $r->run_translate_name;

=head2 run_map_to_storage

    $status = $r->run_map_to_storage;

The method finds the configuration that holds for the file
(PerlMapToStorageHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers, after C<run_translate_name>.

B<Example:>

    $r->run_translate_name;
    $r->run_map_to_storage;
    my $limit = $r->dir_config('Limit');

=head2 run_header_parser

    $status = $r->run_header_parser;

The method runs PerlHeaderParserHandler.

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    my $status = $r->run_header_parser;

=head2 run_access_checker

    $status = $r->run_access_checker;

The method asks whether this client may come in (PerlAccessHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    return Apache2::Const::FORBIDDEN
        if $r->run_access_checker != Apache2::Const::OK;

=head2 run_check_user_id

    $status = $r->run_check_user_id;

The method asks who the user is (PerlAuthenHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    $r->set_basic_credentials('joe', 'secret');
    my $known = $r->run_check_user_id == Apache2::Const::OK;

=head2 run_auth_checker

    $status = $r->run_auth_checker;

The method asks whether this user may come in (PerlAuthzHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers, after C<run_check_user_id>.

B<Example:>

    my $may = $r->run_auth_checker == Apache2::Const::OK;

=head2 run_type_checker

    $status = $r->run_type_checker;

The method finds the content type (PerlTypeHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    $r->run_type_checker;
    my $type = $r->content_type;

=head2 run_fixups

    $status = $r->run_fixups;

The method runs the last phase before the response (PerlFixupHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    my $status = $r->run_fixups;

=head2 invoke_handler

    $status = $r->invoke_handler;

The method runs the response phase as httpd does: it inserts filters, and
takes the handler of the content type if the request has none.

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    $r->handler('modperl');
    $r->set_handlers(PerlResponseHandler => 'My::Page');
    my $status = $r->invoke_handler;

=head2 run_handler

    $status = $r->run_handler;

The method runs the handlers of the response phase alone
(PerlResponseHandler).

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers.

B<Example:>

    my $status = $r->run_handler;

=head2 run_log_transaction

    $status = $r->run_log_transaction;

The method runs PerlLogHandler and writes the access log.

B<Returns:> the status of the phase.

B<Errors:> none of its own. A handler that dies is a status of 500.

B<Phase:> protocol handlers, at the end of the request.

B<Example:>

    $r->the_request('SMTP MAIL');
    $r->run_log_transaction;

=head2 die

    $r->die($status);

The method answers with the page for an HTTP status (an integer), as httpd
does when a phase returns one. ErrorDocument is obeyed. Send no more after it.

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
