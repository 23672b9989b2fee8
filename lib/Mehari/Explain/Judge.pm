package Mehari::Explain::Judge;

# Which of the noted uses of variables can be seen by a later request.

use v5.36;
use B ();

use Mehari::Explain::Reviewed;
use Mehari::Explain::Rule::Special;

# { uses, findings, code, main (address of the main program's code),
#   walked => { address => 1 } }
sub new ($class, %self) { return bless {%self}, $class }

sub all ($self) {
    $self->{arguments_change} = $self->arguments_change;
    $self->captures;
    $self->package_variables;
    $self->module_lexicals;
    $self->hash_orders;
    $self->symbolic_references;
    return;
}

# What else has been noted of modules, by code that is not in a sub with a name.
sub again ($self, $walk, @loads) {
    my $named = $self->{uses}{global};
    $self->{named} = {
        map { $_ => 1 } grep {
            grep { $_->{role} ne 'module' }
                @{ $named->{$_}{uses} }
        } keys %$named
    };
    @$self{qw(uses walked)} = @$walk{qw(uses walked)};
    $self->{loaded} = { map { ${ $_->{cv} } => 1 } @loads };
    $self->{arguments_change} ||= $self->arguments_change;
    $self->package_variables;
    $self->module_lexicals;
    return;
}

