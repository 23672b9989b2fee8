package Apache2::Log;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::Log - writing to the error log

=head1 SYNOPSIS

    use Apache2::Log ();

    $r->log_error("no such animal: $name");
    $r->log->info('cached');
    $s->log->debug(sub { 'state: ' . expensive_dump() });

=head1 DESCRIPTION

What C<< $r->log >> logs is logged with the client's address and goes to the log
of the request's virtual host; so do C<< $r->log_error >>, C<< $r->warn >> and
C<< $r->log_reason >>, without the address. Messages below the LogLevel in force
(C<LogLevel perl:debug> sets that of this module alone) are left out.

Several arguments are joined to one message. A newline at its end is dropped. At
level debug and below httpd shows file and line, which are those of the Perl
statement.

=head1 METHODS

=head2 log

    $log = $r->log;
    $log = $s->log;

An Apache2::Log::Request of the request, or an Apache2::Log::Server of the
server, for the methods below.

=head2 emerg, alert, crit, error, warn, notice, info, debug

    $log->error(@messages);
    $log->debug($code);

Logs at that level. A single code reference is called, without arguments, only
if the message would be logged; the message is what it returns. An exception in
it passes on to the caller.

=head2 log_error

    $r->log_error(@messages);
    $s->log_error(@messages);

Logs at level error.

=head2 warn

    $r->warn(@messages);
    $s->warn(@messages);
    Apache2::ServerRec::warn(@messages);

Logs at level warn. As a function, which L<Apache2::ServerRec> exports on
request, it belongs to the server of the current request, or to the base server.

=head2 log_reason

    $r->log_reason($reason);
    $r->log_reason($reason, $file);

Logs at level error that access to the file (the request's URI, if left out)
failed, for which client, and why.

=head2 log_rerror, log_serror

    $r->log_rerror($file, $line, $level, $status, @messages);
    $s->log_serror($file, $line, $level, $status, @messages);

Logs with a file and a line of one's own, at a level from C<Apache2::Const>
(C<:log>), with the text of the APR status code unless that is 0.

=head2 LOG_MARK

    ($file, $line) = Apache2::Log::LOG_MARK();

File and line of the statement that calls it.

=head2 log_pid

    Apache2::Log::log_pid($pool, $file);

Writes the process id to the file (relative to ServerRoot). Throws if the file
cannot be written.

=cut
