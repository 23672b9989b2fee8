package Mehari::Explain::Rule::Call;

# Calls, and what brings in more code while the program runs.

use v5.36;
use B ();

use Mehari::Explain::Code;
use Mehari::Explain::Constant;
use Mehari::Explain::Reviewed;

sub rules () {
    return (
        entersub  => \&call,
        gv        => \&mention,
        method    => \&computed_method,
        require   => \&require_file,
        dofile    => \&do_file,
        entereval => \&string_eval,
        exit      => \&exits,
        die       => \&dies,
        undef     => \&undefine,
        wantarray => \&context,
        bless     => \&bless_here,
        weaken    => \&weakens,
        const     => \&constant,
        flop      => \&flop,
        (map { $_ => \&divides } qw(divide modulo i_divide i_modulo)),
        (map { $_ => \&out_of_range } qw(sqrt log)),
        (map { $_ => \&first_print } qw(print say prtf)),
        (map { $_ => \&keeps_pattern } qw(match subst qr)),
        entertry      => \&catches,
        leavetrycatch => \&catches,
    );
}

sub catches ($walk, $op, $name) { $walk->{catches} = 1; return }

# An eval around it, anywhere, would take Registry's exit for an error: judged
# when all has been seen.
sub exits ($walk, $op, $name) {
    $walk->{exits_in_sub} = 1 if $walk->{role} ne 'main';
    push @{ $walk->{exits} }, [ $walk->{file}, $walk->{line} ];
    return;
}

# --- what may die of its arguments -------------------------------------------

sub divides ($walk, $op, $name) {
    my $divisor = $op->last;
    return if $divisor->name eq 'const' && ($walk->text($divisor) || 0) != 0;
    return $walk->add('MH4236', subject => $name =~ /div/ ? '/' : '%');
}

sub out_of_range ($walk, $op, $name) {
    return $walk->add('MH4236', subject => $name);
}

# --- the head of the page ----------------------------------------------------

my $HEAD = qr{\AContent-Type:[ \t]*[\w+-]+/[\w+.-]+(?:;[ -~]*)?\r?\n\r?\n}i;

# A script that prints no head gets an error page from mod_cgi. What is proven
# to print one does it at the top, before anything that could end it.
sub first_print ($walk, $op, $name) {
    return if $walk->{role} ne 'main' || $walk->{exits};
    return if "@{ $walk->{path} }" !~ /\Aleave(?: null)?\z/;
    return if exists $walk->{head};
    return if $op->flags & B::OPf_STACKED && !is_stdout($walk, $op);
    my ($first)
        = grep { $_->name ne 'rv2gv' && $_->name ne 'gv' }
        $walk->arguments($op);
    $walk->{head} = $first && is_head($walk, $first);
    return;
}

sub is_stdout ($walk, $op) {
    my ($to)  = $walk->arguments($op);
    my $inner = $to->name eq 'rv2gv' ? $to->first             : $to;
    my $gv    = $inner->name eq 'gv' ? $walk->glob_of($inner) : undef;
    return $gv && $gv->SAFENAME eq 'STDOUT';
}

