package Apache2::Directive;

# The nodes are written in C (src/module/api/httpd/directive.c). This file makes
# Perl data of them.

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use Carp              qw(croak);
use mod_perl2         ();

# A directive's name and arguments, and the first directive inside it. httpd
# keeps the < and > of a section. As in mod_perl, an empty section counts as a
# plain directive here, so its < and > stay.
sub _parts {
    my ($node) = @_;
    my ($name, $args, $inside)
        = map { $node->$_ } qw(directive args first_child);
    if ($inside) {
        $name =~ s/\A<//;
        $args =~ s/>\z//;
    }
    return ($name, $args, $inside);
}

# A directive and those that follow it.
sub _list {
    my ($node) = @_;
    my @list;
    for (; $node; $node = $node->next) {
        push @list, $node;
    }
    return @list;
}

# A single value is a string; several values are an array.
sub _add {
    my ($hash, $name, $value) = @_;
    if (!exists $hash->{$name}) {
        $hash->{$name} = $value;
    }
    elsif (ref $hash->{$name}) {
        push @{ $hash->{$name} }, $value;
    }
    else {
        $hash->{$name} = [ $hash->{$name}, $value ];
    }
    return;
}

sub as_hash {
    croak 'Usage: Apache2::Directive::as_hash(tree)' if @_ != 1;
    my ($self) = @_;
    my %tree;
    for my $node (_list($self)) {
        my ($name, $args, $inside) = _parts($node);
        if ($inside) {
            $tree{$name}{$args} = $inside->as_hash;
        }
        else {
            _add(\%tree, $name, $args);
        }
    }
    return \%tree;
}

sub as_string {
    croak 'Usage: Apache2::Directive::as_string(self)' if @_ != 1;
    my ($self) = @_;
    return join '',
        map { $_->directive . ' ' . $_->args . "\n" }
        _list($self->first_child);
}

sub lookup {
    croak 'Usage: Apache2::Directive::lookup(self, key, [args])'
        if @_ < 2 || @_ > 3;
    my ($self, $directive, @wanted) = @_;
    my @found;
    for my $node (_list($self)) {
        my ($name, $args, $inside) = _parts($node);
        $name =~ s/\A<//;
        my $plain = $args =~ s/>\z//r;
        next if lc $name ne lc $directive;
        next if @wanted && lc $plain ne lc($wanted[0] // '');
        push @found, $inside ? $inside->as_hash : $args;
    }
    return wantarray ? @found : $found[0];
}

1;
__END__

=head1 NAME

Apache2::Directive - read httpd's configuration as a tree

=head1 SYNOPSIS

    use Apache2::Directive ();

    my $tree = Apache2::Directive::conftree();
    my $root    = $tree->lookup('DocumentRoot');
    my $status  = $tree->lookup('Location', '/server-status');
    my $handler = $status->{SetHandler};

=head1 DESCRIPTION

A node is one directive. C<next> returns the directive after it, C<first_child>
the first directive inside a section, and C<parent> the section around it. You
can use the nodes until the server restarts, and those of a F<.htaccess> file
until the request ends.

=head1 FUNCTIONS

=head2 conftree

    $node = Apache2::Directive::conftree();

The function returns the first directive of the configuration.

B<Returns:> an C<Apache2::Directive>, or undef before httpd has read the
configuration.

B<Errors:> none of its own.

B<Example:> the number of directives outside of sections.

    my $count = 0;
    for (my $n = Apache2::Directive::conftree(); $n; $n = $n->next) {
        $count++;
    }

=head1 METHODS

=head2 directive, args

    $name = $node->directive;
    $args = $node->args;

The methods return the name and the arguments of the directive, as httpd keeps
them. For a section, the name begins with C<< < >>, and the arguments end with
C<< > >>.

B<Returns:> a string, such as C<SetHandler> and C<modperl>, or C<< <Location
>> and C<< /status> >>.

B<Errors:> none of their own.

B<Example:>

    my $line = $node->directive . ' ' . $node->args;

=head2 filename, line_num

    $file = $node->filename;
    $line = $node->line_num;

The methods return the file and the line of the directive.

B<Returns:> C<filename> a string, C<line_num> an integer.

B<Errors:> none of their own.

B<Example:>

    warn sprintf "%s line %d: %s is old\n", $node->filename,
        $node->line_num, $node->directive;

=head2 next, first_child, parent

    $other = $node->next;
    $other = $node->first_child;
    $other = $node->parent;

The methods return the directive after, inside, or around this one.

B<Returns:> an C<Apache2::Directive>, or undef if there is none.

B<Errors:> none of their own.

B<Example:> the names of all directives, also those in sections.

    my @todo = Apache2::Directive::conftree();
    while (my $n = shift @todo) {
        say $n->directive;
        push @todo, grep { defined } $n->first_child, $n->next;
    }

=head2 as_hash

    $hash = $node->as_hash;

The method returns this directive and those after it as a hash.
C<< $hash->{DocumentRoot} >> is a string. If there are several such
directives, it is a reference to an array of strings. For a section,
C<< $hash->{Location}{'/status'} >> is a hash of the same form. The key has the
quotes that the argument has in the file. Of several sections with one
argument, the hash has the last. An empty section is a directive with the name
C<< <Location >> and the value C<< /status> >>.

B<Returns:> a reference to a hash.

B<Errors:> none of its own.

B<Example:> the ports of this server.

    my $config = Apache2::Directive::conftree()->as_hash;
    my @listen = ref $config->{Listen}
        ? @{ $config->{Listen} }
        : $config->{Listen};

=head2 as_string

    $text = $node->as_string;

The method returns the directives inside a section as text: a line for each,
with its name, a space and its arguments. Of a section inside, the text has
only the first line.

B<Returns:> a string of several lines. It is empty for a directive that is no
section.

B<Errors:> none of its own.

B<Example:> a page that shows the sections of the configuration.

    for (my $n = Apache2::Directive::conftree(); $n; $n = $n->next) {
        my $inside = $n->as_string or next;
        $r->print($n->directive, ' ', $n->args, "\n", $inside);
    }

=head2 lookup

    $value  = $node->lookup($name);
    $value  = $node->lookup($name, $args);
    @values = $node->lookup($name);

The method finds directives by their name, and optionally their arguments, with
their quotes. The case of letters does not matter. It looks at this node and
those after it, but not into sections.

B<Returns:> for a directive its arguments, a string; for a section its
content, a reference to a hash; for an empty section its arguments and
C<< > >>. In scalar context it returns the first one or undef, in list context
all.

B<Errors:> it throws if it is called without a name.

B<Example:>

    my $tree   = Apache2::Directive::conftree();
    my @ports  = $tree->lookup('Listen');
    my $status = $tree->lookup('Location', '/status');

=head1 SEE ALSO

L<Apache2::Module>, L<Apache2::PerlSections>

=cut
