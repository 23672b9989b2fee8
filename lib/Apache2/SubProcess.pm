package Apache2::SubProcess;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

use APR::PerlIO ();

1;

__END__

=head1 NAME

Apache2::SubProcess - start a program and talk to it

=head1 SYNOPSIS

    use Apache2::SubProcess ();

    my $sorted = $r->spawn_proc_prog('/usr/bin/sort', [ '-u', $file ]);
    print while <$sorted>;

    my ($in, $out, $err) = $r->spawn_proc_prog('/usr/bin/bc');
    print {$in} "6 * 7\n";
    close $in;
    my $answer = <$out>;

=head1 DESCRIPTION

mehari starts the program in the way that httpd starts CGI programs: by its
path, without a shell, and without httpd's open files.

=head1 METHODS

This is a method of L<Apache2::RequestRec>.

=head2 spawn_proc_prog

    $r->spawn_proc_prog($command);
    $r->spawn_proc_prog($command, \@arguments);
    $out = $r->spawn_proc_prog($command, \@arguments);
    ($in, $out, $err) = $r->spawn_proc_prog($command, \@arguments);

The method starts the program $command, a path, with an array of arguments.
The program's environment is C<< $r->subprocess_env >>.

The handles have the layer C<:APR> (see L<APR::PerlIO>). mehari closes the
handles at the end of the request. The program gets data that you print to $in
at once. If you do not ask for a handle, the stream is F</dev/null>, and
STDERR is the error log.

If the program still runs at the end of the request, it gets SIGTERM, and
SIGKILL three seconds later.

B<Returns:> in scalar context a handle for the program's STDOUT; in list
context handles for its STDIN, STDOUT and STDERR; in void context nothing.

B<Errors:> it throws an L<APR::Error> if the program does not exist or cannot
be executed.

B<Phase:> during a request.

B<Example:> sort numbers. Close $in before you read, or both programs may wait
for each other.

    $r->subprocess_env->set(LC_ALL => 'C');
    my ($in, $out) = $r->spawn_proc_prog('/usr/bin/sort', ['-n']);
    print {$in} "$_\n" for 3, 1, 2;
    close $in;
    $r->print($_) while defined($_ = <$out>);

=head1 SEE ALSO

L<APR::PerlIO>, L<Apache2::RequestRec/subprocess_env>, F<docs/jobs.md>

=cut
