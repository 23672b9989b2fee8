package Mehari::Check::Config;

# httpd's configuration for the servers of a check: each script in a mode of its
# own.

use Mehari::Perl;
use List::Util qw(uniq);

use Mehari::Check::Mode;
use Mehari::Explain::Reason;
use Mehari::Httpd::Config;

my $EXTENSION = qr/\.(?:pl|cgi)\z/;

# $dir: the scripts' folder; $mode_of: script => row of Mehari::Check::Mode. The
# directory gets the configuration of most scripts. Sections for other scripts
# follow, by name or for the folder below that has them.
sub blocks ($dir, $mode_of) {
    my %lines_of = lines_of($mode_of);
    my %count;
    $count{$_}++ for values %lines_of;
    my ($most)
        = sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
    my %in = ('' => {});
    $in{ directory_of($_) }{$_} = $lines_of{$_} for keys %lines_of;
    my @sections
        = section('', [ grep { $lines_of{$_} eq $most } sort keys %lines_of ],
        $most, 1);
    for my $below (sort keys %in) {
        push @sections, sections($below, $in{$below}, \@sections);
    }
    return join '', map { block($dir, $_, \@sections) } sort keys %in;
}

sub lines_of ($mode_of) {
    return map { $_ => directives($_, $mode_of->{$_}) } keys %$mode_of;
}

sub directory_of ($script) {
    return $script =~ m{\A(.*)/} ? $1 : '';
}

sub is_nph ($script) { return $script =~ m{(?:\A|/)nph-[^/]*\z} }

# The sections that a directory needs besides those of the directories above it.
sub sections ($below, $lines_of, $known) {
    my %group;
    for my $script (sort keys %$lines_of) {
        my $lines = $lines_of->{$script};
        push @{ $group{$lines} }, $script
            if effective($script, $known) ne $lines;
    }
    my $whole = keys %group == 1 && @{ (%group)[1] } == keys %$lines_of;
    return map { section($below, $group{$_}, $_, $whole) }
        sort { $group{$a}[0] cmp $group{$b}[0] } keys %group;
}

# The lines that httpd would use: those of the last section that matches.
sub effective ($script, $sections) {
    my $name  = $script =~ s{.*/}{}r;
    my $lines = '';
    for my $section (@$sections) {
        my $below = $section->{below};
        next if length $below && index($script, "$below/") != 0;
        $lines = $section->{lines} if $name =~ $section->{pattern};
    }
    return $lines;
}

sub section ($below, $scripts, $lines, $by_extension) {
    my @names = map { s{.*/}{}r } @$scripts;
    for my $name (@names) {
        Mehari::Explain::Reason::refuse('MH5016', name => $name)
            if $name =~ /["\x00-\x1f\x7f]|\$\{/;
    }
    my ($kind, $which)
        = $by_extension ? ('FilesMatch', pattern(@names)) : names(@names);
    return {
        below   => $below,
        lines   => $lines,
        text    => "    <$kind \"$which\">\n$lines    </$kind>\n",
        pattern => $kind eq 'Files' ? qr/\A\Q$which\E\z/ : qr/$which/,
    };
}

sub block ($dir, $below, $sections) {
    my @text = map { $_->{text} } grep { $_->{below} eq $below } @$sections
        or return '';
    my $quoted
        = Mehari::Httpd::Config::quoted(length $below ? "$dir/$below" : $dir);
    return join '', "<Directory $quoted>\n", "    Options +ExecCGI\n", @text,
        "</Directory>\n";
}

sub directives ($script, $mode) {
    my @lines = @{ $mode->{directives} };
    if (is_nph($script)) { s/\+(?=ParseHeaders)/-/ for @lines }
    return join '', map { "        $_\n" } @lines;
}

# Names that end as scripts do, and the other ones.
sub pattern (@names) {
    my %extension = map       { /($EXTENSION)/ ? ($1 => 1) : () } @names;
    my @others    = uniq grep { !/$EXTENSION/ } @names;
    return alternatives(@others) if !%extension;
    my $ends = join '|', map { s/\A\.//r } sort keys %extension;
    $ends = "(?:$ends)" if keys %extension > 1;
    return "\\.$ends\$" if !@others;
    return "\\.$ends\$|" . alternatives(@others);
}

# A single name needs no pattern.
sub names (@names) {
    return ('Files',      @names) if @names == 1 && $names[0] !~ /[^\w.-]/;
    return ('FilesMatch', alternatives(@names));
}

# Writes the common end of names once.
sub alternatives (@names) {
    my %extension = map { /($EXTENSION)/ ? ($1 => 1) : ('' => 1) } @names;
    my $end       = keys %extension == 1 ? (keys %extension)[0] : '';
    my $text      = join '|', map { literal(s/\Q$end\E\z//r) } sort @names;
    $text = "(?:$text)" if @names > 1;
    return "^$text" . literal($end) . '$';
}

# quotemeta would escape too much for a reader.
sub literal ($name) {
    return $name =~ s/([\\.^\$|()\[\]{}*+?])/\\$1/gr;
}

1;

__END__

=head1 NAME

Mehari::Check::Config - lines that give each script its mode

=head1 FUNCTIONS

=over

=item blocks($dir, \%mode_of)

C<E<lt>DirectoryE<gt>> sections for the scripts (paths below C<$dir>), each with
a row of L<Mehari::Check::Mode>.

=back

=cut
