package Apache2::Directive;

# The nodes are C (src/api/directive.c); what is made of them is here.

use strict;
use warnings;

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

# This directive and what follows it, each with what is inside.
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

# What a container is for, without the quotes around it.
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

Apache2::Directive - the tree that httpd makes of its configuration

=head1 SYNOPSIS

  use Apache2::Directive ();

  my $tree = Apache2::Directive::conftree();
  print $tree->as_string;

  my $root  = $tree->lookup('DocumentRoot');
  my $status = $tree->lookup( 'Location', '/server-status' );
  my $handler = $status->{SetHandler};

=head1 DESCRIPTION

A node is one directive. It knows the next one beside it, the first one in it
(when it is a container), and the container around it. Objects are good until
the server restarts; in the configuration of a .htaccess file until the request
ends.

=head1 FUNCTIONS

=head2 conftree

  my $node = Apache2::Directive::conftree();

The first directive of the configuration. Others follow with C<next>.

=head1 METHODS

=head2 directive, args

  my $name = $node->directive;    # "SetHandler", "<Location"
  my $args = $node->args;         # "modperl",    "/status>"

As httpd keeps them: the name of a container has its C<< < >>, its arguments
the C<< > >>.

=head2 filename, line_num

Where it stands.

=head2 next, first_child, parent

The directive beside, inside, around it, or undef.

=head2 as_hash

  my $hash = $node->as_hash;

This directive and those that follow it: C<< $hash->{DocumentRoot} >> is a
string, or a reference to an array of strings when the directive stands there
more than once; C<< $hash->{Location}{'/status'} >> is such a hash, or a
reference to an array of hashes.

=head2 as_string

The same as text, as it could stand in a file.

=head2 lookup

  my $value  = $node->lookup('DocumentRoot');
  my $hash   = $node->lookup( 'Location', '/status' );
  my @values = $node->lookup('Listen');

Among this directive and those beside it, those of that name (and with those
arguments): their arguments as a string, for a container what is inside as a
hash. The first one, or in list context all of them.

=cut
