package Mehari::Test::Ahead;

# Scripts that are run with modules that were loaded ahead, and without.

use Mehari::Perl;
use Exporter qw(import);
use Test::More;
use Mehari::Test;
use Mehari::Test::Probe;

our @EXPORT = qw(ahead_alike show_symbols);

# Code for a script: show() prints all names with their contents, and %INC. It
# leaves out the notes that perl's own modules keep about their users, and the
# list of loaded shared objects.
sub show_symbols () {
    return <<'END';
sub dump_all {
    my ($package, $seen) = @_;
    my @lines;
    for my $name (sort keys %$package) {
        next if $name =~ /^_<|^main::$|^[^A-Za-z]/;
        my $glob = \$package->{$name};
        if ($name =~ /::\z/) {
            next if $seen->{$name}++ > 20 || ref $glob ne 'GLOB';
            push @lines, map { "$name$_" } '',
                dump_all(*{$glob}{HASH}, $seen) if *{$glob}{HASH};
            next;
        }
        my $what = ref $glob;
        # The short form of a constant, until code asks for its glob.
        $what = 'c    ' if $what eq 'REF';
        if ($what eq 'GLOB') {
            my $array = *{$glob}{ARRAY};
            my $hash = *{$glob}{HASH};
            my $scalar = *{$glob}{SCALAR};
            $what = join ' ', defined *{$glob}{CODE} ? 'c' : '',
                $array && @$array ? 'a' . @$array : '',
                $hash && !tied %$hash && %$hash ? 'h' . keys %$hash : '',
                defined $$scalar ? 's' : '', *{$glob}{IO} ? 'i' : '';
        }
        push @lines, "$name=$what";
    }
    return @lines;
}
sub show {
    print "$_\n" for grep {
        !/=\s+\z/ && !/^(?:Exporter::(?:(?:Fail)?Cache|heavy_)|constant::declared
            |Carp::(?:Carp)?Internal
            |warnings::(?:Offsets|Bits|DeadBits|LAST_BIT|BYTES)
            |DynaLoader::|ENV|SIG|(?:name|lines)=)/x
    } dump_all(\%main::, {});
    print join("\n", map { "$_=$INC{$_}" } sort keys %INC), "\n\n";
}
END
}

# Addresses, and the temporary names of evals, are not the same twice.
sub normal ($seen) {
    return "$seen->{out}$seen->{err}" =~ s/\(0x\w+\)/(0x)/gr;
}

# Tests that the code prints the same whether or not its modules are loaded ahead
# or its { files } are compiled ahead. With { any_order } the order of the lines
# does not count. Returns a reference to one list: the modules that perl has loaded
# itself nevertheless, and those that were refused.
sub ahead_alike ($code, $name, %option) {
    my $script   = probe_directory() . '/alike.pl';
    my @site     = map { ($_ => $option{$_}) } qw(site switches);
    my $plain    = probe($code, script => $script, @site);
    my $expected = normal($plain);
    my @pairs    = @{ $option{pairs} // $plain->{pairs} // [] };
    my @reloaded;
    for my $when ($option{files} ? 'files' : 'named') {
        my $seen = probe($code, script => $script, @site, $when => \@pairs);
        my $got  = normal($seen);
        push @reloaded,
            [ $seen->{reloaded}->@*, map { s/:.*//r } $seen->{refused}->@* ];
        my %count;
        $count{$_}++ for split /\n/, $expected;
        $count{$_}-- for split /\n/, $got;
        my @differ = grep { $count{$_} } sort keys %count;
        my $same   = $got eq $expected || ($option{any_order} && !@differ);
        ok $same && !$seen->{signal}, "$name, $when"
            or diag join "\n", "signal $seen->{signal}",
            map { $count{$_} > 0 ? "missing: $_" : "more: $_" } @differ;
    }
    return @reloaded;
}

1;
