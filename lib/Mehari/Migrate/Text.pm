package Mehari::Migrate::Text;

# The lines of configuration that a migration writes.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(
    perl_lines kept_lines nph_lines box quoted add_newlines exceptions
    file_pattern $KEPT $MAGIC $NAMED_BY_RULE $REFUSED
);

# The type of mod_cgi's programs; and the flags of a RewriteRule that name
# mod_cgi's handler or this type.
our $MAGIC = 'application/x-httpd-cgi';
our $NAMED_BY_RULE
    = qr/\b(?:(?:H|handler)=cgi-script|(?:T|type)=\Q$MAGIC\E)(?![\w-])/i;

# The address that answers 403, of our own files (packaging/mehari-refuse.conf).
our $REFUSED = '/mehari-refuse';

# A comment above each handler that stays. A second run knows it by this
# comment.
our $KEPT = '# kept by mehari migrate: not Perl';

sub perl_lines ($class) {
    return (
        'SetHandler perl-script',
        "PerlResponseHandler $class",
        'PerlOptions +ParseHeaders',
    );
}

# FilesMatch cannot stand in Location and in Files; If can, and it is merged
# after both.
sub box ($where, $pattern, @inner) {
    my ($head, $end)
        = $where eq 'if'
        ? (qq(<If "%{REQUEST_FILENAME} =~ m#/(?:$pattern)\$#">), '</If>')
        : (qq(<FilesMatch "^(?:$pattern)\$">), '</FilesMatch>');
    return ($head, (map { "\t$_" } @inner), $end);
}

sub kept_lines ($where, $pattern) {
    return box($where, $pattern, $KEPT, 'SetHandler cgi-script');
}

sub nph_lines ($where) {
    return box($where, 'nph-[^/]*', 'PerlOptions -ParseHeaders');
}

# The pattern for the programs that are not Perl (@$other). An extension stands
# for all its files, unless a Perl program (@$perl) has it, too.
sub exceptions ($other, $perl) {
    my %perl = map { extension($_) => 1 } @$perl;
    my (%extension, %name);
    for my $file (@$other) {
        my $extension = extension($file);
        if ($extension ne '' && !$perl{$extension}) {
            $extension{$extension}++;
        }
        else { $name{ $file =~ s{.*/}{}r }++ }
    }
    my @patterns = map { file_pattern($_) } sort keys %name;
    unshift @patterns, '[^/]*[.]' . one_of(sort keys %extension)
        if %extension;
    return join '|', @patterns;
}

sub one_of (@names) {
    my @patterns = map { file_pattern($_) } @names;
    return @patterns == 1 ? $patterns[0] : '(?:' . join('|', @patterns) . ')';
}

sub extension ($file) { return $file =~ m{[^/.][^/]*\.([^/.]+)\z} ? $1 : '' }

# A name as a pattern without a backslash, a quote or a #, because httpd's
# strings have their own meaning of these. An odd byte becomes "any byte".
sub file_pattern ($name) {
    return $name =~ s/([^A-Za-z0-9_\-])/$1 eq '.' ? '[.]' : '.'/ger;
}

sub quoted ($text) { return '"' . $text =~ s/([\\"])/\\$1/gr . '"' }

# The file's own indentation and line ends.
sub add_newlines ($like, @lines) {
    my ($lead) = $like->{raw} =~ /^([ \t]*)/;
    my $unit   = $lead        =~ /\t/     ? "\t"   : '    ';
    my $end    = $like->{raw} =~ /\r\n\z/ ? "\r\n" : "\n";
    return join '',
        map { $lead . s/^(\t+)/$unit x length $1/er . $end } @lines;
}

1;

__END__

=head1 NAME

Mehari::Migrate::Text - the lines of configuration that a migration writes

=cut
