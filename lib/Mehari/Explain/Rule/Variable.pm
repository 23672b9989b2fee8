package Mehari::Explain::Rule::Variable;

# Operators that name a variable.

use v5.36;
use B ();

use Mehari::Explain::Rule::Special;
use Mehari::Explain::Use;

use constant {
    STRICT => B::OPpHINT_STRICT_REFS,
    MOD    => B::OPf_MOD,
    INTRO  => B::OPpLVAL_INTRO,
    ASSIGN => B::OPpSPLIT_ASSIGN,
    LEX    => B::OPpSPLIT_LEX,

    # Of a multideref; B has no names for them.
    EXISTS  => 0x10,
    DELETES => 0x20,
};

my %SIGIL = (rv2sv => '$', rv2av => '@', rv2hv => '%');

sub rules () {
    return (
        (map { $_ => \&lexical } qw(padsv padav padhv)),
        (map { $_ => \&dereference } keys %SIGIL),
        gvsv          => \&scalar_glob,
        aelemfast     => \&array_glob,
        aelemfast_lex => \&lexical,
        multideref    => \&multideref,
        split         => \&split_to,
        rv2gv         => \&glob,
        (map { $_ => \&implied_topic } qw(subst trans)),
    );
}

sub lexical ($walk, $op, $name) {
    return note_lexical($walk, $op->targ,
        Mehari::Explain::Use::kind($walk, $op), $op);
}

sub note_lexical ($walk, $at, $kind, $op) {
    my $pad = $walk->{pad};
    return if !defined $pad->name($at) || $pad->is_our($at);
    maybe_never_declared($walk, $pad->name($at), $op)
        if $kind eq 'intro' || $kind eq 'bare' || $kind eq 'const';
    state_variable($walk, $pad->name($at))
        if $pad->is_state($at);
    return $walk->{uses}->lexical($walk, $at, $kind);
}

sub state_variable ($walk, $name) {
    return $walk->add($walk->is_module ? 'MH4514' : 'MH4103',
        subject => $name);
}

my %CHOICE
    = map { $_ => 1 } qw(and or dor cond_expr andassign orassign dorassign);
my %BLOCK = map { $_ => 1 } qw(leave leavetry leaveloop leavesub scope);

# my $x if ...: when it is not run, the variable is as the last run left it.
sub maybe_never_declared ($walk, $name, $op) {
    for my $at (reverse 0 .. $#{ $walk->{path} }) {
        my $around = $walk->{path}[$at];
        return if $BLOCK{$around};
        next   if !$CHOICE{$around} || !$walk->below($at, $op);
        return $walk->add('MH4104', subject => $name);
    }
    return;
}

# An operator that leaves its result in a lexical: $x = $y + 1.
sub target ($walk, $op, $at) {
    return if !defined $walk->{pad}->name($at);
    my $name = $op->name;

    # There some operators have a count of references, or what they were.
    return if $name =~ /\A(?:pad|aelemfast_lex|anoncode|const|gv|method|null
        |leave|lineseq|scope|pushmark|stub)/x;
    my $kind
        = $name =~ /\A(?:introcv|clonecv|padcv|match|once)\z/  ? 'read'
        : $name =~ /\A(?:enteriter|arg)/                       ? 'intro'
        : $op->private & INTRO && $name !~ /\A(?:subst|trans)/ ? 'intro'
        :                                                        'mod';
    return note_lexical($walk, $at, $kind, $op);
}

# --- package variables -------------------------------------------------------

sub note ($walk, $gv, $sigil, $kind) {
    $walk->add('MH4228', subject => '%' . $gv->SAFENAME)
        if $sigil eq '%' && $gv->NAME =~ /::\z/;
    $walk->{uses}->global($walk, $gv, $sigil, $kind);
    return $walk->{look}->($walk, $gv, $sigil, $kind) if $walk->{look};
    return Mehari::Explain::Rule::Special::look($walk, $gv, $sigil, $kind);
}

sub scalar_glob ($walk, $op, $name) {
    my $gv = $walk->glob_of($op) // return;
    return note($walk, $gv, '$', Mehari::Explain::Use::kind($walk, $op));
}

sub array_glob ($walk, $op, $name) {
    my $gv = $walk->glob_of($op) // return;
    return note($walk, $gv, '@', Mehari::Explain::Use::kind($walk, $op));
}

sub dereference ($walk, $op, $name) {
    my $kind  = Mehari::Explain::Use::kind($walk, $op);
    my $inner = $op->first;
    if ($inner->name eq 'gv') {
        my $gv = $walk->glob_of($inner) // return;
        return note($walk, $gv, $SIGIL{$name}, $kind);
    }
    $walk->add('MH4236', subject => "$SIGIL{$name}\{...}")
        if $op->private & STRICT && !makes_reference($inner);
    return if $op->private & STRICT || makes_reference($inner);
    return symbolic($walk, $kind, "$SIGIL{$name}\{...}");
}

# Without strict refs: judged when all has been seen.
sub symbolic ($walk, $kind, $spelled) {
    my $use = $walk->{uses}->use($walk, $kind eq 'const' ? 'mod' : $kind);
    $use->{spelled} = $spelled;
    push @{ $walk->{uses}{symbolic} }, $use;
    return;
}

