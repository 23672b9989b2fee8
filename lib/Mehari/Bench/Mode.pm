package Mehari::Bench::Mode;

# The modes and the cells. A cell is a mode under one engine: what has one row
# in a table. mod_cgi and the floor belong to no engine.

use v5.36;
use Exporter qw(import);

our @EXPORT_OK = qw(mode_names mode_label engine_label cells_of);

# name, label, does it need Perl in httpd, does it need a handler.
my @MODES = (
    [ 'cgi',        'mod_cgi',     0, 0 ],
    [ 'perlrun',    'PerlRun',     1, 0 ],
    [ 'registry',   'Registry',    1, 0 ],
    [ 'perlscript', 'perl-script', 1, 1 ],
    [ 'modperl',    'modperl',     1, 1 ],
    [ 'floor',      'C handler',   0, 0 ],
);
my %MODE_NAMED = map { $_->[0] => $_ } @MODES;
my %ENGINE     = (mehari => 'mehari', mod_perl => 'mod_perl', none => '');

sub mode_names () {
    return map { $_->[0] } @MODES;
}
sub mode_label   ($mode) { return ($MODE_NAMED{$mode} // [ 0, $mode ])->[1] }
sub engine_label ($name) { return $ENGINE{$name} }

# The cells of one set-up, in the order of the table.
sub cells_of ($setup, $modes, $engines) {
    my $home = $engines->[0] // 'none';
    my @cells;
    for my $mode (@$modes) {
        my (undef, $label, $perl, $handler) = @{ $MODE_NAMED{$mode} };
        next if $handler && !defined $setup->{handler};
        for my $engine ($perl ? @$engines : 'none') {
            my %cell = (
                mode   => $mode,
                label  => $label,
                engine => $engine,
                server => $engine eq 'none' ? $home : $engine,
                rounds => [],
            );
            push @cells, \%cell;
        }
    }
    return \@cells;
}

1;

__END__

=head1 NAME

Mehari::Bench::Mode - the modes that mehari bench compares

=head1 FUNCTIONS

=over

=item mode_names, mode_label($mode), engine_label($engine)

What there is, and what tables call it.

=item cells_of(\%setup, \@modes, \@engines)

One hash for each row: C<mode>, C<label>, C<engine> (C<mehari>, C<mod_perl>, or
C<none> where no Perl of httpd takes part), C<server> (the engine of the httpd
that answers), C<rounds> (empty).

=back

=cut
