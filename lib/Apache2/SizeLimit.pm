package Apache2::SizeLimit;

# A child that has grown too large ends after the request.

use 5.036;

use Apache2::Const -compile => qw(OK DECLINED);
use Apache2::Log         ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use ModPerl::Util        ();
use Apache::SizeLimit::Core;

use parent -norequire, 'Apache::SizeLimit::Core';

our $VERSION = '0.97';

# Configurations set these by this package's name.
our ($MAX_PROCESS_SIZE, $MIN_SHARE_SIZE, $MAX_UNSHARED_SIZE,
    $CHECK_EVERY_N_REQUESTS, $USE_SMAPS);
*MAX_PROCESS_SIZE       = \$Apache::SizeLimit::Core::MAX_PROCESS_SIZE;
*MIN_SHARE_SIZE         = \$Apache::SizeLimit::Core::MIN_SHARE_SIZE;
*MAX_UNSHARED_SIZE      = \$Apache::SizeLimit::Core::MAX_UNSHARED_SIZE;
*CHECK_EVERY_N_REQUESTS = \$Apache::SizeLimit::Core::CHECK_EVERY_N_REQUESTS;
*USE_SMAPS              = \$Apache::SizeLimit::Core::USE_SMAPS;

# The functions of its first versions.
sub setmax          { return __PACKAGE__->set_max_process_size($_[0]) }
sub setmin          { return __PACKAGE__->set_min_shared_size($_[0]) }
sub setmax_unshared { return __PACKAGE__->set_max_unshared_size($_[0]) }

# As a handler, a method or a function.
sub handler : method {
    my $class = ref $_[0] ? __PACKAGE__ : shift // __PACKAGE__;
    my $r     = shift // Apache2::RequestUtil->request;
    return Apache2::Const::DECLINED if !$r->is_initial_req;
    return $class->_exit_if_too_big($r)
        if ModPerl::Util::current_callback() eq 'PerlCleanupHandler';
    $class->add_cleanup_handler($r);
    return Apache2::Const::DECLINED;
}

sub add_cleanup_handler {
    my ($class, $r) = @_;
    $r //= Apache2::RequestUtil->request;
    return if $r->pnotes('size_limit_cleanup');
    $r->pnotes(size_limit_cleanup => 1);
    $r->push_handlers(
        PerlCleanupHandler => sub { $class->_exit_if_too_big(shift) });
    return;
}

sub _exit_if_too_big {
    my ($class, $r) = @_;
    $class->set_start_time;
    my $count = $class->get_and_pinc_request_count;
    return Apache2::Const::OK if $count % $class->get_check_interval;
    my $why = $class->_limits_are_exceeded;
    return Apache2::Const::OK if $why eq '';
    $r->log_error(
        sprintf 'MH2049: Apache2::SizeLimit: process %d ends after'
            . ' %d requests in %d s: %s',
        $$,
        $class->get_request_count - 1,
        time - $class->get_start_time,
        $why
    );
    $r->child_terminate;
    return Apache2::Const::OK;
}

1;

__END__

=head1 NAME

Apache2::SizeLimit - end children that have grown too large

=head1 SYNOPSIS

    PerlModule Apache2::SizeLimit
    <Perl>
        Apache2::SizeLimit->set_max_unshared_size(120_000);    # KB
        Apache2::SizeLimit->set_check_interval(10);
    </Perl>
    PerlCleanupHandler Apache2::SizeLimit

=head1 DESCRIPTION

After a request the handler compares the size of its process with the limits.
When one is exceeded it says so in the error log and the child ends, as soon as
the connection is done; httpd starts another. What is measured, and the methods
that set limits, are in L<Apache::SizeLimit::Core>.

The same without Perl are the directives C<PerlSizeLimit>, for httpd's children,
and C<PerlPool>, for the workers of pools. The module works in both: a worker
ends after the request that follows, as a cleanup comes too late for its own.

=head1 METHODS

=head2 handler

    PerlCleanupHandler Apache2::SizeLimit
    $status = Apache2::SizeLimit->handler($r);

In the cleanup phase it looks, for a request that is no subrequest, and returns
Apache2::Const::OK. In any other phase it has itself called in that one, and
returns Apache2::Const::DECLINED. May be called as a function, too.

=head2 _exit_if_too_big

    $status = Apache2::SizeLimit->_exit_if_too_big($r);

What the handler does when it looks.

=head2 add_cleanup_handler

    Apache2::SizeLimit->add_cleanup_handler($r);

Have the handler called after this request only; once, however often it is
called. $r may be left out where there is a global request.

=head2 setmax

=head2 setmin

=head2 setmax_unshared

    Apache2::SizeLimit::setmax($kilobytes);

Functions that do what C<set_max_process_size>, C<set_min_shared_size> and
C<set_max_unshared_size> do.

=head1 VARIABLES

C<$MAX_PROCESS_SIZE>, C<$MIN_SHARE_SIZE>, C<$MAX_UNSHARED_SIZE>,
C<$CHECK_EVERY_N_REQUESTS> are what the methods set. C<$USE_SMAPS> (1) may be
set to 0 where F</proc/self/smaps> is too slow: shared memory is then only what
comes from files.

=cut
