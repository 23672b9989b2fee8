package Mehari::Bench::Mode;

# The modes and the cells. A cell is a mode under one engine, and has one row in
# a table. mod_cgi, the floor and the peers belong to no engine.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(
    mode_names peer_names mode_label mode_of engine_label cells_of
);

# engines: the engines whose Perl takes part; none if missing. handler: needs a
# handler of the set-up. psgi, peer: needs its page in bench/peers. peer: needs
# the programs of Mehari::Bench::Peer. embedded: the mode that does the same
# inside httpd; this one does it in a pool's workers. processes: under event,
# the mode to use instead, in which each process has a Perl. restored: a pool
# restores memory after each run. kind: others are compared with this mode (cgi,
# floor, peer); also the colour of a bar.
my @MODES = (
    { name => 'cgi', label => 'mod_cgi', kind => 'cgi' },
    {
        name      => 'perl-cgi',
        label     => 'perl-cgi',
        engines   => ['mehari'],
        uncounted => 1,
        restored  => 1,
    },
    {
        name    => 'perlrun',
        label   => 'PerlRun',
        engines => [qw(mehari mod_perl)]
    },
    {
        name    => 'registry',
        label   => 'Registry',
        engines => [qw(mehari mod_perl)],
    },
    {
        name    => 'perlscript',
        label   => 'perl-script',
        engines => [qw(mehari mod_perl)],
        handler => 1,
    },
    {
        name    => 'modperl',
        label   => 'modperl',
        engines => [qw(mehari mod_perl)],
        handler => 1,
    },
    { name => 'psgi',   label => 'PSGI', engines => ['mehari'], psgi => 1 },
    { name => 'floor',  label => 'C handler',   kind => 'floor' },
    { name => 'static', label => 'static file', kind => 'static' },
    {
        name  => 'cgid',
        label => 'mod_cgid, event',
        mpm   => 'event',
        kind  => 'cgi',
        blind => 1,
    },
    {
        name      => 'perl-cgi-event',
        label     => 'perl-cgi, event',
        mpm       => 'event',
        engines   => ['mehari'],
        uncounted => 1,
        restored  => 1,
    },
    in_pool('perlrun',    'PerlRun'),
    in_pool('registry',   'Registry'),
    in_pool('perlscript', 'perl-script', handler => 1),
    in_pool('modperl',    'modperl',     handler => 1),
    in_pool('psgi',       'PSGI',        psgi    => 1),
    {
        name      => 'psgihttpd',
        label     => 'PSGI in httpd, event',
        mpm       => 'event',
        processes => 4,
        engines   => ['mehari'],
        embedded  => 'psgi',
        psgi      => 1,
    },
    {
        name  => 'floorevent',
        label => 'C handler, event',
        mpm   => 'event',
        kind  => 'floor',
    },
    {
        name  => 'staticevent',
        label => 'static file, event',
        mpm   => 'event',
        kind  => 'static',
    },
    {
        name  => 'fcgid',
        label => 'mod_fcgid, event',
        mpm   => 'event',
        peer  => 1,
        kind  => 'peer',
    },
    {
        name  => 'uwsgi',
        label => 'uWSGI, event',
        mpm   => 'event',
        peer  => 1,
        kind  => 'peer',
    },
    {
        name  => 'starman',
        label => 'Starman, event',
        mpm   => 'event',
        peer  => 1,
        kind  => 'peer',
    },
    {
        name  => 'uwsgihttp',
        label => 'uWSGI, no httpd',
        mpm   => 'event',
        peer  => 1,
        kind  => 'alone',
    },
    {
        name  => 'starmanhttp',
        label => 'Starman, no httpd',
        mpm   => 'event',
        peer  => 1,
        kind  => 'alone',
    },
);
my %MODE_NAMED = map { $_->{name} => { mpm => 'prefork', %$_ } } @MODES;
my %ENGINE     = (mehari => 'mehari', mod_perl => 'mod_perl', none => '');

# A mode that runs inside httpd under prefork runs in a pool's workers under
# event.
sub in_pool ($name, $label, %more) {
    return {
        name      => "${name}event",
        label     => "$label, event",
        mpm       => 'event',
        engines   => ['mehari'],
        embedded  => $name,
        uncounted => 1,
        %more,
    };
}

sub mode_names () {
    return map { $_->{name} } @MODES;
}

sub peer_names () {
    return map { $_->{name} } grep { $_->{peer} } @MODES;
}
sub mode_of    ($mode) { return $MODE_NAMED{$mode} }
sub mode_label ($mode) { return ($MODE_NAMED{$mode} // {})->{label} // $mode }
sub engine_label ($name) { return $ENGINE{$name} }

# The cells of one set-up, in the order of the table.
sub cells_of ($setup, $modes, $engines) {
    my %possible = map { $_ => 1 } @{ $setup->{modes} // $modes };
    my @cells;
    for my $mode (map { $MODE_NAMED{$_} } grep { $possible{$_} } @$modes) {
        next if $mode->{handler}  && !defined $setup->{handler};
        next if !$mode->{handler} && $setup->{handler_only};
        next if ($mode->{peer} || $mode->{psgi}) && !defined $setup->{peer};
        push @cells,
            map { cell($mode, $_, $engines) } engines_for($mode, $engines);
    }
    return \@cells;
}

sub engines_for ($mode, $engines) {
    my $own  = $mode->{engines} // return 'none';
    my %here = map { $_ => 1 } @$engines;
    return grep { $here{$_} } @$own;
}

# The server is that of the engine. A mode without an engine runs in the first
# engine's server, so that mod_cgi is measured beside the modes that are
# compared with it. mod_perl is measured under prefork only.
sub cell ($mode, $engine, $engines) {
    my ($home)
        = grep { $mode->{mpm} eq 'prefork' || $_ eq 'mehari' } @$engines;
    my $server = $engine eq 'none' ? $home // 'none' : $engine;
    return {
        mode   => $mode->{name},
        label  => $mode->{label},
        kind   => $mode->{kind} // $engine,
        blind  => $mode->{blind},
        peer   => $mode->{peer},
        mpm    => $mode->{mpm},
        engine => $engine,
        server => join(' ', $server, $mode->{mpm}, $mode->{processes} // ()),
        rounds => [],
        $mode->{embedded} ? (embedded => $mode->{embedded}) : (),
    };
}

1;

__END__

=head1 NAME

Mehari::Bench::Mode - the modes that mehari bench compares

=head1 FUNCTIONS

=over

=item mode_names, peer_names, mode_label($mode), engine_label($engine)

The modes, the peers, and the names of both in tables.

=item mode_of($mode)

A mode's properties: C<name>, C<label>, C<mpm>, C<engines>, C<handler>, C<peer>,
C<psgi>, C<embedded>, C<kind>, C<blind>, C<uncounted>.

=item cells_of(\%setup, \@modes, \@engines)

One hash for each row: C<mode>, C<label>, C<kind> (C<cgi>, C<floor>,
C<static>, C<peer>, C<alone>, or the engine), C<mpm>, C<embedded> (of a mode
in a pool: which one does the same inside httpd), C<blind> (its processor time
cannot be known), C<engine> (C<mehari>, C<mod_perl>, or C<none> where no Perl
of httpd takes part), C<server> (engine and MPM of the httpd that answers),
C<rounds> (empty). Modes that the set-up's own C<modes> does not name are left
out.

=back

=cut
