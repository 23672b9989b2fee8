package Apache2::SubProcess;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

use APR::PerlIO ();

1;

__END__

=head1 NAME

Apache2::SubProcess - start a program from a request

=head1 SYNOPSIS

    use Apache2::SubProcess ();

    my $out = $r->spawn_proc_prog('/usr/bin/sort', ['-u', $file]);
    print while <$out>;

    my ($in, $out, $err) = $r->spawn_proc_prog('/usr/bin/bc');
    print {$in} "6 * 7\n";
    close $in;
    my $answer = <$out>;

=head1 DESCRIPTION

Programs are started as httpd starts CGI programs: by their path, without a
shell, with an environment of their own and nothing of httpd's files open.

=head1 METHODS

=head2 spawn_proc_prog

    $r->spawn_proc_prog($command);
    $r->spawn_proc_prog($command, \@arguments);
    $out = $r->spawn_proc_prog($command, ...);
    ($in, $out, $err) = $r->spawn_proc_prog($command, ...);

Starts the program $command (a path) with the arguments (an array reference of
strings). Its environment is C<< $r->subprocess_env >>.

In scalar context returns a handle for what it prints; in list context handles
for what it reads, what it prints, and what it complains. They are opened with
the layer C<:APR> (see L<APR::PerlIO>) and are closed with the request; what is
printed to the first is written at once. Streams without a handle lead to
F</dev/null>, but for STDERR, which is the error log.

A program that is still running when the request ends is sent SIGTERM, and
SIGKILL three seconds later.

Throws an APR::Error when the program cannot be started: it is not there, or
may not be executed.

=cut
