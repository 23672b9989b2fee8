package Apache::SizeLimit::Core;

# How large this process may become, and how large it is. The parent class of
# Apache2::SizeLimit, under mod_perl's name for it.

use 5.036;

use POSIX ();

our $VERSION = '0.97';

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

# Kilobytes that others have too. The kernel adds them up where it can.
sub shared_by_smaps {
    for my $file ('/proc/self/smaps_rollup', '/proc/self/smaps') {
        open my $in, '<', $file or next;
        my $shared = 0;
        while (my $line = <$in>) {
            $shared += $1 if $line =~ /\AShared_(?:Clean|Dirty):\s+(\d+)/;
        }
        return $shared;
    }
    return;
}

# (size, shared) in kilobytes; shared is undef where nobody can tell.
sub _check_size {
    my ($total, undef, $of_files) = pages();
    if (!defined $total) {
        require BSD::Resource;
        my $size = (BSD::Resource::getrusage())[2];
        return $size;
    }
    my $page   = POSIX::sysconf(POSIX::_SC_PAGESIZE()) / 1024;
    my $shared = $USE_SMAPS ? shared_by_smaps() : undef;
    return $total * $page, $shared // $of_files * $page;
}

# "", or why the process is too large.
sub _limits_are_exceeded {
    my $class = shift;
    my ($size, $shared) = $class->_check_size;
    return "its size, $size KB, is more than $MAX_PROCESS_SIZE KB"
        if $MAX_PROCESS_SIZE && $size > $MAX_PROCESS_SIZE;
    return '' if !$shared;
    return "it shares $shared KB, less than $MIN_SHARE_SIZE KB"
        if $MIN_SHARE_SIZE && $shared < $MIN_SHARE_SIZE;
    my $own = $size - $shared;
    return "$own KB of it are unshared, more than $MAX_UNSHARED_SIZE KB"
        if $MAX_UNSHARED_SIZE && $own > $MAX_UNSHARED_SIZE;
    return '';
}

1;

__END__

=head1 NAME

Apache::SizeLimit::Core - sizes and limits of a process

=head1 SYNOPSIS

    use Apache2::SizeLimit ();    # its methods are documented here

=head1 DESCRIPTION

The class behind L<Apache2::SizeLimit>, which is to be used. Sizes are in
kilobytes. On Linux they come from F</proc/self/statm> and
F</proc/self/smaps_rollup>; elsewhere only the largest size that the process
ever had is known, which L<BSD::Resource> tells, and nothing of what is shared.

=head1 METHODS

=head2 set_max_process_size

=head2 set_max_unshared_size

=head2 set_min_shared_size

    Apache2::SizeLimit->set_max_unshared_size(120_000);

Set a limit to a number of kilobytes, or to undef for none. The size is all
that is mapped; what is unshared is the size without what is shared.

=head2 set_check_interval

    Apache2::SizeLimit->set_check_interval($requests);

Look at each so manieth request. 1 by default.

=head2 get_check_interval

=head2 get_request_count

=head2 get_start_time

That number; how many requests this process has been asked about, and when it
saw its first.

=head2 get_and_pinc_request_count

=head2 set_start_time

Count one request and return the number before; note a time once, by default
now.

=cut
