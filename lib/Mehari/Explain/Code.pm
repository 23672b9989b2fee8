package Mehari::Explain::Code;

# All that has been compiled: whose it is, and when it runs.

use v5.36;
use B ();

use Mehari::Explain::Reviewed;

# Packages that come with perl itself, without a file.
my %PERLS = map { $_ => 1 } qw(
    UNIVERSAL Internals utf8 version re mro PerlIO Regexp builtin attributes
    DynaLoader XSLoader Tie::Hash::NamedCapture constant CORE CORE::GLOBAL
    PerlIO::Layer Config
);

# { subs => [...], begins => [...], blocks => [...], foreign => [...] } of
# { cv, name, module (undef: the program's), file }
sub all ($class) {
    my $self = bless {
        seen      => {},
        subs      => [],
        begins    => [],
        blocks    => [],
        foreign   => [],
        constants => [],
        modules   => { map { inverted($_) } grep { /\.pm\z/ } keys %INC },
    }, $class;
    $self->stash('main::', \%main::, {});
    $self->special(begins => $_)
        for B::begin_av(), B::check_av(), B::unitcheck_av();
    $self->special(blocks => $_) for B::init_av(), B::end_av();
    return $self;
}

sub inverted ($key) {
    return () if !defined $INC{$key} || ref $INC{$key};
    return ($INC{$key} => $key =~ s/\.pm\z//r =~ s{/}{::}gr);
}

sub is_perls ($package) { return $PERLS{$package} }

sub is_ours ($name) {
    return $name =~ /\A(?:main::)?(?:Mehari::Explain|B)(?:::|\z)/;
}

sub stash ($self, $name, $stash, $seen) {
    return if $seen->{$stash}++ || is_ours($name);
    for my $key (keys %$stash) {
        my $entry = \$stash->{$key};
        if ($key =~ /::\z/) {
            next if ref $entry ne 'GLOB' || !*$entry{HASH};
            my $inner = $name eq 'main::' ? $key : $name . $key;
            $self->stash($inner, *$entry{HASH}, $seen);
            next;
        }
        $self->constant($$entry, "$name$key", $name)
            if ref $entry ne 'GLOB' && ref $$entry ne 'CODE';
        my $code
            = ref $entry eq 'GLOB'  ? *$entry{CODE}
            : ref $$entry eq 'CODE' ? $$entry
            :                         undef;
        my $form = ref $entry eq 'GLOB' ? *$entry{FORMAT} : undef;
        $self->note($_, "$name$key") for grep { defined } $code, $form;
    }
    return;
}

# The reference keeps it alive: what B has does not.
sub note ($self, $code, $name) {
    my $cv = B::svref_2object($code);
    return if $self->{seen}{$$cv}++;
    my $home = home_of($cv);
    return if is_ours($home);
    if ($cv->XSUB && $cv->CvFLAGS & B::CVf_CONST) {
        return $self->constant([ $code->() ], $name, "${home}::");
    }
    if ($cv->XSUB) {
        push @{ $self->{foreign} }, { cv => $cv, package => $home }
            if !$PERLS{$home};
        return;
    }
    return if ${ $cv->ROOT } == 0;
    my $module = $self->module_of($cv->FILE, $cv->STASH);
    return if $module && Mehari::Explain::Reviewed::knows($module);
    push @{ $self->{subs} },
        {
        cv     => $cv,
        kept   => $code,
        line   => line_of($cv),
        name   => $name =~ s/\Amain:://r,
        module => $module,
        file   => $cv->FILE,
        };
    return;
}

# As `use constant` leaves it: a reference to the value, or to a list of them.
sub constant ($self, $kept, $name, $package) {
    my @values = ref $kept eq 'ARRAY' ? @$kept : ref $kept ? $$kept : ();
    push @{ $self->{constants} },
        {
        values  => \@values,
        name    => $name,
        package => $package =~ s/::\z//r
        };
    return;
}

# The package in which a sub was made, wherever it is known now.
sub home_of ($cv) {
    my $gv = $cv->GV;
    return $gv->STASH->NAME if $gv->isa('B::GV') && $gv->STASH->can('NAME');
    my $stash = $cv->STASH;
    return $stash->can('NAME') ? $stash->NAME : 'main';
}

sub exists_package ($name) {
    my $stash = \%main::;
    for my $part (split /::/, $name) {
        my $entry = $stash->{"${part}::"} // return 0;
        $stash = *$entry{HASH} // return 0;
    }
    return 1;
}

# The module that a file or, for what is in none, a package belongs to.
sub module_of ($self, $file, $stash) {
    return undef                   if defined $file && $file eq $0;
    return $self->{modules}{$file} if $self->{modules}{ $file // '' };
    return undef if defined $file && grep { $_ eq $file } values %INC;
    return undef if !$stash || !$stash->can('NAME');
    return loaded($stash->NAME);
}

# "A::B" when A/B.pm has been loaded, or "A" for something inside of it.
sub loaded ($package) {
    while (length $package) {
        my $key = $package =~ s{::}{/}gr . '.pm';
        return $package if exists $INC{$key};
        last            if $package !~ s/::[^:]+\z//;
    }
    return undef;
}

sub special ($self, $where, $list) {
    return if !$$list || $list->isa('B::SPECIAL');
    for my $cv ($list->ARRAY) {
        next if $self->{seen}{$$cv}++ || !$cv->isa('B::CV');
        my $module = $self->module_of($cv->FILE, $cv->STASH);
        next
            if $module
            && ($module =~ /\AMehari::Explain/
            || Mehari::Explain::Reviewed::knows($module));
        push @{ $self->{$where} },
            {
            cv     => $cv,
            kept   => $cv->object_2svref,
            line   => line_of($cv),
            module => $module,
            file   => $cv->FILE
            };
    }
    return;
}

sub line_of ($cv) {
    my $start = $cv->START;
    return $start->isa('B::COP') ? $start->line : 0;
}

# Modules that have been loaded and that nobody has reviewed.
sub unreviewed ($self) {
    return sort grep {
               !/\AMehari::Explain/
            && $_ ne 'B'
            && !Mehari::Explain::Reviewed::knows($_)
    } values %{ $self->{modules} };
}

sub file_of ($self, $module) {
    return $INC{ $module =~ s{::}{/}gr . '.pm' };
}

1;

__END__

=head1 NAME

Mehari::Explain::Code - all code that a script was compiled to

=cut
