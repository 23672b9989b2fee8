package Mehari::Explain::Obstacle;

# Reasons why the system would not start a file as a program, and the modules
# that perl does not find.

use v5.36;

# A code and its subject, or nothing: it would.
sub of_file ($file) {
    -f $file && -r _ or return;
    return ('MH4321', '') if !-x _;
    open my $in, '<:raw', $file or return;
    read $in, my $head, 256;
    $head //= '';
    return                if $head =~ /\A\x7fELF/;
    return ('MH4324', '') if $head =~ /\A\xEF\xBB\xBF/;
    my ($program, $end) = $head =~ /\A#![ \t]*([^\s\0]+)[^\r\n]*(\r?)/
        or return ('MH4322', '');
    return ('MH4323', $program)
        if $end && $head =~ /\A#![ \t]*\Q$program\E\r/;
    return ('MH4325', $program) if !-e $program;
    return ('MH4326', $program) if !-f _ || !-x _;
    return;
}

# The name of a module that an error of perl is about; undef: it is not.
sub missing_module ($error) {
    my ($file) = $error =~ /Can't locate (\S+\.pm) in \@INC/ or return undef;
    return $file =~ s/\.pm\z//r =~ s{/}{::}gr;
}

# Words for a person. A module in the script's own folder needs no package.
sub remedy_of ($module, $folder) {
    my $file = $module =~ s{::}{/}gr . '.pm';
    return package_of($module) if !-f "$folder/$file";
    return "$file is in the script's folder, where perl looks if the script"
        . q{ says `use lib '.'`};
}

# Debian's package of a module has a name that follows from it. apt knows
# whether there is one; else it is a guess.
sub package_of ($module) {
    my $name = 'lib' . lc($module =~ s/::/-/gr =~ tr/_/-/r) . '-perl';
    return "on Debian probably in the package $name"
        if !-x '/usr/bin/apt-cache';
    my $pid = open(my $said, '-|') // return "the package is probably $name";
    if (!$pid) {
        open STDERR, '>', '/dev/null';
        { no warnings 'exec'; exec '/usr/bin/apt-cache', 'show', $name }
        kill KILL => $$;
    }
    my @lines = <$said>;
    local $?;
    close $said;
    return "apt install $name" if grep { $_ eq "Package: $name\n" } @lines;
    return "Debian has no package $name here; cpan $module installs it";
}

1;

__END__

=head1 NAME

Mehari::Explain::Obstacle - why a script does not start

=head1 FUNCTIONS

=over

=item of_file($file)

=item missing_module($error), remedy_of($module, $folder), package_of($module)

=back

=cut