sub is_head ($walk, $op) {
    my $name = $op->name;
    return ($walk->text($op) // '') =~ $HEAD if $name eq 'const';
    if ($name eq 'multiconcat') {
        my (undef, $text, $length) = $op->aux_list($walk->{cv});
        return substr($text, 0, $length) =~ $HEAD;
    }
    return is_head($walk, ($walk->arguments($op))[0])
        if $name =~ /\A(?:concat|stringify)\z/;
    return $name eq 'entersub' && is_cgi_header($walk, $op);
}

my %TYPES = map { $_ => 1 } qw(-type type -charset charset -expires);

# CGI::header with a type at most.
sub is_cgi_header ($walk, $op) {
    my @arguments = $walk->arguments($op);
    my $code      = pop @arguments;
    return 0 if !$code || $code->name ne 'gv';
    my $cv = $walk->code_of($code);
    return 0 if !$cv || !$cv->isa('B::CV') || !$cv->GV->isa('B::GV');
    return 0
        if $cv->GV->STASH->NAME ne 'CGI' || $cv->GV->SAFENAME ne 'header';
    my @texts = map { $walk->text($_) } @arguments;
    return 0 if grep { !defined } @texts;
    return 1 if @texts <= 1;
    return !grep { !$TYPES{ lc $texts[ 2 * $_ ] } } 0 .. $#texts / 2;
}

# --- subs --------------------------------------------------------------------

# In an END block it changes the exit status.
sub dies ($walk, $op, $name) {
    return if !$walk->{block};
    return $walk->add('MH4232', subject => 'die');
}

sub call ($walk, $op, $name) {
    $walk->{called} = 1 if $walk->{role} eq 'main';
    my @arguments = $walk->arguments($op);
    my $code      = pop @arguments // return;
    return method_call($walk, $code, @arguments)
        if $code->name =~ /\Amethod/;
    asks_for_class($walk, $code, @arguments) if $code->name eq 'gv';
    return if $code->name =~ /\A(?:gv|anoncode|refgen|srefgen)/;
    $walk->add('MH4236', subject => '&{...}');
    return if $op->private & B::OPpHINT_STRICT_REFS;
    return symbolic($walk, '&{...}');
}

# FILE, without a star.
sub handle ($walk, $op, $around) {
    return if $around =~ /\Arv2/;
    my $gv = $walk->glob_of($op) // return;
    return Mehari::Explain::Rule::Special::handle($walk, $gv, $around);
}

# A class that is loaded and has the method does not die of the call.
sub method_call ($walk, $code, @arguments) {
    my $name  = $code->name =~ /_named/ ? $walk->method_name($code)  : undef;
    my $class = @arguments              ? $walk->text($arguments[0]) : undef;
    if (defined $name && defined $class && $name =~ /\A(?:can|isa|DOES)\z/) {
        return if Mehari::Explain::Code::exists_package($class);
        return $walk->add('MH4118', subject => $class);
    }
    my $unsafe
        = defined $name
        ? Mehari::Explain::Reviewed::unsafe_method($name)
        : undef;
    unsafe_sub($walk, $unsafe, $name) if defined $unsafe;
    return if defined $name && defined $class && eval { $class->can($name) };
    return $walk->add('MH4236', subject => '->' . ($name // '$name'));
}

# UNIVERSAL::can('Class', ...)
sub asks_for_class ($walk, $code, @arguments) {
    my $cv = $walk->code_of($code) // return;
    return if !$cv->isa('B::CV') || !$cv->GV->isa('B::GV') || !@arguments;
    return if $cv->GV->STASH->NAME ne 'UNIVERSAL';
    my $class = $walk->text($arguments[0]) // return;
    return if Mehari::Explain::Code::exists_package($class);
    return $walk->add('MH4118', subject => $class);
}

sub computed_method ($walk, $op, $name) { return symbolic($walk, '->$name') }

# Any sub that there is may be meant, also one that is not harmless.
sub symbolic ($walk, $subject) {
    my @what = Mehari::Explain::Reviewed::unsafe_subs() or return;
    return $walk->add('MH4107', subject => $subject, example => $what[0]);
}

# A sub is called, or referred to.
sub mention ($walk, $op, $name) {
    my (undef, $around) = $walk->around;
    return handle($walk, $op, $around)
        if $around !~ /\A(?:entersub|rv2cv|refgen|srefgen)\z/;
    my $cv = $walk->code_of($op);
    if (!$cv || !$cv->isa('B::CV')) {
        return $around eq 'entersub'
            ? $walk->add('MH4236', subject => 'a sub that is not there')
            : undef;
    }
    my $gv = $cv->GV;
    return if !$gv->isa('B::GV') || !$gv->STASH->can('NAME');
    my ($package, $sub) = ($gv->STASH->NAME, $gv->SAFENAME);
    $walk->add('MH4236', subject => "&$sub")
        if !$cv->XSUB && !${ $cv->ROOT };
    $walk->add('MH4315', subject => "${package}::$sub")
        if !Mehari::Explain::Reviewed::for_registry($package, $sub);
    weakens($walk) if $sub eq 'weaken';
    return unsafe_sub($walk, $package, $sub);
}

# While the program holds what BEGIN has made, a weak reference to it stays.
sub weakens ($walk, @) {
    return if $walk->is_module;
    return $walk->add('MH4237', subject => 'weaken');
}

sub unsafe_sub ($walk, $package, $sub) {
    my ($tier, $why) = Mehari::Explain::Reviewed::unsafe_sub($package, $sub)
        or return;
    return $walk->add(
        $tier eq 'fresh' ? 'MH4224' : 'MH4239',
        subject => "${package}::$sub",
        why     => $why
    );
}

# Of the script itself, which is a sub under Registry.
sub context ($walk, $op, $name) {
    return if $walk->{role} ne 'main';
    return $walk->add('MH4114', subject => 'wantarray');
}

sub undefine ($walk, $op, $name) {
    my ($what) = $walk->arguments($op);
    return if !$what || $what->name ne 'rv2cv';
    my ($inner) = $walk->arguments($what);
    my $gv = $inner && $inner->name eq 'gv' ? $walk->glob_of($inner) : undef;
    return $walk->add('MH4116',
        subject => $gv ? '&' . $gv->SAFENAME : '&...');
}

# --- more code ---------------------------------------------------------------

sub require_file ($walk, $op, $name) {
    $walk->{called} = 1 if $walk->{role} eq 'main';
    my ($what) = $walk->arguments($op);
    $what = $op->first if !$what && $op->flags & B::OPf_KIDS;
    return $walk->add('MH4503', subject => 'require') if !$what;
    my $text = $walk->text($what);
    return $walk->add('MH4503', subject => 'require') if !defined $text;
    return if $text =~ /\A[\d.v_]*\z/ || $text !~ /[a-zA-Z]/;
    return module($walk, $text) if $text =~ /\.pm\z/;
    return library($walk, $text, 'required');
}

sub module ($walk, $key) {
    return if exists $INC{$key};
    my $module = $key =~ s/\.pm\z//r =~ s{/}{::}gr;
    my $tier   = Mehari::Explain::Reviewed::tier($module);
    return $walk->add('MH4504', subject => $module)
        if !defined $tier || $tier eq 'exact';
    return $walk->add(
        'MH4513',
        subject => $module,
        why     => Mehari::Explain::Reviewed::why($module)
    ) if $tier ne 'registry';
    return;
}

sub do_file ($walk, $op, $name) {
    $walk->{called} = 1 if $walk->{role} eq 'main';
    my ($what) = $walk->arguments($op);
    my $text = $what ? $walk->text($what) : undef;
    return $walk->add('MH4505', subject => 'do FILE') if !defined $text;
    return library($walk, $text, 'read by do');
}

# Looked at as a program of its own, when all else has been.
sub library ($walk, $file, $how) {
    $walk->add(
        'MH4502',
        subject => $file,
        how     => $how . ($file =~ m{\A/} ? '' : ' by a relative path')
    );
    push @{ $walk->{libraries} }, [ $file, $walk->{file}, $walk->{line} ];
    return;
}

my $LOADS = qr/\A\s*(?:use|require)\s+([A-Z]\w*(?:::\w+)*)(?:\s+[\w\s():]*)?
    \s*;?\s*(?:1\s*;?)?\s*\z/x;

sub string_eval ($walk, $op, $name) {
    $walk->{called}  = 1 if $walk->{role} eq 'main';
    $walk->{catches} = 1;
    my ($what) = $walk->arguments($op);
    my $text = $what ? $walk->text($what) : undef;
    return module($walk, $1 =~ s{::}{/}gr . '.pm')
        if defined $text && $text =~ $LOADS;
    return if defined $text && constant_text($walk, $text);
    return $walk->add('MH4501', subject => 'eval');
}

# Its variables may be lexicals around it, which are not known by their names
# there: to the fresh tier it is all the same, as both are put back.
sub constant_text ($walk, $text) {
    return 0 if $walk->{role} !~ /\A(?:main|sub)\z/;
    my $cv = Mehari::Explain::Constant::code($text,
        @$walk{qw(package file line)}) // return 0;
    $walk->add('MH4517', subject => 'eval');
    local $walk->{module};
    $walk->code($cv, 'sub');
    return 1;
}

# --- names of packages -------------------------------------------------------

sub bless_here ($walk, $op, $name) {
    my @arguments = $walk->arguments($op);
    $walk->{blesses} = 1;
    return if @arguments > 1;
    return $walk->add('MH4114', subject => 'bless');
}

my $NUMBER = qr/\A\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*\z
    |\A[-+]?(?:inf|nan)/xi;
my %NUMERIC = map { $_ => 1 } qw(
    add subtract multiply divide modulo pow lt gt le ge eq ne ncmp negate int
    abs sqrt
);

# __PACKAGE__ is a constant by now. A text that is used as a number is one from
# then on: perl warns of it once.
sub constant ($walk, $op, $name) {
    my $text = $walk->text($op) // return;
    my (undef, $around) = $walk->around;
    $walk->add('MH4234', subject => qq("$text"))
        if $NUMERIC{$around} && $text !~ $NUMBER;
    $walk->add('MH4223', subject => $1)
        if $text =~ m{(/(?:proc/self|dev/fd)\b\S{0,40})};
    return if $text !~ /\A\*?main(?:::|\z)/;
    return $walk->add('MH4114', subject => '"main"');
}

# --- what operators remember -------------------------------------------------

# ... in scalar context; in list context it is a range.
sub flop ($walk, $op, $name) {
    return if ($op->flags & B::OPf_WANT) == B::OPf_WANT_LIST;
    return $walk->add($walk->is_module ? 'MH4515' : 'MH4111',
        subject => '..');
}

sub keeps_pattern ($walk, $op, $name) {
    return if !$op->isa('B::PMOP');
    my $flags = $op->pmflags;
    my $once  = $flags & B::PMf_ONCE;
    my $keeps = $flags & B::PMf_KEEP
        && grep { $_->name eq 'regcomp' } $walk->arguments($op);
    return if !$once && !$keeps;
    return $walk->add(
        $walk->is_module ? 'MH4515' : 'MH4110',
        subject => $once ? 'm?...?' : '/o'
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Rule::Call - calls, and code that comes while it runs

=cut
