package Mehari::Migrate::Block;

# The block of lines that a migration to perl-cgi writes. mehari runs the
# scripts that mod_cgi would run. If neither is loaded, requests for these
# scripts are refused, because httpd would send their source. The block refuses
# by the handler and type of each file, and by the places that the configuration
# names.

use Mehari::Perl;
use File::Basename qw(dirname);

use Mehari::Migrate::Text qw(file_pattern quoted $MAGIC $REFUSED);

my $BEGIN = '# mehari migrate: begin';
my $END   = '# mehari migrate: end';

# Containers that say where directives hold; others say when, or how.
my %BOX = map { lc $_ => $_ } qw(
    Directory DirectoryMatch Files FilesMatch Location LocationMatch If
);

sub new ($class, $walk) {
    return bless { walk => $walk, places => [], seen => {} }, $class;
}

# The files that a directive makes programs: all files in its containers and in
# one more box (a container's name and argument, or nothing), or only files with
# one of the extensions.
sub place ($self, $found, $box, @extensions) {
    my @boxes
        = map { [ $BOX{ $_->{name} }, $self->{walk}->expand($_->{tail}) ] }
        grep { $BOX{ $_->{name} } } @{ $found->{stack} };
    push @boxes, $box if @$box;
    my $word = ($found->{line}{word} // {})->{text} // $found->{name};
    return $self->add("$word in $found->{file}", \@boxes, @extensions);
}

sub access_file ($self, $file, @extensions) {
    return $self->add($file, [ [ 'Directory', quoted(dirname($file)) ] ],
        @extensions);
}

# <If> is merged last of all, so it overrides other sections.
sub add ($self, $from, $boxes, @extensions) {
    my @boxes = @$boxes;
    if (@extensions) {
        my $any = join '|', map { file_pattern($_) } @extensions;
        push @boxes,
            [ 'If', qq("%{REQUEST_FILENAME} =~ m#[.](?:$any)(?:[.]|\$)#i") ];
    }
    elsif (!@boxes || $boxes[-1][0] ne 'If') {
        push @boxes, [ 'If', '"true"' ];
    }
    my @lines = 'Require all denied';
    for my $box (reverse @boxes) {
        my ($name, $argument) = @$box;
        @lines = ("<$name $argument>", (map { "    $_" } @lines), "</$name>");
    }
    my $text = join "\n", @lines;
    push @{ $self->{places} }, "# $from", @lines if !$self->{seen}{$text}++;
    return;
}

# True if httpd has mod_actions, which refuses by handler and type.
sub has_actions ($self) { return defined $self->actions }

# The file of mod_actions, beside mod_cgi's. Empty: httpd contains it already.
# undef: it is missing.
sub actions ($self) {
    my $walk = $self->{walk};
    return '' if $walk->has_module('actions_module');
    my ($cgi) = map { $walk->path($_->{args}[1]) }
        grep { $_->{active} && $_->{name} eq 'loadmodule' }
        grep { ($_->{args}[0] // '') =~ /^cgid?_module\z/ } $walk->directives;
    my $file = dirname($cgi // return undef) . '/mod_actions.so';
    return -e $file ? $file : undef;
}

sub by_handler ($self) {
    my $file = $self->actions // return;
    return (
        (
            '<IfModule !actions_module>',
            "    LoadModule actions_module @{[ quoted($file) ]}",
            '</IfModule>'
        ) x ($file ne ''),
        '# By a RewriteRule or a .htaccess file, too.',
        "Action cgi-script $REFUSED virtual",
        "Action $MAGIC $REFUSED virtual",
        qq(<Location "$REFUSED">),
        '    <If "true">',
        '        Require all denied',
        '    </If>',
        '</Location>'
    );
}

sub text ($self, $layout) {
    my $given  = $layout->given;
    my $places = join "\n", map { "    $_" } $self->by_handler,
        @{ $self->{places} };
    my $back
        = $layout->debian ? 'a2disconf mehari-cgi'
        : $layout->own_folder('conf.d', $self->{walk}) ? 'delete this file'
        :   'delete from begin to end, and the line LoadModule perl_module';
    return <<~"CONF";
        $BEGIN
        # mehari runs what mod_cgi would run. Without mehari, mod_cgi runs it.
        # To take it back: mehari migrate --revert $given
        # or, without mehari: $back
        <IfDirective PerlCgiScripts>
            PerlCgiScripts On
        </IfDirective>
        # Without either, httpd would send the programs' source, so refuse them.
        <IfDirective !PerlCgiScripts>
        <IfModule !mod_cgi.c>
        <IfModule !mod_cgid.c>
        $places
        </IfModule>
        </IfModule>
        </IfDirective>
        $END
        CONF
}

# The block's place in that file, now or later: at the end of the configuration.
sub lines_in ($self, $file) {
    my @lines   = split /(?<=\n)/, $self->{walk}->text_of($file);
    my ($first) = grep { $lines[$_] =~ /^\Q$BEGIN\E$/ } 0 .. $#lines;
    my ($last)  = grep { $lines[$_] =~ /^\Q$END\E$/ } 0 .. $#lines;
    return ($first, $last) if defined $first && defined $last;
    my ($end) = grep { $lines[$_] =~ /^__END__\s*$/ } 0 .. $#lines;
    $end //= @lines;
    return ($end, $end - 1);
}

1;

__END__

=head1 NAME

Mehari::Migrate::Block - what a migration to perl-cgi writes

=head1 METHODS

=over

=item new($walk)

=item place($found, $box, @extensions), access_file($file, @extensions)

=item has_actions, text($layout), lines_in($file)

=back

=cut
