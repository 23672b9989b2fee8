package Mehari::Check::Config;

# httpd's configuration for scripts, each in a tier of its own: what the servers
# of the check have, and what is recommended in the end, are the same lines.

use v5.36;

use Mehari::Check::Tier;
use Mehari::Serve::Context;

my $EXTENSION = qr/\.(?:pl|cgi)\z/;

# $dir: where they are; $tier_of: script => row of Mehari::Check::Tier.
sub blocks ($dir, $tier_of) {
    my %in;
    for my $script (sort keys %$tier_of) {
        my ($below) = $script =~ m{\A(.*)/};
        $in{ $below // '' }{$script} = $tier_of->{$script};
    }
    my $reset
        = grep { "@{ $_->{directives} }" =~ /PerlTier/ } values %$tier_of;
    my %names = map { $_->{name} => 1 } values %$tier_of;
    %in = ('' => $tier_of) if keys %names == 1 && plain(keys %$tier_of);
    return join '',
        map { block(length $_ ? "$dir/$_" : $dir, $in{$_}, $reset) }
        sort keys %in;
}

# Scripts that need no lines for their names.
sub plain (@scripts) {
    return !grep { !/$EXTENSION/ || is_nph($_) } @scripts;
}

sub is_nph ($script) { return $script =~ m{(?:\A|/)nph-[^/]*\z} }

# One directory: what most of its scripts need, then the others by name.
sub block ($dir, $tier_of, $reset) {
    my %group;
    for my $script (sort keys %$tier_of) {
        my $lines = directives($script, $tier_of->{$script}, $reset);
        push @{ $group{$lines} }, $script =~ s{.*/}{}r;
    }
    my @lines = sort { @{ $group{$b} } <=> @{ $group{$a} } || $a cmp $b }
        keys %group;
    my $most = shift @lines;
    my $text = section('FilesMatch', pattern(@{ $group{$most} }), $most);
    $text .= section(names(@{ $group{$_} }), $_) for @lines;
    my $quoted = Mehari::Serve::Context::quoted($dir);
    return "<Directory $quoted>\n    Options +ExecCGI\n$text</Directory>\n";
}

# A section inside a directory has what the sections before it have said, so a
# tier must take back what another one has.
sub directives ($script, $tier, $reset) {
    my @lines = @{ $tier->{directives} };
    push @lines, $tier->{reset} if $reset && $tier->{reset};
    if (is_nph($script)) { s/\+(?=ParseHeaders)/-/ for @lines }
    return join '', map { "        $_\n" } @lines;
}

sub section ($kind, $which, $lines) {
    return "    <$kind $which>\n$lines    </$kind>\n";
}

# Names that end as scripts do, and the other ones.
sub pattern (@names) {
    my %extension = map  { /($EXTENSION)/ ? ($1 => 1) : () } @names;
    my @others    = grep { !/$EXTENSION/ } @names;
    return quoted(alternatives(@others)) if !%extension;
    my $ends = join '|', map { s/\A\.//r } sort keys %extension;
    $ends = "(?:$ends)" if keys %extension > 1;
    return quoted("\\.$ends\$") if !@others;
    return quoted("\\.$ends\$|" . alternatives(@others));
}

# A single name is best said as it is.
sub names (@names) {
    return ('Files', quoted(@names)) if @names == 1 && $names[0] !~ /[^\w.-]/;
    return ('FilesMatch', quoted(alternatives(@names)));
}

sub alternatives (@names) {
    my $text = join '|', map { literal($_) } sort @names;
    return @names == 1 ? "^$text\$" : "^(?:$text)\$";
}

# quotemeta would escape more than is good to read.
sub literal ($name) { return $name =~ s/([\\.^\$|()\[\]{}*+?])/\\$1/gr }

# Behind a pattern, httpd leaves backslashes alone but for those before quotes.
sub quoted ($pattern) {
    die qq(httpd's configuration cannot hold the name in "$pattern"\n)
        if $pattern =~ /["\x00-\x1f\x7f]|\$\{/;
    return qq("$pattern");
}

1;

__END__

=head1 NAME

Mehari::Check::Config - lines that give each script its tier

=head1 FUNCTIONS

=over

=item blocks($dir, \%tier_of)

C<E<lt>DirectoryE<gt>> sections for the scripts (paths below C<$dir>), each with
a row of L<Mehari::Check::Tier>.

=back

=cut
