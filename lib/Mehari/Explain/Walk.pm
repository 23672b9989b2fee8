package Mehari::Explain::Walk;

# Goes through the operators of a sub and calls rules. A rule is given the walk,
# which says where it is, the operator, and its name.

use v5.36;
use B ();

use Mehari::Explain::Pad;

use constant KIDS => B::OPf_KIDS;

# { rules => { operator => [sub, ...] }, findings, ... }
sub new ($class, %self) {
    return bless { path => [], ops => [], %self }, $class;
}

# The role says whose code it is and when it runs: main, sub, module, begin.
sub code ($self, $cv, $role, $root = $cv->ROOT) {
    return if !$$root || $root->isa('B::NULL');
    my $at = $cv->START;
    $self->{walked}{$$cv} = 1;
    local $self->{sub} = $$cv;
    local @$self{qw(cv pad role path ops)}
        = ($cv, Mehari::Explain::Pad->of($cv), $role, [], []);
    local @$self{qw(file line package)} = ($cv->FILE // $0, 0, 'main');
    if ($at->isa('B::COP')) {
        @$self{qw(file line package)} = ($at->file, $at->line, $at->stashpv);
    }
    $self->op($root);
    return;
}

sub op ($self, $op) {
    my $name = $op->name;
    if ($name eq 'nextstate' || $name eq 'dbstate') {
        @$self{qw(file line package)} = ($op->file, $op->line, $op->stashpv);
    }
    else {
        my $rules = $self->{rules}{$name};
        if    ($rules)           { $_->($self, $op, $name) for @$rules }
        elsif ($self->{unknown}) { $self->{unknown}->($self, $op, $name) }
    }
    $self->kids($op, $name) if $op->flags & KIDS;
    if (my $at = $op->targ) {
        Mehari::Explain::Rule::Variable::target($self, $op, $at)
            if $self->{uses};
    }
    $self->pattern($op)   if $op->isa('B::PMOP');
    $self->anonymous($op) if $name eq 'anoncode';
    return;
}

sub kids ($self, $op, $name) {
    push @{ $self->{path} }, $name;
    push @{ $self->{ops} },  $op;
    my $kid = $op->first;
    while ($$kid) {
        $self->op($kid);
        $kid = $kid->sibling;
    }
    pop @{ $self->{path} };
    pop @{ $self->{ops} };
    return;
}

# The right side of s///, and the code in a pattern.
sub pattern ($self, $op) {
    for my $part ($op->name eq 'split' ? () : $op->pmreplroot, $op->code_list)
    {
        $self->op($part) if ref $part && $$part && $part->isa('B::OP');
    }
    return;
}

sub anonymous ($self, $op) {
    my $cv = $self->{pad}->value($op->targ);
    push @{ $self->{anonymous} }, $cv if $cv && $cv->isa('B::CV');
    $self->code($cv, $self->{role} eq 'main' ? 'sub' : $self->{role})
        if $cv && $cv->isa('B::CV');
    return;
}

# --- what rules ask ----------------------------------------------------------

# Where perl has threads, globs are in the pad.
sub glob_of ($self, $op) {
    my $gv
        = $op->isa('B::PADOP')
        ? $self->{pad}->value($op->padix)
        : $op->gv;
    return $gv && $gv->isa('B::GV') ? $gv : undef;
}

# The code that a `gv` operator refers to, when there is no glob.
sub code_of ($self, $op) {
    my $sv
        = $op->isa('B::PADOP')
        ? $self->{pad}->value($op->padix)
        : $op->gv;
    return undef   if !$sv || !$$sv;
    return $sv->CV if $sv->isa('B::GV');
    return $sv->RV if $sv->FLAGS & B::SVf_ROK;
    return undef;
}

sub constant ($self, $op) {
    my $sv = $op->sv;
    $sv = $self->{pad}->value($op->targ) if !$$sv || $sv->isa('B::SPECIAL');
    return $sv;
}

# The text of a constant, or undef.
sub text ($self, $op) {
    return undef if $op->name ne 'const';
    my $sv = $self->constant($op);
    return undef   if !$sv || !$sv->can('FLAGS');
    return $sv->PV if $sv->FLAGS & B::SVf_POK && $sv->can('PV');
    return undef   if $sv->FLAGS & B::SVf_ROK;
    my $value = $sv->object_2svref;
    return ref $value eq 'SCALAR' ? $$value : undef;
}

sub method_name ($self, $op) {
    my $sv = $op->meth_sv;
    $sv = $self->{pad}->value($op->targ) if !$$sv || $sv->isa('B::SPECIAL');
    return $sv && $sv->can('PV') ? $sv->PV : undef;
}

# The kids of an operator, without those that perl has optimized away.
sub arguments ($self, $op) {
    return () if !($op->flags & KIDS);
    my @kids;
    for (my $kid = $op->first; $$kid; $kid = $kid->sibling) {
        my $name = $kid->name;
        next if $name eq 'pushmark' || $name eq 'padrange';
        if ($name eq 'null' || $name eq 'list') {
            push @kids, $self->arguments($kid);
        }
        else { push @kids, $kid }
    }
    return @kids;
}

# The operator around this one that does something with it, and its name.
sub around ($self) {
    for my $at (reverse 0 .. $#{ $self->{path} }) {
        my $name = $self->{path}[$at];
        next if $name eq 'null' || $name eq 'list';
        return ($self->{ops}[$at], $name);
    }
    return (undef, '');
}

# What of the operator at this level of the path the given one is in.
sub child_of ($self, $level, $op) {
    return ${ $self->{ops}[ $level + 1 ] // $op };
}

# 0: in its first kid.
sub below ($self, $level, $op) {
    my $child = $self->child_of($level, $op);
    return ${ $self->{ops}[$level]->first } == $child ? 0 : 1;
}

sub inside ($self, @names) {
    my %wanted = map { $_ => 1 } @names;
    return scalar grep { $wanted{$_} } @{ $self->{path} };
}

sub is_module ($self) { return $self->{role} eq 'module' }

sub add ($self, $code, %what) {
    return if $self->{only} && $code !~ $self->{only};
    my @once
        = $self->{role} =~ /\A(?:module|load)/
        ? (once => join "\0", $self->{file}, $what{subject} // '')
        : ();
    return $self->{findings}->add(
        $code,
        file => $self->{file},
        line => $self->{line},
        @once, %what
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Walk - through the operators of compiled code

=cut
