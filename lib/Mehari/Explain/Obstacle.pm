package Mehari::Explain::Obstacle;

# Reasons why the system would not start a file as a program.

use Mehari::Perl;

# The code of a message and its subject, or nothing if the system would start
# the file.
sub of_file ($file) {
    -f $file && -r _ or return;
    return ('MH4321', '') if !-x _;
    return of_head($file);
}

# A fault of the file's first bytes, even if the file is not executable.
sub of_head ($file) {
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

1;

__END__

=head1 NAME

Mehari::Explain::Obstacle - why a script does not start

=head1 SYNOPSIS

    my ($code, $subject) = Mehari::Explain::Obstacle::of_file($file);

=cut
