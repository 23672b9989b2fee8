package Mehari::Serve::Obstacle;

# Reasons why the system would not start a CGI script.

use v5.36;

# A sentence for people and a few words for a table, or nothing: it would.
sub of_file ($file) {
    -f $file && -r _ or return;
    return ('It is not executable. Run chmod +x on it.',
        'not executable: chmod +x')
        if !-x _;
    my ($program, $end) = interpreter($file);
    return if !defined $program;
    return (
        'Its first line does not name an interpreter. Write #!/usr/bin/perl'
            . ' there.',
        'no #! line'
    ) if !length $program;
    return (
        'It has Windows line ends, so the carriage return is a part of the'
            . " interpreter's name, $program. Remove them:"
            . q( sed -i 's/\r$//' FILE),
        'Windows line ends'
    ) if $end;
    return ("The interpreter on its #! line does not exist: $program",
        "no $program")
        if !-e $program;
    return ("The interpreter on its #! line cannot be executed: $program",
        "$program is not executable")
        if !-x _;
    return;
}

# The interpreter's path, which is empty where there is no #! line, and whether
# a carriage return is the end of it. Nothing for a binary.
sub interpreter ($file) {
    open my $in, '<:raw', $file or return;
    read $in, my $head, 256;
    return if ($head // '') =~ /\A\x7fELF/;
    my ($program, $end) = ($head // '') =~ /\A#![ \t]*([^\s\0]+)(\r?)/
        or return ('', '');
    return ($program, $end);
}

1;

__END__

=head1 NAME

Mehari::Serve::Obstacle - why the system would not start a CGI script

=head1 SYNOPSIS

    my ($sentence, $words) = Mehari::Serve::Obstacle::of_file($file);

=cut
