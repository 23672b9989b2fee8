package Apache::SizeLimit::Core;

# This process's size and its limits. The parent class of Apache2::SizeLimit,
# under mod_perl's name for it.

use Mehari::Perl;

use POSIX ();

use Mehari::Memory::Rollup qw(rollup_of);

our $VERSION = '0.98';

# Kilobytes; undef is no limit. Configurations set them as they are.
our ($MAX_PROCESS_SIZE, $MIN_SHARE_SIZE, $MAX_UNSHARED_SIZE);
our $CHECK_EVERY_N_REQUESTS = 1;
our $USE_SMAPS              = 1;
our $REQUEST_COUNT          = 1;
our $START_TIME;

sub set_max_process_size {
    my ($class, $kilobytes) = @_;
    return $MAX_PROCESS_SIZE = $kilobytes;
}

sub set_max_unshared_size {
    my ($class, $kilobytes) = @_;
    return $MAX_UNSHARED_SIZE = $kilobytes;
}

sub set_min_shared_size {
    my ($class, $kilobytes) = @_;
    return $MIN_SHARE_SIZE = $kilobytes;
}

sub set_check_interval {
    my ($class, $requests) = @_;
    return $CHECK_EVERY_N_REQUESTS = $requests || 1;
}

sub get_check_interval { return $CHECK_EVERY_N_REQUESTS }
sub get_request_count  { return $REQUEST_COUNT }
sub get_start_time     { return $START_TIME }

sub get_and_pinc_request_count { return $REQUEST_COUNT++ }

sub set_start_time {
    my ($class, $time) = @_;
    return $START_TIME //= $time // time;
}

# --- how large it is ---------------------------------------------------------

# Pages of this process: all, resident, shared with a file.
sub pages {
    open my $in, '<', '/proc/self/statm' or return;
    my @pages = split ' ', <$in> // '';
    return @pages[ 0 .. 2 ];
}

# Kilobytes that the process shares, and kilobytes that it has alone.
sub shared_by_smaps {
    my $rollup = rollup_of('self') or return;
    return @$rollup{qw(shared private)};
}

# (size, shared, unshared) in kilobytes; undef for an unknown figure. A subclass
# that has better figures overrides _check_size.
sub _check_size {
    my $class = shift;
    return $class->_bsd_size_check if !pages();
    my ($size, $shared, $own) = $class->_linux_smaps_size_check;
    return $size, $shared, $own // $size - $shared;
}

# Counts only pages of files as shared, because statm shows no others.
sub _linux_size_check {
    my ($total, undef, $of_files) = pages()
        or die "Apache::SizeLimit::Core: cannot read /proc/self/statm: $!\n";
    my $page = POSIX::sysconf(POSIX::_SC_PAGESIZE()) / 1024;
    return $total * $page, $of_files * $page;
}

# The kernel's own sum counts too, unless $USE_SMAPS is false.
sub _linux_smaps_size_check {
    my $class = shift;
    my ($size, @other) = $class->_linux_size_check;
    my ($shared, $own) = $USE_SMAPS ? shared_by_smaps() : ();
    return $size, defined $shared ? ($shared, $own) : @other;
}

# The process's largest size so far.
sub _bsd_size_check {
    require BSD::Resource;
    return (BSD::Resource::getrusage())[2];
}

sub _error_log {
    my ($class, @words) = @_;
    print STDERR '[', scalar localtime, "] ($$) $class @words\n";
    return;
}

# Returns the reason why the process is too large, or "".
sub _limits_are_exceeded {
    my $class = shift;
    my ($size, $shared, $own) = $class->_check_size;
    return "its size, $size KB, is more than $MAX_PROCESS_SIZE KB"
        if $MAX_PROCESS_SIZE && $size > $MAX_PROCESS_SIZE;
    return '' if !$shared;
    return "it shares $shared KB, less than $MIN_SHARE_SIZE KB"
        if $MIN_SHARE_SIZE && $shared < $MIN_SHARE_SIZE;
    $own //= $size - $shared;
    return "$own KB of it are unshared, more than $MAX_UNSHARED_SIZE KB"
        if $MAX_UNSHARED_SIZE && $own > $MAX_UNSHARED_SIZE;
    return '';
}

1;

__END__

=head1 NAME

Apache::SizeLimit::Core - the size of a process, and limits for it

