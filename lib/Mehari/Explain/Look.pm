package Mehari::Explain::Look;

# perl -c -I LIB -MMehari::Explain::Look=FD SCRIPT: writes to FD the parts of
# the compiled script that outlive a request in a process that stays.

use Mehari::Perl;
use B ();

use Mehari::Explain::Operator qw(code_of name_of);
use Mehari::Explain::Pad;

use constant {
    KIDS  => B::OPf_KIDS,
    MOD   => B::OPf_MOD,
    INTRO => B::OPpLVAL_INTRO,
    STATE => B::OPpPAD_STATE,
    KEEP  => B::PMf_KEEP,
};

my ($script, $out, %at, @path, %walked, %variable, %inside, %packages);
my %own;    # files that are loaded for this

# Perl runs CHECK blocks last to first: the script's own have run by now. It
# runs them even if the script does not compile; then the script has no root.
CHECK { report() if $out && ${ B::main_root() } }

# Shows errors, but not the warnings before them.
sub import ($class, $fd) {
    $script = $0;
    open $out, '>&=', $fd or die "$class: descriptor $fd: $!.\n";
    %own = %INC;
    $SIG{__WARN__} = sub { };
    return;
}

sub report () {
    local $SIG{__DIE__};
    local $SIG{__WARN__} = sub { };
    %at = (line => 0);
    walk_code(B::main_cv(), B::main_root());
    named_subs('', \%main::, {});
    ends();
    variables();
    found('MH4210', $inside{exit}, 'exit')
        if defined $inside{exit} && $inside{eval};
    print {$out} map { "file\t$INC{$_}\n" }
        grep         { !$own{$_} && defined $INC{$_} && !ref $INC{$_} }
        sort keys %INC;
    print {$out} "end\n";
    return close $out;
}

sub found ($code, $line, $subject, $by = '') {
    print {$out}
        join("\t", $code, $line, map { tr/\t\n\r/ /r } $subject, $by),
        "\n";
    return;
}

# --- which code --------------------------------------------------------------

sub walk_code ($cv, $root = $cv->ROOT) {
    return if !$$root || $root->isa('B::NULL') || $walked{$$cv}++;
    local @at{qw(pad cv)} = (Mehari::Explain::Pad->of($cv), $cv);
    my @outer = @path;
    @path = ();
    walk($root, 0);
    @path = @outer;
    return;
}

# Subs of the script's file, in whatever package.
sub named_subs ($prefix, $stash, $seen) {
    return if $seen->{$stash}++;
    for my $key (sort keys %$stash) {
        my $entry = \$stash->{$key};
        my $glob  = ref $entry eq 'GLOB';
        if ($key =~ /\A(.+)::\z/s) {
            named_subs("$prefix$key", *$entry{HASH}, $seen)
                if $glob && *$entry{HASH} && $key ne 'main::';
            next;
        }
        my $code = $glob ? *$entry{CODE} : $$entry;
        named_sub("$prefix$key", B::svref_2object($code))
            if ref $code eq 'CODE';
    }
    return;
}

