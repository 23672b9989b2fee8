package Mehari::Explain::Use;

# What code does with variables: each use is noted, and judged when all code has
# been seen.

use v5.36;
use B ();

my %ELEMENT = map { $_ => 1 } qw(aelem helem);
my %SLICE   = map { $_ => 1 } qw(aslice hslice kvaslice kvhslice);
my %SCALAR  = map { $_ => 1 } qw(padsv gvsv rv2sv aelem helem);
my %WHOLE   = map { $_ => 1 } qw(padsv padav padhv gvsv rv2sv rv2av rv2hv);
my %CHANGES = map { $_ => 1 } qw(
    undef each aeach delete chop chomp schop schomp
);

use constant {
    MOD      => B::OPf_MOD,
    WANT     => B::OPf_WANT,
    VOID     => B::OPf_WANT_VOID,
    DEREF    => B::OPpDEREF,
    INTRO    => B::OPpLVAL_INTRO,
    OURS     => B::OPpOUR_INTRO,
    IN_PLACE => 8,                  # of sort and reverse
    PMf_EACH => B::PMf_GLOBAL,
};

sub new ($class) {
    return bless { lexical => {}, global => {}, called => 0 }, $class;
}

# For what is looked at afterwards: no variables yet, but what is known of $_.
sub continued ($self) {
    my $next = ref($self)->new;
    $next->{topic_changes} = $self->{topic_changes};
    return $next;
}

# What happens to the operator's variable: read, local, intro (my), const (the
# first thing the program does with it is to give it a constant), arg, alias,
# topic (map, grep), ref, vivify, mod.
sub kind ($walk, $op, $level = undef) {
    $level //= @{ $walk->{path} } - 1;
    my ($outer, $name, $at) = outer($walk, $level);
    if (is_container($walk, $op, $outer, $name, $at)) {
        return kind($walk, $outer, $at - 1);
    }
    return 'read'                       if $name =~ /\Aa?keys\z/;
    return kind($walk, $outer, $at - 1) if $name =~ /\Aa?values\z/;
    my ($own, $flags, $private) = properties($walk, $op, $level);
    if ($private & INTRO) {
        return $own =~ /\Apad/ ? declared($walk, $outer, $name) : 'local';
    }
    return 'read'
        if $private & OURS && ($flags & WANT) == VOID;
    return 'mod'    if $CHANGES{$name} || works_in_place($outer, $name);
    return 'vivify' if $SCALAR{$own} && $private & DEREF;
    return 'read'   if !($flags & MOD);
    my $purpose = purpose($walk, $outer, $name);
    return $purpose eq 'const' && !$WHOLE{$own} ? 'mod' : $purpose;
}

# An optimized scalar has left its flags where it was dereferenced; of an
# element with a small number, the number is where others have flags.
sub properties ($walk, $op, $level) {
    my $name = $op->name;
    return ($name, $op->flags, 0) if $name =~ /\Aaelemfast/;
    my $flags = $op->flags;
    my $around
        = $name eq 'gvsv' && $level >= 0 ? $walk->{ops}[$level] : undef;
    $flags |= $around->flags & MOD
        if $around && $walk->{path}[$level] eq 'null';
    return ($name, $flags, $op->private);
}

my %PURPOSE = (
    entersub  => 'arg',
    grepstart => 'topic',
    mapstart  => 'topic',
    enteriter => 'alias',
    srefgen   => 'ref',
    refgen    => 'ref',
);

sub purpose ($walk, $outer, $name) {
    return $PURPOSE{$name} if $PURPOSE{$name};
    return is_constant_start($walk, $outer, $name) ? 'const' : 'mod';
}

sub declared ($walk, $outer, $name) {
    return 'const' if is_constant_start($walk, $outer, $name);
    return $name =~ /\A[sa]assign\z/ ? 'intro' : 'bare';
}