=head1 SYNOPSIS

    use Apache2::SizeLimit ();

    Apache2::SizeLimit->set_max_unshared_size(120_000);

=head1 DESCRIPTION

L<Apache2::SizeLimit> inherits from this class, and you call the methods on
that class. Sizes are in kilobytes. On Linux they come from
F</proc/self/statm> and F</proc/self/smaps_rollup>. On other systems
L<BSD::Resource> gives only the largest size that the process has had, and
nothing about shared memory.

=head1 METHODS

=head2 set_max_process_size, set_max_unshared_size, set_min_shared_size

    Apache2::SizeLimit->set_max_unshared_size($kilobytes);

The methods set a limit. undef removes it. The size of a process is all memory
that it has mapped. The unshared size is the part that it does not share with
other processes. A limit of the unshared size is the best for most servers,
because one more process costs this memory.

B<Returns:> the limit.

B<Errors:> none of their own.

B<Phase:> best when the server starts, so that all child processes have the
limit.

B<Example:>

    require Apache2::SizeLimit;
    Apache2::SizeLimit->set_max_process_size(500_000);
    Apache2::SizeLimit->set_max_unshared_size(120_000);

=head2 set_check_interval

    Apache2::SizeLimit->set_check_interval($requests);

The method sets the interval of the checks: after every request (1, the
default), after every tenth (10), and so on.

B<Returns:> an integer, the interval.

B<Errors:> none of its own.

B<Example:>

    require Apache2::SizeLimit;
    Apache2::SizeLimit->set_check_interval(10);

=head2 get_check_interval, get_request_count, get_start_time

    $requests = Apache2::SizeLimit->get_check_interval;
    $requests = Apache2::SizeLimit->get_request_count;
    $time     = Apache2::SizeLimit->get_start_time;

C<get_check_interval> returns the interval of the checks. C<get_request_count>
returns the number of the next request of this process, which starts at 1.
C<get_start_time> returns the time of its first request.

B<Returns:> an integer; C<get_start_time> seconds since the epoch, or undef
before the first request.

B<Errors:> none of their own.

B<Example:> the age of this process in seconds.

    require Apache2::SizeLimit;
    my $age = time - (Apache2::SizeLimit->get_start_time // time);

=head2 get_and_pinc_request_count, set_start_time

    $requests = Apache2::SizeLimit->get_and_pinc_request_count;
    $time     = Apache2::SizeLimit->set_start_time;

C<get_and_pinc_request_count> adds one to the number of requests.
C<set_start_time> stores a time, by default now, unless one is stored already.

B<Returns:> C<get_and_pinc_request_count> the old number, C<set_start_time>
the stored time.

B<Errors:> none of their own.

B<Example:>

    require Apache2::SizeLimit;
    Apache2::SizeLimit->set_start_time;
    my $count = Apache2::SizeLimit->get_and_pinc_request_count;

=head2 _check_size, _linux_size_check, _linux_smaps_size_check, _bsd_size_check

    ($size, $shared, $unshared) = Apache2::SizeLimit->_check_size;

C<_check_size> measures this process with one of the other methods.
C<_linux_size_check> reads F</proc/self/statm>. C<_linux_smaps_size_check>
also reads F</proc/self/smaps_rollup>, unless C<$USE_SMAPS> is false.
C<_bsd_size_check> asks BSD::Resource. A subclass can replace C<_check_size>.

B<Returns:> three numbers, in kilobytes. A number that the system does not
give is undef.

B<Errors:> C<_linux_size_check> throws if F</proc/self/statm> cannot be read.

B<Example:>

    require Apache2::SizeLimit;
    my ($size, $shared) = Apache2::SizeLimit->_check_size;
    $r->log->info("$size KB, $shared KB of it shared");

=head2 _limits_are_exceeded

    $why = Apache2::SizeLimit->_limits_are_exceeded;

The method compares the size with the limits.

B<Returns:> a string: the limit that is exceeded, or empty.

B<Errors:> none of its own.

B<Example:>

    require Apache2::SizeLimit;
    my $why = Apache2::SizeLimit->_limits_are_exceeded;
    $r->log->warn($why) if $why ne '';

=head2 _error_log

    Apache2::SizeLimit->_error_log(@words);

The method writes a line to the error log, with the time, the process and the
class.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    require Apache2::SizeLimit;
    Apache2::SizeLimit->_error_log('about to end');

=head1 SEE ALSO

L<Apache2::SizeLimit>

=cut