sub makes_reference ($op) {
    while ($op->name =~ /\A(?:scope|leave|null|lineseq)\z/) {
        return 0 if !($op->flags & B::OPf_KIDS);
        $op = $op->can('last') ? $op->last : $op->first;
    }
    return $op->name =~ /\A(?:anonlist|anonhash|emptyavhv|s?refgen)\z/;
}

# *name
sub glob ($walk, $op, $name) {
    my $inner = $op->first;
    my $kind  = Mehari::Explain::Use::kind($walk, $op);
    my (undef, $around) = $walk->around;
    my $assigned = $around eq 'sassign' && $kind ne 'read';
    if ($inner->name eq 'gv') {
        my $gv = $walk->glob_of($inner) // return;
        Mehari::Explain::Rule::Special::handle($walk, $gv, $around);
        $walk->{uses}->global($walk, $gv, '*', $assigned ? 'mod' : 'read');
        return if !$assigned || $kind eq 'local';
        return $walk->add(
            $walk->is_module ? 'MH4508' : 'MH4115',
            subject => '*' . $gv->SAFENAME
        );
    }
    return if !$assigned && $kind ne 'local';
    return $walk->add('MH4117', subject => '*{...}');
}

# s/// and tr/// of $_
sub implied_topic ($walk, $op, $name) {
    return if $op->flags & B::OPf_STACKED;
    return if defined $walk->{pad}->name($op->targ);
    return Mehari::Explain::Rule::Special::topic($walk, 'mod');
}

# --- chains of elements, and split -------------------------------------------

# What follows each action: a glob or a place in the pad, by its number.
my %FIRST = (
    2  => '$g',
    9  => '$g',    # $x->[0]
    3  => '$p',
    10 => '$p',
    5  => '@p',
    6  => '@g',    # $x[0]
    12 => '%p',
    13 => '%g',
);

sub multideref ($walk, $op, $name) {
    my @items   = $op->aux_list($walk->{cv});
    my $actions = shift @items;
    my $kind    = element_kind($walk, $op);
    my @levels  = levels($actions, \@items);
    $walk->add('MH4236', subject => '->[...]')
        if @levels > 1 || $levels[0][0] !~ /\A[\@%]/;
    symbolic($walk, @levels > 1 && $kind eq 'read' ? 'vivify' : $kind,
        '->[...]')
        if !($op->private & STRICT)
        && (@levels > 1 || $levels[0][0] !~ /\A[\@%]/);
    for my $at (0 .. $#levels) {
        my ($what, $item, $index, $key) = @{ $levels[$at] };
        my $deep = @levels > 1 || $what =~ /\$/;
        my $how
            = $deep
            ? ($kind eq 'read' ? 'vivify' : 'mod')
            : $kind;
        my $constant = $index eq 'const' ? $key : undef;
        chain_start($walk, $what, $item, $how, $constant, $op)
            if length $what;
        note_lexical($walk, $key, 'read', $op) if $index eq 'pad';
        note($walk, $key, '$', 'read')
            if $index eq 'glob' && $key->isa('B::GV');
    }
    return;
}

sub element_kind ($walk, $op) {
    my ($outer, $name)
        = Mehari::Explain::Use::outer($walk, $#{ $walk->{path} });
    return 'mod'   if $name eq 'delete' || $name eq 'undef';
    return 'mod'   if $op->private & DELETES;
    return 'read'  if $op->private & EXISTS;
    return 'local' if $op->private & INTRO;
    return 'read'  if !($op->flags & MOD);
    my $purpose = Mehari::Explain::Use::purpose($walk, $outer, $name);
    return $purpose eq 'const' ? 'mod' : $purpose;
}

sub chain_start ($walk, $what, $item, $kind, $key, $op) {
    my ($sigil, $where) = split //, $what;
    return note_lexical($walk, $item, $kind, $op) if $where eq 'p';
    return                                        if !$item->isa('B::GV');
    local $walk->{key} = $key;
    return note($walk, $item, $sigil, $kind);
}

sub levels ($actions, $items) {
    my @levels;
    while (1) {
        my $action = $actions & 0xf;
        if (!$action) {
            $actions = shift @$items;
            next;
        }
        my $what = $FIRST{$action} // '';
        my $item = length $what ? shift @$items : undef;
        my ($index, $key) = index_of($actions & 0x30, $items);
        push @levels, [ $what, $item, $index, $key ];
        last if $actions & 0x40 || $index eq 'none';
        $actions >>= 7;
    }
    return @levels;
}

sub index_of ($kind, $items) {
    return ('none', undef) if !$kind;
    return ($kind == 0x10 ? 'const' : $kind == 0x20 ? 'pad' : 'glob',
        shift @$items);
}

# @x = split ...
sub split_to ($walk, $op, $name) {
    return if !($op->private & ASSIGN) || $op->flags & B::OPf_STACKED;
    my $to   = $op->pmreplroot;
    my $kind = $op->private & INTRO ? 'local' : 'mod';
    if ($op->private & LEX) {
        return note_lexical($walk, $to, $kind eq 'local' ? 'intro' : 'mod',
            $op);
    }
    my $gv = ref $to ? $to : $walk->{pad}->value($to);
    return $gv && $gv->isa('B::GV') ? note($walk, $gv, '@', $kind) : undef;
}

1;

__END__

=head1 NAME

Mehari::Explain::Rule::Variable - operators that name a variable

=cut