# A statement at the top of the program, before anything is called, that
# assigns constants.
sub is_constant_start ($walk, $outer, $name) {
    return 0 if $walk->{role} ne 'main' || $walk->{called};
    my @path = grep { $_ ne 'null' && $_ ne 'list' } @{ $walk->{path} };
    return 0 if "@path" ne "leave $name" || $name !~ /\A[sa]assign\z/;
    return !grep { $_->name ne 'const' } $walk->arguments($outer->first)
        if $name eq 'aassign';
    return $outer->first->name eq 'const';
}

sub outer ($walk, $level) {
    for my $at (reverse 0 .. $level) {
        my $name = $walk->{path}[$at];
        return ($walk->{ops}[$at], $name, $at)
            if $name ne 'null' && $name ne 'list';
    }
    return (undef, '', -1);
}

# The array of an element or a slice, and not its index.
sub is_container ($walk, $op, $outer, $name, $at) {
    return 0                           if !$outer;
    return $walk->below($at, $op) == 0 if $ELEMENT{$name};
    return ${ $outer->last } == $walk->child_of($at, $op)
        if $SLICE{$name};
    return 0;
}

sub works_in_place ($outer, $name) {
    return ($name eq 'sort' || $name eq 'reverse')
        && $outer->private & IN_PLACE
        || $name eq 'match' && $outer->pmflags & PMf_EACH;
}

# --- noting ------------------------------------------------------------------

sub lexical ($self, $walk, $at, $kind) {
    my ($home, $place) = $walk->{pad}->home($at);
    my $entry = $self->{lexical}{ $home->id($place) } //= {
        name  => $home->name($place),
        value => $home->container($place),
        uses  => [],
    };

    # The sub whose own it is, if that is known.
    $entry->{home} = ${ $home->{cv} } if !$home->is_outer($place);
    push @{ $entry->{uses} }, $self->use($walk, $kind);
    return $entry;
}

sub global ($self, $walk, $gv, $sigil, $kind) {
    my $name = $gv->STASH->can('NAME') ? $gv->STASH->NAME : 'main';
    $name .= '::' . $gv->SAFENAME;
    my $entry = $self->{global}{"$sigil$name"} //= {
        name  => $sigil . $name =~ s/\Amain:://r,
        full  => $name,
        gv    => $gv,
        sigil => $sigil,
        uses  => [],
    };
    push @{ $entry->{uses} }, $self->use($walk, $kind);
    return $entry;
}

sub use ($self, $walk, $kind) {
    my %use = (
        kind => $kind,
        map { $_ => $walk->{$_} } qw(role file line module sub)
    );
    my ($outer, $name) = outer($walk, $#{ $walk->{path} });
    $use{by}     = $name;
    $use{sorted} = $walk->inside('sort');
    $use{callee} = callee($walk)           if $kind eq 'arg';
    $use{iter}   = iterator($walk, $outer) if $kind eq 'alias';
    return \%use;
}

# The variable that a foreach makes an alias: its id, or 'topic', or undef for
# any other package variable.
sub iterator ($walk, $loop) {
    return $walk->{pad}->id($loop->targ)
        if defined $walk->{pad}->name($loop->targ);
    my ($variable)
        = grep { $_->name =~ /\A(?:gv|rv2gv)\z/ } $walk->arguments($loop);
    return undef if !$variable;
    $variable = $variable->first if $variable->name eq 'rv2gv';
    my $gv = $variable->name eq 'gv' ? $walk->glob_of($variable) : undef;
    return $gv && $gv->SAFENAME eq '_' ? 'topic' : undef;
}

# Of the call around: a name, or undef when it is not known before it runs.
sub callee ($walk) {
    my ($call) = outer($walk, $#{ $walk->{path} });
    return undef if !$call || $call->name ne 'entersub';
    my ($code) = ($walk->arguments($call))[-1];
    return undef if !$code;
    return '->' . ($walk->method_name($code) // '')
        if $code->name eq 'method_named';
    return undef if $code->name ne 'gv';
    my $cv = $walk->code_of($code) // return undef;
    return undef if !$cv->isa('B::CV') || !$cv->GV->isa('B::GV');
    return $cv->GV->STASH->NAME . '::' . $cv->GV->SAFENAME;
}

1;

__END__

=head1 NAME

Mehari::Explain::Use - what code does with its variables

=cut
