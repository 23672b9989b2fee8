package Mehari::Form::Table;

# The common part of APR::Request::Param::Table and APR::Request::Cookie::Table:
# a list of entries that is read like an APR::Table, and like a hash.
#
# The object is a hash that is tied to another of the same class; that one has
# the entries. A method may be called with either.

use Mehari::Perl;

use Mehari::Form ();

# A hash for the program, tied to the object that has the entries.
sub make ($class, @entries) {
    my $inner = bless { entries => \@entries, at => undef }, $class;
    my %table;
    Mehari::Form::each_value(\%table);
    tie %table, $class, $inner;
    return bless \%table, $class;
}

sub TIEHASH ($class, $inner) { return $inner }

sub inner ($self) { return tied(%$self) // $self }

# The entry in the form that the caller wants: its text, or an object of the
# class.
sub given ($inner, $entry) {
    return undef if !defined $entry;
    my $class = $inner->{class};
    return defined $class ? $class->of_entry($entry) : $inner->plain($entry);
}

sub set_class ($self, $method, $base, @class) {
    my $inner = inner($self);
    return $inner->{class} if !@class;
    my $class = $class[0];
    if (defined $class && !$class->isa($base)) {
        require Carp;
        Carp::croak('Usage: '
                . ref($self)
                . "::$method(\$table, \$class): class $class is not derived "
                . "from $base");
    }
    $inner->{class} = $class;
    return $self;
}

sub matching ($inner, $key) {
    my $wanted = lc($key // '');
    return grep { lc $_->{name} eq $wanted } @{ $inner->{entries} };
}

sub get ($self, $key) {
    my $inner = inner($self);
    return map { given ($inner, $_) } matching($inner, $key) if wantarray;
    return $inner->FETCH($key);
}

# During an iteration, the value is that of the current entry, so that a key
# that occurs twice gives both values.
sub FETCH ($self, $key) {
    my $inner = inner($self);
    return map { given ($inner, $_) } matching($inner, $key) if wantarray;
    my $at = $inner->{at};
    if (defined $at && $at < @{ $inner->{entries} }) {
        my $entry = $inner->{entries}[$at];
        return given ($inner, $entry) if lc $entry->{name} eq lc($key // '');
    }
    my ($first) = matching($inner, $key);
    return scalar given ($inner, $first);
}

sub EXISTS ($self, $key) {
    return scalar matching(inner($self), $key) > 0;
}

sub FIRSTKEY ($self) {
    my $inner = inner($self);
    $inner->{at} = -1;
    return $inner->NEXTKEY;
}

sub NEXTKEY ($self, @) {
    my $inner = inner($self);
    my $at    = ++$inner->{at};
    return $inner->{entries}[$at]{name} if $at < @{ $inner->{entries} };
    $inner->{at} = undef;
    return undef;
}

sub SCALAR ($self) { return scalar @{ inner($self)->{entries} } }

sub do ($self, $code, @keys) {
    my $inner  = inner($self);
    my %wanted = map { lc $_ => 1 } @keys;
    for my $entry (@{ $inner->{entries} }) {
        next if @keys && !$wanted{ lc $entry->{name} };
        $code->($entry->{name}, scalar given ($inner, $entry)) or return 0;
    }
    return 1;
}

for my $name (qw(STORE DELETE CLEAR add set unset clear merge)) {
    no strict 'refs';
    *$name = sub ($self, @) {
        require Carp;
        Carp::croak(
                  ref($self)
                . "::$name: what the client sent cannot be "
                . 'changed');
    };
}

1;
