package Apache2::HookRun;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::HookRun - run the phases of a request by hand

=head1 SYNOPSIS

    use Apache2::HookRun ();
    use Apache2::RequestUtil ();

    sub handler ($c) {    # PerlProcessConnectionHandler
        my $r = Apache2::RequestRec->new($c);
        ...
        $r->run_post_read_request;
        $r->run_translate_name;
        $r->run_map_to_storage;
        ...
    }

=head1 DESCRIPTION

For protocol handlers that make requests of their own, for which httpd does not
run the phases. In the handler of a usual request they would run a second time.

All handlers of a phase run, Perl's and those of httpd's modules. A result is
the phase's status (an integer): OK, DECLINED, DONE or an HTTP status.

=head1 METHODS

=head2 run_post_read_request

    $status = $r->run_post_read_request;

The first phase (PerlPostReadRequestHandler).

=head2 run_translate_name

    $status = $r->run_translate_name;

From the URI to the file (PerlTransHandler).

=head2 run_map_to_storage

    $status = $r->run_map_to_storage;

Which configuration holds for the file (PerlMapToStorageHandler).

=head2 run_header_parser

    $status = $r->run_header_parser;

PerlHeaderParserHandler.

=head2 run_access_checker

    $status = $r->run_access_checker;

May this client come in (PerlAccessHandler)?

=head2 run_check_user_id

    $status = $r->run_check_user_id;

Is this user who they say (PerlAuthenHandler)?

=head2 run_auth_checker

    $status = $r->run_auth_checker;

May this user come in (PerlAuthzHandler)?

=head2 run_type_checker

    $status = $r->run_type_checker;

What type is it (PerlTypeHandler)?

=head2 run_fixups

    $status = $r->run_fixups;

The last phase before the response (PerlFixupHandler).

=head2 invoke_handler

    $status = $r->invoke_handler;

The response phase as httpd runs it: filters are inserted, and if there is no
handler for it the one of the content type is taken.

=head2 run_handler

    $status = $r->run_handler;

The handlers of the response phase alone (PerlResponseHandler).

=head2 run_log_transaction

    $status = $r->run_log_transaction;

PerlLogHandler and the access log.

=head2 die

    $r->die($status);

Answers with the page for an HTTP status (an integer), as httpd does when a
phase returns one: ErrorDocument is obeyed. Nothing more should be sent.

=cut