sub named_sub ($name, $cv) {
    return if ($cv->FILE // '') ne $script || $cv->XSUB || !${ $cv->ROOT };
    my $line = line_of($cv);
    my $pad  = Mehari::Explain::Pad->of($cv);
    own_package($1, $line) if $name =~ /\A(.+)::/s;
    found('MH4101', $line, $pad->name($_), "sub $name") for $pad->captured;
    local $at{line} = $line;
    return walk_code($cv);
}

sub line_of ($cv) {
    my $start = $cv->START;
    return $start->isa('B::COP') ? $start->line : 0;
}

sub own_package ($name, $line) {
    return $packages{$name}++ ? undef : found('MH4122', $line, $name);
}

sub ends () {
    my $list = B::end_av();
    return if $list->isa('B::SPECIAL');
    for my $cv (grep { $_->isa('B::CV') && $_->FILE eq $script } $list->ARRAY)
    {
        found('MH4211', line_of($cv), 'END');
        walk_code($cv);
    }
    return;
}

# --- operators ---------------------------------------------------------------

my %CHOICE = map { $_ => 1 } qw(and or dor cond_expr);
my %BLOCK  = map { $_ => 1 } qw(leave leavetry leaveloop leavesub scope);

# choice: true if a condition in the same statement decides whether the operator
# runs.
sub walk ($op, $choice) {
    my $name = $op->name;
    if ($op->isa('B::COP')) {
        $at{line} = $op->line if $op->file eq $script;
        return;
    }
    operator($op, $name, $choice);
    push @path, $op;
    my $number = 0;
    for my $kid (kids($op)) {
        my $inner
            = $BLOCK{$name} ? 0 : $choice || $CHOICE{$name} && $number++;
        walk($kid, $inner);
    }
    pop @path;
    return;
}

sub kids ($op) {
    my @kids;
    if ($op->flags & KIDS) {
        for (my $kid = $op->first; $$kid; $kid = $kid->sibling) {
            push @kids, $kid;
        }
    }
    return @kids if !$op->isa('B::PMOP') || $op->name eq 'split';
    return (@kids, grep { ref && $$_ && $_->isa('B::OP') } $op->pmreplroot);
}

sub operator ($op, $name, $choice) {
    my $code = code_of($name);
    found($code, $at{line}, name_of($name)) if $code;
    $inside{eval} = 1 if $name eq 'leavetry' || $name eq 'entereval';
    $inside{exit} //= $at{line} if $name eq 'exit';
    lexical($op, $choice)       if $name =~ /\Apad(?:sv|av|hv)/;
    found('MH4110', $at{line}, 'm//o')
        if $op->isa('B::PMOP') && $op->pmflags & KEEP;
    return closure($op)         if $name eq 'anoncode';
    return glob_named($op)      if $name eq 'gv' || $name eq 'gvsv';
    return glob_named($op, '@') if $name eq 'aelemfast';
    return multideref($op)      if $name eq 'multideref';
    return relative($op, $name) if Mehari::Explain::Operator::is_file($name);
    return;
}

sub closure ($op) {
    my $cv = $at{pad}->value($op->targ);
    return $cv && $cv->isa('B::CV') ? walk_code($cv) : undef;
}

sub lexical ($op, $choice) {
    my $name = $at{pad}->name($op->targ) // return;
    return if !($op->private & INTRO);
    return found('MH4103', $at{line}, $name) if $op->private & STATE;
    return found('MH4104', $at{line}, $name) if $choice;
    return;
}

# A constant file name that is relative to the script's directory.
sub relative ($op, $name) {
    my ($last) = grep { $_->name eq 'const' } reverse kids($op);
    my $sv = $last ? constant($last) : undef;
    return if !$sv || !$sv->can('PV') || !$sv->isa('B::PV');
    my $text  = $sv->PV // return;
    my $loads = $name =~ /\A(?:require|dofile)\z/;
    found('MH4502', $at{line}, name_of($name) . " $text")
        if $loads && $text !~ /\.pm\z/;

    # perl looks for other names of code in @INC.
    return found('MH4301', $at{line}, $text)
        if $loads
        ? $text =~ m{\A\.\.?/}
        : $text !~ m{\A\s*[+<>|]*\s*(?:[/&|-]|\z)};
    return;
}

sub constant ($op) {
    my $sv = $op->sv;
    return $$sv && !$sv->isa('B::SPECIAL')
        ? $sv
        : $at{pad}->value($op->targ);
}

# --- package variables -------------------------------------------------------

my %SIGIL = (rv2sv => '$', rv2av => '@', rv2hv => '%', gvsv => '$');
my %WRITES
    = map { $_ => 1 }
    qw(push pop shift unshift splice undef delete chop chomp
    preinc postinc predec postdec);
my %ELEMENT = map { $_ => 1 } qw(aelem helem aslice hslice null ex-list
    rv2av rv2hv rv2sv pushmark);

sub glob_named ($op, $sigil = undef) {
    my $name = $op->name;
    my $gv
        = $op->isa('B::PADOP') ? $at{pad}->value($op->padix) : $op->gv;
    return if !$gv || !$gv->isa('B::GV');
    my $around = @path ? $path[-1] : undef;
    $sigil
        //= $name eq 'gvsv' ? '$' : $around ? $SIGIL{ $around->name } : undef;
    return handle($gv, $around ? $around->name : '') if !$sigil;
    return variable($gv, $sigil, kind($op), key_of());
}

# The operator's use of the variable: change, local, or read.
sub kind ($op) {
    for my $outer ($op, reverse @path) {
        my $name = $outer->name;
        return 'local'  if $outer->private & INTRO && $outer->flags & MOD;
        return 'change' if $outer->flags & MOD || $WRITES{$name};
        return 'read'
            if $$outer != $$op && !$ELEMENT{$name};
    }
    return 'read';
}

# The key of $h{key}.
sub key_of () {
    my ($element) = grep { $_->name eq 'helem' } $path[-2] // ();
    my $key       = $element              ? $element->last : return undef;
    my $sv        = $key->name eq 'const' ? constant($key) : undef;
    return $sv && $sv->can('PV') ? $sv->PV : undef;
}

# $x[0], $h{key} and longer chains.
sub multideref ($op) {
    my ($actions, @items) = $op->aux_list($at{cv});
    my ($gv) = grep { ref && $_->isa('B::GV') } $items[0] // ();
    return if !$gv;
    my $kind
        = $op->private & INTRO && $op->flags & MOD ? 'local'
        : $op->flags & MOD                         ? 'change'
        :                                            kind($op);
    my $sigil
        = ($actions & 0xf) == 13 ? '%' : ($actions & 0xf) == 6 ? '@' : '$';
    my $key
        = ref $items[1] && $items[1]->can('PV') ? $items[1]->PV : $items[1];
    return variable($gv, $sigil, $kind, $key);
}

sub handle ($gv, $around) {
    my $name = $gv->SAFENAME;
    return found('MH4307', $at{line}, 'DATA') if $name eq 'DATA';
    return found('MH4302', $at{line}, $name)
        if $around =~ /\A(?:open|opendir|sysopen|pipe_op|socket)\z/
        && $name   !~ /\A(?:STDIN|STDOUT|STDERR|_\W.*)\z/;
    return;
}

sub variable ($gv, $sigil, $kind, $key) {
    my $special
        = Mehari::Explain::Operator::special($gv, $sigil, $kind, $key);
    return found($special->[0], $at{line}, $special->[1]) if ref $special;
    return if $special || $gv->GvFLAGS & 0x70;    # imported
    my $package = $gv->STASH->can('NAME') ? $gv->STASH->NAME : 'main';
    my $name
        = $sigil . ($package eq 'main' ? '' : "${package}::") . $gv->SAFENAME;
    my $known = $variable{$name} //= { safe => sets($kind, $sigil) };
    $known->{line} //= $at{line} if $kind eq 'change';
    return;
}

# True if the program gives it a new value before it reads it.
sub sets ($kind, $sigil) {
    return 0 if $kind ne 'change' || ${ $at{cv} } != ${ B::main_cv() };
    my ($around)
        = grep { !$SIGIL{ $_->name } && $_->name ne 'null' } reverse @path;
    my $name = $around ? $around->name : '';
    return $name eq 'aassign' || $name eq 'sassign' && $sigil eq '$';
}

sub variables () {
    for my $name (sort keys %variable) {
        my $known = $variable{$name};
        next if $known->{safe} || !defined $known->{line};
        found('MH4102', $known->{line}, $name);
    }
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Look - what a compiled script leaves to the next request

=head1 SYNOPSIS

    perl -c -I LIB -MMehari::Explain::Look=3 script.pl 3>report

=head1 DESCRIPTION

Writes a line for each thing: its code, the line of the script, the subject, and
who does it, with a tab between; and C<end>, without which the script ended
while it was compiled.

=cut
