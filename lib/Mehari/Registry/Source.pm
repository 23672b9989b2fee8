package Mehari::Registry::Source;

# Turns the text of a script into a sub: finds the sub's name and the script's
# end, and closes text that would break out of the braces.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(escape end_marker closing data_handle);

# Perl refuses identifiers of more than 251 bytes; names of subs need some of
# these bytes.
use constant MAX_NAME => 180;

# The script's package and $^H where its code ended; set by that code.
our $Scope;

# $^H while "use utf8" is in force (perl.h: HINT_UTF8).
use constant UTF8_HINT => 0x0080_0000;

# Any text, as an identifier.
sub escape ($name) {
    utf8::encode($name) if utf8::is_utf8($name);
    $name =~ s/([^A-Za-z0-9_])/sprintf '_%02x', ord $1/ge;
    $name =~ s/^(?=[0-9])/_/;
    return $name if length $name <= MAX_NAME;
    return sprintf 'x%08x_%s', unpack('%32C*', $name),
        substr $name, -MAX_NAME;
}

# The beginning of the end marker, and the line after it; a marker inside POD
# does not count. The empty list if there is none.
sub end_marker ($code) {
    return if index($$code, '__END__') < 0 && index($$code, '__DATA__') < 0;

    my $pod    = qr/^=[a-zA-Z].*?(?:^=cut\b[^\n]*\n?|\z)/ms;
    my $marker = qr/^[ \t]*__(?:END|DATA)__(?!\w)[^\n]*\n?/m;
    pos($$code) = 0;
    while ($$code =~ /$pod|($marker)/g) {
        return ($-[0], $+[0]) if defined $1;
    }
    return;
}

# The text that closes the sub. POD that runs to the end of the file would
# swallow it.
sub closing ($code, $has_data) {
    my $pod = rindex $$code, "\n=";
    $pod = rindex $$code, "\n=", $pod - 1
        while $pod > 0 && substr($$code, $pod + 2, 1) !~ /[a-zA-Z]/;
    my $in_pod = $pod >= 0 && substr($$code, $pod + 2, 3) ne 'cut';

    return join '', $in_pod ? "\n=pod\n\n=cut\n" : '',
        $has_data
        ? "\n;BEGIN { \$Mehari::Registry::Source::Scope ="
        . ' [__PACKAGE__, $^H] }}'
        : "\n}";
}

# The DATA handle that belongs to this code, and the layer it is opened with.
sub data_handle ($scope) {
    my ($package, $hints) = @$scope;
    no strict 'refs';
    return (\*{"${package}::DATA"}, $hints & UTF8_HINT ? ':utf8' : '');
}

1;
