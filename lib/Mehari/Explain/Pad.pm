package Mehari::Explain::Pad;

# The pad of a sub: its lexicals by name, and their values after compilation.
# Perls with threads keep globs and constants there, too.

use Mehari::Perl;
use B ();

my %pads;

# Perl 5.38 has renamed these flags.
my ($OUTER, $STATE, $OUR) = map {
    my $flag = B->can("PADNAMEf_$_") // B->can("PADNAMEt_$_");
    $flag->();
} qw(OUTER STATE OUR);

sub of ($class, $cv) {
    return $pads{$$cv} //= do {
        my ($names, $values) = ($cv->PADLIST->ARRAY)[ 0, 1 ];
        bless {
            cv     => $cv,
            names  => [ $names->ARRAY ],
            values => [ $values->ARRAY ],
        }, $class;
    };
}

# Forgets all, because a file that is compiled again has new subs.
sub forget_all () { %pads = (); return }

sub value ($self, $at) { return $self->{values}[$at] }

# "$x", or undef for a temporary or a constant.
sub name ($self, $at) {
    my $name = $self->{names}[$at] // return undef;
    return undef if $name->isa('B::SPECIAL') || !$name->LEN;
    my $text = $name->PV // return undef;
    return $text =~ /\A[\$\@%&]\w/ ? $text : undef;
}

sub flags ($self, $at) { return $self->{names}[$at]->FLAGS }

sub is_outer ($self, $at) { return $self->flags($at) & $OUTER }
sub is_state ($self, $at) { return $self->flags($at) & $STATE }
sub is_our   ($self, $at) { return $self->flags($at) & $OUR }

# The variable after compilation, or undef in a closure that has not been made
# yet.
sub container ($self, $at) {
    my $value = $self->{values}[$at];
    return $value && $$value && !$value->isa('B::SPECIAL') ? $value : undef;
}

# The pad and place from which a closure takes its variable. For other subs, the
# result is their own pad: they have the variable itself, because the code
# around them may be gone.
sub home ($self, $at) {
    my ($pad, $place) = ($self, $at);
    while (!$pad->container($place) && $pad->is_outer($place)) {
        my $parent = $pad->{names}[$place]->PARENT_PAD_INDEX;
        my $outer  = $pad->{cv}->OUTSIDE;
        last if !$parent || !$$outer || !$outer->isa('B::CV');
        my $around = ref($self)->of($outer);
        last if ($around->name($parent) // '') ne $pad->name($place);
        ($pad, $place) = ($around, $parent);
    }
    return ($pad, $place);
}

# A key that is the same for all code that uses one variable.
sub id ($self, $at) {
    my ($pad, $place) = $self->home($at);
    my $value = $pad->container($place);
    return $value ? $$value : ${ $pad->{cv} } . ".$place";
}

# The places of the variables that the sub takes from the code around it.
sub captured ($self) {
    return grep {
               defined $self->name($_)
            && $self->is_outer($_)
            && !$self->is_our($_)
    } 1 .. $#{ $self->{names} };
}

1;

__END__

=head1 NAME

Mehari::Explain::Pad - the lexicals of a sub

=cut
