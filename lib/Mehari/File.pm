package Mehari::File;

# A file as one string.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(bytes_of bytes_if_readable text_of);

sub content ($file, $layer) {
    open my $in, "<:$layer", $file or return undef;
    local $/ = undef;
    return scalar readline $in;
}

# undef: $! says why the file cannot be read.
sub bytes_if_readable ($file) { return content($file, 'raw') }

sub bytes_of ($file) {
    return content($file, 'raw') // die "Cannot read $file: $!.\n";
}

# The characters of a file in UTF-8.
sub text_of ($file) {
    return content($file, 'encoding(UTF-8)')
        // die "Cannot read $file: $!.\n";
}

1;

__END__

=encoding UTF-8

=head1 NAME

Mehari::File - a file as one string

=head1 SYNOPSIS

    use Mehari::File qw(bytes_of bytes_if_readable text_of);

    my $text = text_of('docs/index.md');
    my $load = bytes_if_readable('/proc/loadavg') // 'unknown';

=cut
