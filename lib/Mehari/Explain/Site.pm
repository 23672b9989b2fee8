package Mehari::Explain::Site;

# The scripts among the files and directories that the user names.

use Mehari::Perl;
use File::Find qw(find);

use Mehari::Explain::Shebang;

# The scripts, sorted by name below each directory.
sub scripts (@paths) {
    my @scripts;
    for my $path (@paths) {
        die "there is no file or directory $path.\n" if !-e $path;
        if (-d $path) {
            push @scripts, below($path);
            next;
        }
        die
            "$path is not a Perl script: it has no #! line, and does not end in"
            . " .pl or .cgi.\n"
            if !may_be_script($path);
        push @scripts, $path;
    }
    return @scripts;
}

sub below ($dir) {
    my @found;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                if (-d && m{/\.[^/]+\z}) {
                    $File::Find::prune = 1;
                    return;
                }
                push @found, $_
                    if -f && is_script($_) && !is_library($_);
            },
        },
        $dir
    );
    return sort @found;
}

# True for a file that other scripts load by require: nothing can start it, and
# it ends with a true value.
sub is_library ($file) {
    return 0 if -x $file;
    open my $in, '<:raw', $file or return 0;
    read $in, my $text, 1 << 18;
    return 0 if !defined $text || $text =~ /\A#!/;
    $text                               =~ s/^__(?:END|DATA)__\b.*//ms;
    $text                               =~ s/(?:\s+|^[ \t]*#[^\n]*)+\z//m;
    return $text =~ /(?:\A|[\s;}])(?:return\s+)?1\s*;(?:[ \t]*#[^\n]*)?\z/
        ? 1
        : 0;
}

# True for a file that the user names, if it may be a script: any program, or a
# file whose name says Perl.
sub may_be_script ($file) {
    return 1 if $file =~ /\.(?:pl|cgi|pm|psgi|t)\z/i;
    return (Mehari::Explain::Shebang::first_line($file) // '') =~ /\A#!/;
}

# True if the name or the first line says Perl.
sub is_script ($file) {
    return 1 if $file =~ /\.(?:pl|cgi)\z/;
    return 0 if $file =~ /\.\w+\z/ && !-x $file;
    return (Mehari::Explain::Shebang::first_line($file) // '')
        =~ /\A#!.*perl/ ? 1 : 0;
}

1;

__END__

=head1 NAME

Mehari::Explain::Site - the scripts of a site

=cut
