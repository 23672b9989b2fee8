package Apache2::SubProcess;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

use APR::PerlIO ();

1;

__END__

=head1 NAME

Apache2::SubProcess - start a program from a request

=head1 SYNOPSIS

    use Apache2::SubProcess ();

    my $sorted = $r->spawn_proc_prog('/usr/bin/sort', [ '-u', $file ]);
    print while <$sorted>;

    my ($in, $out, $err) = $r->spawn_proc_prog('/usr/bin/bc');
    print {$in} "6 * 7\n";
    close $in;
    my $answer = <$out>;

=head1 DESCRIPTION

Programs are started as httpd starts CGI programs: by their path, without a
shell, with an environment of their own, and with none of httpd's files open.

=head1 METHODS

This is a method of L<Apache2::RequestRec>.

=head2 spawn_proc_prog

    $r->spawn_proc_prog($command);
    $r->spawn_proc_prog($command, \@arguments);
    $out = $r->spawn_proc_prog($command, \@arguments);
    ($in, $out, $err) = $r->spawn_proc_prog($command, \@arguments);

The method starts the program $command (a path) with the arguments (strings).
Its environment is C<< $r->subprocess_env >>.

The handles have the layer C<:APR> (see L<APR::PerlIO>) and are closed with the
request. Output to $in is written at once. Streams without a handle lead to
F</dev/null>, except STDERR, which is the error log.

A program that still runs when the request ends gets SIGTERM, and SIGKILL
three seconds later.

B<Returns:> in scalar context a handle for what the program prints; in list
context handles for its STDIN, STDOUT and STDERR; in void context nothing.

B<Errors:> it throws an L<APR::Error> if the program cannot be started,
because it is not there or may not be executed.

B<Phase:> while a request is handled.

B<Example:> a program that reads and prints.

    $r->subprocess_env->set(LC_ALL => 'C');
    my ($in, $out) = $r->spawn_proc_prog('/usr/bin/sort', ['-n']);
    print {$in} "$_\n" for 3, 1, 2;
    close $in;
    $r->print($_) while defined($_ = <$out>);

=head1 SEE ALSO

L<APR::PerlIO>, L<Apache2::RequestRec/subprocess_env>, F<docs/jobs.md>

=cut
