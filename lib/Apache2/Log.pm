package Apache2::Log;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::Log - write to the error log

=head1 SYNOPSIS

    use Apache2::Log ();

    $r->log_error("cannot open $file: $!");
    $r->log->info('served from the cache');
    $s->log->debug(sub { 'the cache: ' . Data::Dumper::Dumper(\%cache) });

=head1 DESCRIPTION

Messages go to the error log of the request's virtual host. Messages of
C<< $r->log >> begin with the client's address. Messages of
C<< $r->log_error >>, C<< $r->warn >> and C<< $r->log_reason >> do not. httpd
drops messages below the LogLevel. C<LogLevel perl:debug> sets the level for
Perl alone.

Several arguments are joined to one message. Leave out a newline at its end,
because httpd writes it as C<\n>. At the levels debug and trace, httpd adds
the file and the line of the Perl statement.

=head1 METHODS

=head2 log

    $log = $r->log;
    $log = $s->log;

The method returns the object for the methods C<emerg> to C<debug>, which logs
for this request or this server.

B<Returns:> an Apache2::Log::Request or an Apache2::Log::Server.

B<Errors:> none of its own.

B<Example:>

    my $log = $r->log;
    $log->info('begins');
    $log->info('ends');

=head2 emerg, alert, crit, error, warn, notice, info, debug

    $log->error(@messages);
    $log->debug($code);

Each method logs at the level of its name. You can pass a single code
reference instead of text. The method calls it without arguments, and only if
httpd will log the message. Its result is the message.

B<Returns:> nothing.

B<Errors:> none of their own. If the code dies, you get its exception.

B<Example:> a warning, and a message that costs nothing unless it is logged.

    $r->log->warn('quota: ', $r->user, ' has less than 1 MB');
    $r->log->debug(sub { 'headers: ' . $r->as_string });

=head2 log_error

    $r->log_error(@messages);
    $s->log_error(@messages);

The method logs at level error.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    open my $in, '<', $file or do {
        $r->log_error("cannot open $file: $!");
        return Apache2::Const::SERVER_ERROR;
    };

=head2 log_reason

    $r->log_reason($reason);
    $r->log_reason($reason, $file);

The method logs at level error that a client was refused access to a file, and
why. Without $file the line names the URI of the request.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->log_reason('no ticket', $r->filename);
    return Apache2::Const::FORBIDDEN;

=head2 log_rerror, log_serror

    $r->log_rerror($file, $line, $level, $status, @messages);
    $s->log_serror($file, $line, $level, $status, @messages);

The methods log with a file name and line number of your choice, at a level of
the group C<:log> in L<Apache2::Const>. $status is an APR status code, whose
text they add, or 0.

B<Returns:> nothing.

B<Errors:> none of their own.

B<Example:>

    $r->log_rerror(Apache2::Log::LOG_MARK(), Apache2::Const::LOG_NOTICE,
        APR::Const::TIMEUP, 'the database is slow');

=head1 FUNCTIONS

=head2 warn

    $r->warn(@messages);
    $s->warn(@messages);
    Apache2::ServerRec::warn(@messages);

The method and the function log at level warn. The function writes to the log
of the current request's server, or of the main server if there is no request.
C<use Apache2::ServerRec qw(warn)> imports it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> all calls of C<warn> in a module go to the log of the virtual
host.

    use Apache2::ServerRec qw(warn);
    warn 'the cache is cold';

=head2 LOG_MARK

    ($file, $line) = Apache2::Log::LOG_MARK();

The function returns the file and the line of the statement that calls it, for
C<log_rerror>.

B<Returns:> a string and an integer.

B<Errors:> none of its own.

B<Example:>

    my ($file, $line) = Apache2::Log::LOG_MARK();

=head2 log_pid

    Apache2::Log::log_pid($pool, $file);

The function writes the number of this process to a file. A relative path
starts at ServerRoot.

B<Returns:> nothing.

B<Errors:> it throws if the file cannot be written.

B<Example:>

    Apache2::Log::log_pid($s->process->pconf, 'logs/worker.pid');

=head1 SEE ALSO

L<Apache2::ServerUtil/loglevel>, L<Apache2::RequestRec/notes>, L<APR::Error>;
httpd's page I<Log Files>, and its directives C<LogLevel> and
C<ErrorLogFormat>

=cut