sub add ($self, $code, $use, %what) {
    my @once
        = ($use->{role} // '') eq 'module'
        ? (once => join "\0", $use->{file}, $what{subject} // '')
        : ();
    return $self->{findings}->add(
        $code,
        file => $use->{file},
        line => $use->{line},
        @once, %what
    );
}

# --- is it a change ----------------------------------------------------------

my %NEVER  = map { $_ => 1 } qw(read local bare const);
my %ALWAYS = map { $_ => 1 } qw(mod vivify ref intro);

sub is_change ($self, $use) {
    my $kind = $use->{kind};
    return 0                                if $NEVER{$kind};
    return 1                                if $ALWAYS{$kind};
    return $self->{uses}{topic_changes}     if $kind eq 'topic';
    return $self->is_iterator_changed($use) if $kind eq 'alias';
    return $self->is_argument_changed($use);
}

sub is_iterator_changed ($self, $use) {
    my $iter = $use->{iter} // return 1;
    return $self->{uses}{topic_changes} if $iter eq 'topic';
    my $entry = $self->{uses}{lexical}{$iter} // return 0;

    # A list that iterates itself is met again.
    return 0 if $self->{asking}{$iter};
    local $self->{asking}{$iter} = 1;
    return
        scalar grep { $_->{kind} ne 'intro' && $self->is_change($_) }
        @{ $entry->{uses} };
}

sub is_argument_changed ($self, $use) {
    my $callee = $use->{callee} // return 1;
    return 1 if Mehari::Explain::Reviewed::changes_arguments($callee);
    return $self->{arguments_change};
}

# Some sub does something with @_ that its caller would see.
sub arguments_change ($self) {
    my $entry = $self->{uses}{global}{'@main::_'} // return 0;
    for my $use (@{ $entry->{uses} }) {
        next     if $use->{by}   =~ /\A(?:shift|pop|splice)\z/;
        next     if $use->{kind} =~ /\A(?:read|local|arg)\z/;
        return 1 if $use->{kind} ne 'alias';
        local $self->{arguments_change} = 0;
        return 1 if $self->is_iterator_changed($use);
    }
    return 0;
}

sub changes ($self, $entry) {
    return grep { $self->is_change($_) } @{ $entry->{uses} };
}

# --- lexicals that named subs share with the program -------------------------

sub captures ($self) {
    for my $sub (grep { !$_->{module} } @{ $self->{code}{subs} }) {
        my $name = "sub $sub->{name}";
        $self->captured_by($_, $sub->{cv}, $name)
            for Mehari::Explain::Pad->of($sub->{cv})->captured;
    }
    for my $block (grep { !$_->{module} } @{ $self->{code}{begins} }) {
        $self->captured_by($_, $block->{cv}, 'a BEGIN block')
            for Mehari::Explain::Pad->of($block->{cv})->captured;
    }
    return;
}

sub captured_by ($self, $at, $cv, $name) {
    my $pad   = Mehari::Explain::Pad->of($cv);
    my $entry = $self->{uses}{lexical}{ $pad->id($at) };
    if (!$entry) {
        return if $name !~ /BEGIN/;
        $entry = { uses => [], name => $pad->name($at) };
    }
    return if $name !~ /BEGIN/ && !$self->changes($entry);
    my ($inside)
        = grep { $_->{sub} && $_->{sub} == $$cv } @{ $entry->{uses} };
    my $use = $inside // $entry->{uses}[0]
        // { file => $cv->FILE, line => $cv->START->line };
    return $self->add(
        'MH4101', $use,
        subject => $entry->{name},
        by      => $name,
        once    => "$$cv $entry->{name}"
    );
}

# --- package variables -------------------------------------------------------

sub package_variables ($self) {
    my $global = $self->{uses}{global};
    for my $key (sort keys %$global) {
        my $entry = $global->{$key};
        next if $entry->{sigil} eq '*' || $self->{named}{$key};
        next if Mehari::Explain::Rule::Special::is_special($entry->{gv});
        my ($module, $program) = ([], []);
        push @{ $_->{role} eq 'module' ? $module : $program }, $_
            for @{ $entry->{uses} };
        $self->of_program($entry, $program) if @$program;

        # What the program names is put back by the fresh tier.
        $self->of_module($entry, $module) if @$module && !@$program;
    }
    return;
}

sub of_program ($self, $entry, $uses) {
    return
        if $entry->{name} =~ /\A\$[ab]\z/
        && !grep { $_->{by} =~ /assign\z/ && $_->{kind} eq 'mod' } @$uses;
    my ($change) = grep { $self->is_change($_) } @$uses;
    $change //= late_constant($entry, $uses) // return;
    return $self->add('MH4102', $change, subject => $entry->{name});
}

# A constant is the same in each request, when it is the first thing that the
# program does with the variable; and nobody else has one of main's.
sub late_constant ($entry, $uses) {
    my ($const) = grep { $_->{kind} eq 'const' } @$uses;
    return undef  if !$const;
    return $const if $entry->{full} !~ /\Amain::\w+\z/;
    my ($first)
        = grep { $_->{role} eq 'main' && $_->{kind} ne 'bare' } @$uses;
    return $first && $first == $const ? undef : $const;
}

sub of_module ($self, $entry, $uses) {
    my ($change) = grep { $self->is_change($_) } @$uses;
    return $self->add('MH4508', $change, subject => $entry->{name})
        if $change;
    my $gv = $entry->{gv};
    my $value
        = $entry->{sigil} eq '$' ? $gv->SV
        : $entry->{sigil} eq '@' ? $gv->AV
        :                          $gv->HV;
    return if !holds_reference($value);
    return $self->add('MH4510', $uses->[0], subject => $entry->{name});
}

sub symbolic_references ($self) {
    for my $use (grep { $self->is_change($_) }
        @{ $self->{uses}{symbolic} // [] })
    {
        $self->add('MH4106', $use, subject => $use->{spelled});
    }
    return;
}

# --- the order of hashes -----------------------------------------------------

my %LISTS = map { $_ => 1 } qw(
    keys values each aassign entersub print join mapstart grepstart return
    enteriter anonlist anonhash
);

# Of one that was filled while the script was compiled, it is that of one
# process for all requests.
sub hash_orders ($self) {
    my ($lexical, $global) = @{ $self->{uses} }{qw(lexical global)};
    $self->hash_order($_, $_->{value})
        for grep { $_->{name} =~ /\A%/ } values %$lexical;
    for my $entry (grep { $_->{sigil} eq '%' } values %$global) {
        next if Mehari::Explain::Rule::Special::is_special($entry->{gv});
        $self->hash_order($entry, $entry->{gv}->HV);
    }
    return;
}

sub hash_order ($self, $entry, $value) {
    return if !$value || !$$value || !$value->isa('B::HV');
    return if $value->KEYS < 2;
    my ($use) = grep {
               $LISTS{ $_->{by} }
            && !$_->{sorted}
            && $_->{role} ne 'module'
            && $_->{kind} =~ /\A(?:read|arg|topic|alias)\z/
    } @{ $entry->{uses} };
    return $use
        ? $self->add('MH4235', $use, subject => $entry->{name})
        : undef;
}

# --- file lexicals of modules ------------------------------------------------

sub module_lexicals ($self) {
    for my $entry (values %{ $self->{uses}{lexical} }) {
        my @uses = grep { $_->{role} eq 'module' } @{ $entry->{uses} };
        next if !@uses || !$self->is_kept($entry);
        my ($change) = grep { $self->is_change($_) } @uses;
        if ($change) {
            $self->add('MH4509', $change, subject => $entry->{name});
        }
        elsif (holds_reference($entry->{value})
            || $self->{loaded}{ $entry->{home} // '' })
        {
            $self->add('MH4510', $uses[0], subject => $entry->{name});
        }
    }
    return;
}

# It belongs to a file, and not to a run of a sub.
sub is_kept ($self, $entry) {
    my $home = $entry->{home} // return 1;
    return $self->{loaded}{$home} || !$self->{walked}{$home};
}

# Data that could be reached and changed through a copy of the reference.
sub holds_reference ($value) {
    return 0 if !$value || !$$value || $value->isa('B::SPECIAL');
    my $ref  = $value->object_2svref;
    my $type = ref $ref;
    return grep { is_data($_) } @$ref if $value->isa('B::AV');
    return 0                          if $value->isa('B::HV') && tied %$ref;
    return grep { is_data($_) } values %$ref if $value->isa('B::HV');
    return 0 if $value->isa('B::CV') || $value->isa('B::GV');
    return $type && is_data($$ref);
}

sub is_data ($value) {
    my $type = ref $value;
    return $type && $type ne 'CODE' && $type ne 'Regexp';
}

1;

__END__

=head1 NAME

Mehari::Explain::Judge - which variables a later request could see

=cut
