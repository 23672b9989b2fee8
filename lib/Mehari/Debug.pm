package Mehari::Debug;

# Perl's debugger for the requests of "mehari serve --debug". It steps through
# all code that is loaded after this file.

use Mehari::Perl;

my $running;

{
    no warnings 'once';
    $Mehari::Serve::HandlerGate::BEFORE = \&start;
}

# Stops at the next statement that can be stepped through. The debugger itself
# comes with the first request of a process: it connects to its terminal when it
# is loaded.
sub start {
    my ($r) = @_;
    return if !defined $r;
    my $where = $r->dir_config('MehariDebug') // return;
    load($where) if !$running;
    $running = $$;
    no warnings 'once';
    $DB::single = 1;
    return;
}

# Without line editing, which needs a terminal, and without a question at the
# end of a request.
sub load ($where) {
    local $ENV{PERLDB_OPTS}
        = "RemotePort=$where inhibit_exit=0 ReadLine=0 signalLevel=0";
    local $ENV{TERM} = 'dumb';
    require 'perl5db.pl';
    return;
}

# After the request the process is about to end, so the debugger stops no more.
sub finish {
    no warnings 'once';
    $DB::single       = $DB::signal = $DB::trace = 0;
    $DB::fall_off_end = 1;
    return 0;
}

# As under "perl -d", except that it does not stop at once. Code that is
# compiled from here on can be stepped through. Earlier code, including this
# file, runs as usual.
$^P = 0x73f & ~0x20;

1;

__END__

=head1 NAME

Mehari::Debug - Perl's debugger, for one request

=head1 SYNOPSIS

    mehari serve --debug examples

=head1 DESCRIPTION

C<mehari serve --debug> uses this module; F<docs/debugging.md> says how to use
that. The debugger of a request talks to the terminal of C<mehari serve> by a
socket, as with C<PERLDB_OPTS="RemotePort=...">.

=head1 FUNCTIONS

=over

=item start($r)

The next statement of the request's own code stops in the debugger.

=item finish()

A handler for PerlCleanupHandler: no statement stops any more.

=back

=cut
