package Mehari::Serve::Source;

# The lines of a source file around one of them. The name of the file comes from
# an error message, which anybody can write. So only files below the given
# directories are shown.

use Mehari::Perl;

use Cwd            qw(abs_path);
use File::Basename qw(dirname);

my $BEFORE  = 7;
my $AFTER   = 5;
my $MAX_ROW = 400;

# script: the file that was run; a relative name is looked for beside it.
sub around ($class, $file, $line, $script, @roots) {
    my $real = find($file, $script) // return undef;
    return undef unless grep { is_below($real, $_) } @roots;
    my @lines = lines($real, $line - $BEFORE, $line + $AFTER);
    return undef unless grep { $_->[0] == $line } @lines;
    return {
        file   => $real,
        line   => $line,
        marked => { $line => 1 },
        lines  => \@lines,
    };
}

sub find ($file, $script) {
    $file = dirname($script) . "/$file" if $file !~ m{\A/};
    my $real = abs_path($file);
    return defined $real && -f $real ? $real : undef;
}

# Resolves symbolic links in both paths, so that a link out of the directory is
# not shown.
sub is_below ($file, $root) {
    my $real = abs_path($root);
    return 0 if !defined $real || $real eq '/';
    return index($file, "$real/") == 0;
}

sub lines ($file, $from, $to) {
    open my $handle, '<:raw', $file or return ();
    my @lines;
    while (defined(my $text = readline $handle)) {
        last if $. > $to;
        next if $. < $from;
        $text =~ s/\r?\n\z//;
        1 while $text =~ s/\A([^\t]*)\t/$1 . ' ' x (8 - length($1) % 8)/e;
        push @lines, [ $., substr $text, 0, $MAX_ROW ];
    }
    return @lines;
}

1;

__END__

=head1 NAME

Mehari::Serve::Source - the source around a line

=head1 SYNOPSIS

    my $source = Mehari::Serve::Source->around($file, 12, $script, @INC);
    printf "%5d %s\n", @$_ for @{ $source->{lines} };

=cut
