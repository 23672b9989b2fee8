package Apache2::Log;

use v5.36;

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

C<< $r->log >> logs with the client's address, to the log of the request's
virtual host. C<< $r->log_error >>, C<< $r->warn >> and C<< $r->log_reason >>
go to the same log, without the address. httpd leaves out messages below the
LogLevel: C<LogLevel perl:debug> sets the level of this module alone.

Several arguments are joined to one message. A newline at its end is dropped.
At level debug and below httpd shows the file and the line of the Perl
statement.

=head1 METHODS

=head2 log

    $log = $r->log;
    $log = $s->log;

The method gives the object for the methods below, of a request or of a
server.

B<Returns:> an Apache2::Log::Request or an Apache2::Log::Server.

B<Errors:> none of its own.

B<Example:>

    my $log = $r->log;
    $log->info('begins');
    $log->info('ends');

=head2 emerg, alert, crit, error, warn, notice, info, debug

    $log->error(@messages);
    $log->debug($code);

Each method logs at the level of its name. A single code reference is called,
without arguments, only if the message would be logged. Its result is the
message.

B<Returns:> nothing.

B<Errors:> none of their own. An exception in the code goes on to you.

B<Example:>

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

The method logs at level error that access to a file failed, for which client,
and why. The line names the URI of the request if you leave $file out.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->log_reason('no ticket', $r->filename);
    return Apache2::Const::FORBIDDEN;

=head2 log_rerror, log_serror

    $r->log_rerror($file, $line, $level, $status, @messages);
    $s->log_serror($file, $line, $level, $status, @messages);

The methods log with a file and a line of your own, at a level C<:log> of
L<Apache2::Const>. They add the text of the APR status, unless that is 0.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->log_rerror(Apache2::Log::LOG_MARK(), Apache2::Const::LOG_NOTICE,
        APR::Const::TIMEUP, 'the database is slow');

=head1 FUNCTIONS

=head2 warn

    $r->warn(@messages);
    $s->warn(@messages);
    Apache2::ServerRec::warn(@messages);

It logs at level warn. A line of the function belongs to the server of the
current request, or to the main server. L<Apache2::ServerRec> exports it on
request.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> Perl's C<warn> of a module goes to the log of the virtual host.

    use Apache2::ServerRec qw(warn);
    warn 'the cache is cold';

=head2 LOG_MARK

    ($file, $line) = Apache2::Log::LOG_MARK();

The function gives the file and the line of the statement that calls it, for
C<log_rerror>.

B<Returns:> a string and an integer.

B<Errors:> none of its own.

B<Example:>

    my ($file, $line) = Apache2::Log::LOG_MARK();

=head2 log_pid

    Apache2::Log::log_pid($pool, $file);

The function writes the process id to a file, which is relative to ServerRoot.

B<Returns:> nothing.

B<Errors:> it throws if the file cannot be written.

B<Example:>

    Apache2::Log::log_pid($s->process->pconf, 'logs/worker.pid');

=head1 SEE ALSO

L<Apache2::ServerUtil/loglevel>, L<Apache2::RequestRec/notes>, L<APR::Error>

=cut
