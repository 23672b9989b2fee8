package Apache2::Directive;

# The nodes are C (src/module/api/httpd/directive.c); what is made of them is
# here.

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

# A container's name and argument as they stand in the file, without < and >.
sub _container {
    my ($node) = @_;
    my $name = $node->directive;
    return if $name !~ s/\A<//;
    my $args = $node->args;
    $args =~ s/\s*>\s*\z//;
    return ($name, $args);
}

# A directive and those behind it, each with what is inside.
sub _walk {
    my ($node, $visit) = @_;
    for (; $node; $node = $node->next) {
        $visit->($node);
    }
    return;
}

sub _add {
    my ($hash, $key, $value) = @_;
    if (!exists $hash->{$key}) {
        $hash->{$key} = $value;
    }
    elsif (ref $hash->{$key} eq 'ARRAY') {
        push @{ $hash->{$key} }, $value;
    }
    else {
        $hash->{$key} = [ $hash->{$key}, $value ];
    }
    return;
}

sub _inside {
    my ($node) = @_;
    my $child = $node->first_child;
    return $child ? $child->as_hash : {};
}

sub as_hash {
    my ($self) = @_;
    my %tree;
    _walk(
        $self,
        sub {
            my ($node) = @_;
            if (my ($name, $args) = _container($node)) {
                _add($tree{$name} //= {}, _plain($args), _inside($node));
            }
            else {
                _add(\%tree, $node->directive, $node->args);
            }
        }
    );
    return \%tree;
}

# A container's argument, without the quotes around it.
sub _plain {
    my ($args) = @_;
    return $args =~ /\A"([^"]*)"\z/ ? $1 : $args;
}

sub as_string {
    my ($self, $depth) = @_;
    my $indent = '  ' x ($depth // 0);
    my $text   = '';
    _walk(
        $self,
        sub {
            my ($node) = @_;
            if (my ($name, $args) = _container($node)) {
                my $child = $node->first_child;
                $text .= "$indent<$name" . (length $args ? " $args" : '');
                $text .= ">\n";
                $text .= $child->as_string(($depth // 0) + 1) if $child;
                $text .= "$indent</$name>\n";
            }
            else {
                my $args = $node->args;
                $text .= $indent . $node->directive;
                $text .= length $args ? " $args\n" : "\n";
            }
        }
    );
    return $text;
}

sub _same_args {
    my ($wanted, $args) = @_;
    return 1 if !defined $wanted;
    return $wanted eq $args || _plain($wanted) eq _plain($args);
}

sub lookup {
    my ($self, $directive, $wanted) = @_;
    my @found;
    _walk(
        $self,
        sub {
            my ($node) = @_;
            my ($name, $args) = _container($node);
            my $inside = defined $name;
            $name = $node->directive if !$inside;
            $args = $node->args      if !$inside;
            return
                if lc $name ne lc $directive || !_same_args($wanted, $args);
            push @found, $inside ? _inside($node) : $args;
        }
    );
    return wantarray ? @found : $found[0];
}

1;
__END__

=head1 NAME

Apache2::Directive - read httpd's configuration as a tree

=head1 SYNOPSIS

    use Apache2::Directive ();

    my $tree = Apache2::Directive::conftree();
    print $tree->as_string;

    my $root    = $tree->lookup('DocumentRoot');
    my $status  = $tree->lookup('Location', '/server-status');
    my $handler = $status->{SetHandler};

=head1 DESCRIPTION

A node is one directive. C<next> gives the directive after it, C<first_child>
the first directive inside a section, and C<parent> the section around it. You
can use the nodes until the server restarts, and those of a F<.htaccess> file
until the request ends.

=head1 FUNCTIONS

=head2 conftree

    $node = Apache2::Directive::conftree();

The function gives the first directive of the configuration.

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

The methods give the name and the arguments of the directive, as httpd keeps
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

The methods give the file and the line of the directive.

B<Returns:> C<filename> a string, C<line_num> an integer.

B<Errors:> none of their own.

B<Example:>

    warn sprintf "%s line %d: %s is old\n", $node->filename,
        $node->line_num, $node->directive;

=head2 next, first_child, parent

    $other = $node->next;
    $other = $node->first_child;
    $other = $node->parent;

The methods give the directive after, inside, or around this one.

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

The method gives this directive and those after it as a hash.
C<< $hash->{DocumentRoot} >> is a string. If there are several such
directives, it is a reference to an array of strings. For a section,
C<< $hash->{Location}{'/status'} >> is a hash of the same form, or a reference
to an array of hashes.

B<Returns:> a reference to a hash.

B<Errors:> none of its own.

B<Example:> the ports of this server.

    my $config = Apache2::Directive::conftree()->as_hash;
    my @listen = ref $config->{Listen}
        ? @{ $config->{Listen} }
        : $config->{Listen};

=head2 as_string

    $text = $node->as_string;

The method gives this directive and those after it as text, in the format of a
configuration file.

B<Returns:> a string of several lines.

B<Errors:> none of its own.

B<Example:> a page that shows the configuration.

    $r->content_type('text/plain');
    $r->print(Apache2::Directive::conftree()->as_string);

=head2 lookup

    $value  = $node->lookup($name);
    $value  = $node->lookup($name, $args);
    @values = $node->lookup($name);

The method finds directives by their name, and optionally their arguments. It
looks at this node and those after it, but not into sections.

B<Returns:> for a directive its arguments, a string; for a section its
content, a reference to a hash. In scalar context it returns the first one or
undef, in list context all.

B<Errors:> none of its own.

B<Example:>

    my $tree   = Apache2::Directive::conftree();
    my @ports  = $tree->lookup('Listen');
    my $status = $tree->lookup('Location', '/status');

=head1 SEE ALSO

L<Apache2::Module>, L<Apache2::PerlSections>

=cut
