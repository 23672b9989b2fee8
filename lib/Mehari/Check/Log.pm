package Mehari::Check::Log;

# The requests of an access log, in the common or the combined format. Equal
# requests count once.

use Mehari::Perl;

use Mehari::Explain::Reason;

# "GET /path HTTP/1.1", and behind it status, size, referer and agent.
my $LINE = qr/"([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?" (\d{3}) /;

# Returns { requests => [{ method, path, count }], lines, methods => {name =>
# count of those left out}, unknown => count of lines that are no requests }.
sub read_log ($file) {
    open my $in, '<:raw',
        $file
        or Mehari::Explain::Reason::refuse(
        'MH5010',
        file  => $file,
        error => "$!"
        );
    my %log = (requests => [], lines => 0, methods => {}, unknown => 0);
    my %seen;
    while (my $line = readline $in) {
        $log{lines}++;
        my ($method, $path) = $line =~ $LINE;
        if (!defined $path) { $log{unknown}++; next }
        if ($method !~ /\A(?:GET|HEAD)\z/) {
            $log{methods}{$method}++;
            next;
        }
        next if !defined($path = plain_path($path));
        my $request = $seen{"$method $path"} //= do {
            my %new = (method => $method, path => $path, count => 0);
            push @{ $log{requests} }, \%new;
            \%new;
        };
        $request->{count}++;
    }
    return \%log;
}

# A path without httpd's escapes for the log, or a proxy's absolute address.
sub plain_path ($path) {
    $path        =~ s{\Ahttps?://[^/]*}{};
    $path        =~ s/\\x([0-9a-f]{2})/%$1/g;
    $path        =~ s/\\(["\\])/$1/g;
    return $path =~ m{\A/[^\x00-\x20#]*\z} ? $path : undef;
}

# The URL path at which the log's server has the site: the part before the names
# of scripts in most requests.
sub prefix_of ($log, @scripts) {
    my %votes;
    my $names = join '|',
        map { quotemeta } sort { length $b <=> length $a } @scripts;
    return '/' if !@scripts;
    for my $request (@{ $log->{requests} }) {
        my ($prefix)
            = $request->{path} =~ m{\A([^?]*?/)(?:$names)(?:[/?]|\z)}
            or next;
        $votes{$prefix} += $request->{count};
    }
    my ($most)
        = sort { $votes{$b} <=> $votes{$a} || $a cmp $b } keys %votes;
    return $most // '/';
}

# Chooses at most $limit of the requests, in the order of the log: the most
# frequent ones of each script first, so that each script gets one.
sub choose ($requests, $limit) {
    my %of;
    push @{ $of{ $_->{script} } }, $_ for @$requests;
    $_ = [ sort { $b->{count} <=> $a->{count} } @$_ ] for values %of;
    my %chosen;
    while (keys %chosen < $limit && grep { @$_ } values %of) {
        for my $script (sort keys %of) {
            my $next = shift @{ $of{$script} } // next;
            $chosen{$next} = 1 if keys %chosen < $limit;
        }
    }
    return [ grep { $chosen{$_} } @$requests ];
}

1;

__END__

=head1 NAME

Mehari::Check::Log - requests from an access log

=head1 FUNCTIONS

=over

=item read_log($file)

All different GET and HEAD requests, and what was left out.

=item prefix_of(\%log, @scripts)

The URL path before the names of the scripts.

=item choose(\@requests, $limit)

Some of them; each has its C<script>.

=back

=cut
