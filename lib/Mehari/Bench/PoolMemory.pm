package Mehari::Bench::PoolMemory;

# Memory that processes of a pool have for themselves: the child that waits for
# the next request, and the zygote that it was forked from.

use Mehari::Perl;
use Time::HiRes qw(sleep time);

use Mehari::Bench::Check   qw(fetch);
use Mehari::Bench::Process qw(memory_kib parents groups);
use Mehari::Bench::Setup   qw(suite);
use Mehari::Bench::Site    qw(start_site path_of);
use Mehari::Bench::Table   qw(whole);

# Several requests, because a zygote learns what its script loads while it runs.
my $REQUESTS = 60;
my $MODE     = 'perl-cgi-event';

# The rows of hello and of the CGI.pm page.
sub measure () {
    return [ map { measure_setup($_) } map { suite($_) } qw(mail form) ];
}

sub measure_setup ($setup) {
    my $site = start_site($setup, 'mehari event', 2);
    my $url  = $site->url(path_of($setup, $MODE));
    my $bad  = grep { fetch($url)->{status} != 200 } 1 .. $REQUESTS;
    my %row  = (
        setup    => $setup->{name},
        title    => $setup->{title},
        requests => $REQUESTS,
        failed   => $bad,
        %{ settled($site, $url) },
    );
    $site->stop;
    return \%row;
}

# Measures when a child waits, and again if processes came or went meanwhile. A
# zygote that has learned something is replaced, which may take a while. The new
# one makes no child before a request comes.
sub settled ($site, $url) {
    my $end  = time + 60;
    my $last = '';
    while (time < $end) {
        my %role   = roles($site->httpd);
        my $memory = memory_of(%role);
        my $now    = join ' ', map { "$_=$role{$_}" } sort keys %role;
        return $memory
            if defined $memory->{child_private_kib} && $now eq $last;
        $last = $now;
        fetch($url) if !%role;
        sleep 0.2;
    }
    die "Of the pool's processes none waits for a request"
        . ($last ? ", or they do not stay: $last\n" : "\n");
}

# A zygote leads a process group that has its children; a base and the manager
# above it lead groups, too.
sub roles ($httpd) {
    my %own     = map  { $_ => 1 } $httpd->processes;
    my @pool    = grep { !$own{$_} } $httpd->family;
    my %parent  = parents(@pool);
    my %group   = groups(@pool);
    my ($child) = grep { ($group{$_} // $_) != $_ } @pool;
    return () if !defined $child;
    my %role = (child => $child, zygote => $parent{$child});
    my $next = $parent{ $role{zygote} };
    $role{base}    = $next if $parent{ $parent{$next} // 0 };
    $role{manager} = defined $role{base} ? $parent{ $role{base} } : $next;
    return %role;
}

sub memory_of (%role) {
    my %memory;
    for my $role (keys %role) {
        my $memory = memory_kib($role{$role}) // return {};
        @memory{ "${role}_private_kib", "${role}_pss_kib" }
            = @$memory{qw(private pss)};
    }
    return \%memory;
}

sub text ($rows) {
    my $text
        = sprintf "pool: KiB of one process, private and in proportion,"
        . " after %d requests\n  %-10s %17s %17s %17s %17s\n", $REQUESTS, '',
        'ready child', 'zygote', 'base', 'manager';
    for my $row (@$rows) {
        $text .= sprintf "  %-10s %17s %17s %17s %17s\n", $row->{setup}, map {
            join ' ', whole($row->{"${_}_private_kib"}),
                whole($row->{"${_}_pss_kib"})
        } qw(child zygote base manager);
    }
    return $text;
}

1;

__END__

=head1 NAME

Mehari::Bench::PoolMemory - memory of the processes of a pool

=head1 FUNCTIONS

=over

=item measure

A reference to one hash each for hello and the CGI.pm page: C<setup>,
C<title>, C<requests>, C<failed>, and of C<child>, C<zygote>, C<base> and
C<manager> C<_private_kib> (pages that nobody else has) and C<_pss_kib> (with
its share of those that others have, too).

=item text(\@rows)

The rows as text.

=back

=cut
