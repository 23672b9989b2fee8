package Apache2::SizeLimit;

# A child that has grown too large ends after the request.

use Mehari::Perl;

use Apache2::Const -compile => qw(OK DECLINED);
use APR::Pool            ();
use Apache2::Log         ();
use Apache2::MPM         ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use ModPerl::Util        ();
use Apache::SizeLimit::Core;

use parent -norequire, 'Apache::SizeLimit::Core';

our $VERSION = '0.98';

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
    my ($size, $shared, $own) = $class->_check_size;
    my $sizes = "SIZE=$size KB";
    $sizes .= " SHARE=$shared KB UNSHARED=" . ($own // $size - $shared)
        if $shared;
    # Rules that watch a log look for these words of Apache2::SizeLimit.
    $class->_error_log(
        sprintf 'httpd process too big, exiting at %s REQUESTS=%d'
            . ' LIFETIME=%d seconds: %s [MH2049]',
        $sizes,
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

Apache2::SizeLimit - end child processes that have become too large

=head1 SYNOPSIS

    PerlModule Apache2::SizeLimit
    <Perl>
        Apache2::SizeLimit->set_max_unshared_size(120_000);    # KB
        Apache2::SizeLimit->set_check_interval(10);
    </Perl>
    PerlCleanupHandler Apache2::SizeLimit

=head1 DESCRIPTION

After a request the handler compares the size of its process with the limits.
If the process exceeds a limit, the handler writes a line to the error log,
and the process ends when the connection is closed. httpd then starts a new
one. L<Apache::SizeLimit::Core> describes the sizes, and has the methods that
set the limits.

The directives C<PerlSizeLimit> (for httpd's child processes) and C<PerlPool>
(for the workers of a pool) do the same without Perl. The module works in
both. A worker ends only after one more request, because the cleanup of a
request comes too late to end its own.

=head1 METHODS

=head2 handler

    $status = Apache2::SizeLimit->handler($r);

httpd calls the method. In the cleanup phase it compares the sizes, except for
a subrequest. In another phase it adds itself to the cleanup phase of this
request. You can also call it as a function.

B<Returns:> C<Apache2::Const::OK> in the cleanup phase,
C<Apache2::Const::DECLINED> in others.

B<Errors:> none of its own. Under a threaded MPM it throws if the process
exceeds a limit: see L<Apache2::RequestUtil/child_terminate>.

B<Phase:> PerlCleanupHandler, or any phase before it.

B<Example:>

    # httpd.conf
    PerlCleanupHandler Apache2::SizeLimit

=head2 _exit_if_too_big

    $status = Apache2::SizeLimit->_exit_if_too_big($r);

The handler calls this method to compare the sizes. A subclass can replace it.

B<Returns:> C<Apache2::Const::OK>.

B<Errors:> it throws under a threaded MPM if the process exceeds a limit.

B<Phase:> PerlCleanupHandler.

B<Example:> a subclass ends processes only in the evening.

    package My::SizeLimit;
    our @ISA = 'Apache2::SizeLimit';

    sub _exit_if_too_big ($class, $r) {
        return Apache2::Const::OK if (localtime)[2] < 20;    # at night only
        return $class->SUPER::_exit_if_too_big($r);
    }

=head2 add_cleanup_handler

    Apache2::SizeLimit->add_cleanup_handler($r);

The method adds the handler to the cleanup phase of this request. Further
calls for the same request have no effect. Without $r it takes the current
request, which needs C<PerlOptions +GlobalRequest>.

B<Returns:> nothing.

B<Errors:> it throws if $r is missing and there is no current request.

B<Phase:> before the cleanup phase.

B<Example:> check the size only after requests that need much memory.

    require Apache2::SizeLimit;
    Apache2::SizeLimit->add_cleanup_handler($r)
        if $r->uri =~ m{\A/reports/};

=head2 setmax, setmin, setmax_unshared

    Apache2::SizeLimit::setmax($kilobytes);

The functions are old names of
L<Apache::SizeLimit::Core/set_max_process_size>, C<set_min_shared_size> and
C<set_max_unshared_size>. Their argument is in kilobytes.

B<Returns:> the limit.

B<Errors:> none of their own.

B<Example:>

    require Apache2::SizeLimit;
    Apache2::SizeLimit::setmax(200_000);

=head1 VARIABLES

The methods set C<$MAX_PROCESS_SIZE>, C<$MIN_SHARE_SIZE>,
C<$MAX_UNSHARED_SIZE> and C<$CHECK_EVERY_N_REQUESTS>. C<$USE_SMAPS> is 1 by
default. Set it to 0 if reading F</proc/self/smaps> is too slow. Then only
pages of files count as shared.

=head1 SEE ALSO

L<Apache::SizeLimit::Core>, L<Apache2::Resource>, F<docs/memory.md>

=cut
