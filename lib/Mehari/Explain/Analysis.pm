package Mehari::Explain::Analysis;

# Text of a file, compiled once more, this time into a sub that does not run.
# Here, where no pragma and no lexical of ours is in sight.
sub compile { return eval $_[0] }

use v5.36;
use B ();

use Mehari::Explain::Begin;
use Mehari::Explain::Code;
use Mehari::Explain::Judge;
use Mehari::Explain::Library;
use Mehari::Explain::Reviewed;
use Mehari::Explain::Rule::Call;
use Mehari::Explain::Rule::File;
use Mehari::Explain::Rule::Plain;
use Mehari::Explain::Rule::Variable;
use Mehari::Explain::Use;
use Mehari::Explain::Walk;

# Everything that speaks against a faster tier, from what has been compiled.
sub all ($findings) {
    my $code = Mehari::Explain::Code->all;
    my $walk = Mehari::Explain::Walk->new(
        rules    => rules(),
        unknown  => \&unknown,
        uses     => Mehari::Explain::Use->new,
        findings => $findings,
    );
    modules($code, $findings);
    constants($code, $findings);
    names($code, $findings);
    walk_program($walk, $code);
    my $judge = Mehari::Explain::Judge->new(
        uses     => $walk->{uses},
        findings => $findings,
        code     => $code,
        walked   => $walk->{walked},
    );
    $judge->all;
    my $begin = begin($walk, $judge, $code, $findings);
    ends($walk, $code, $begin, $findings);
    text($findings, $0);
    surroundings($walk, $findings);
    Mehari::Explain::Library::look($findings, @{ $walk->{libraries} // [] });
    return;
}

sub rules () {
    my %plain = Mehari::Explain::Rule::Plain::rules();
    my %rules = map { $_ => $plain{$_} ? [ $plain{$_} ] : [] } keys %plain;
    for my $more (
        [ Mehari::Explain::Rule::Variable::rules() ],
        [ Mehari::Explain::Rule::File::rules() ],
        [ Mehari::Explain::Rule::Call::rules() ]
        )
    {
        while (my ($name, $rule) = splice @$more, 0, 2) {
            push @{ $rules{$name} }, $rule;
        }
    }
    return \%rules;
}

sub unknown ($walk, $op, $name) {
    return $walk->add('MH4009', subject => $name);
}

# --- which code --------------------------------------------------------------

sub walk_program ($walk, $code) {
    local $walk->{module};
    $walk->code(B::main_cv(), 'main', B::main_root());
    for my $sub (@{ $code->{subs} }, @{ $code->{blocks} }) {
        local $walk->{module} = $sub->{module};
        local $walk->{block}  = !defined $sub->{name};
        $walk->code($sub->{cv}, $sub->{module} ? 'module' : 'sub');
    }
    return;
}

# What runs while the script is compiled. Last of all, since to look at the code
# of files they are compiled once more, which replaces the bodies of their subs.
sub begin ($walk, $judge, $code, $findings) {
    my @loads = loads($code, $findings);
    Mehari::Explain::Pad::forget_all();
    my $begin = Mehari::Explain::Begin->new(
        findings => $findings,
        code     => $code
    );
    $begin->all(@loads);
    $walk->{walked} = {};
    local $walk->{uses} = $walk->{uses}->continued;
    walk_anonymous($walk, $begin);
    $judge->again($walk, @loads);
    return $begin;
}

# Subs without a name in modules: they may be kept in data.
sub walk_anonymous ($walk, $begin) {
    for my $cv (@{ $begin->{walk}{anonymous} // [] }) {
        $walk->code($cv, 'module')
            if $cv->FILE ne $0 && !$walk->{walked}{$$cv};
    }
    return;
}

# --- modules -----------------------------------------------------------------

sub modules ($code, $findings) {
    for my $module (sort values %{ $code->{modules} }) {
        my $tier = Mehari::Explain::Reviewed::tier($module) // next;
        next if $tier eq 'registry' || is_ours($code, $module);
        $findings->add(
            $tier eq 'exact' ? 'MH4512' : 'MH4513',
            file    => $0,
            subject => $module,
            why     => Mehari::Explain::Reviewed::why($module)
        );
    }
    for my $foreign (@{ $code->{foreign} }) {
        my $package = $foreign->{package};
        my $module  = Mehari::Explain::Code::loaded($package) // $package;
        next if Mehari::Explain::Reviewed::knows($module);
        $findings->add(
            'MH4507',
            file    => $0,
            subject => $module,
            why     => Mehari::Explain::Reviewed::unknown($module)
        );
    }
    return;
}

# A constant of a module may be a reference to data, which anybody can change.
sub constants ($code, $findings) {
    for my $constant (@{ $code->{constants} }) {
        my $module = Mehari::Explain::Code::loaded($constant->{package});
        next if !$module || Mehari::Explain::Reviewed::knows($module);
        $findings->add(
            'MH4510',
            file    => $code->file_of($module),
            subject => $constant->{name}
            )
            if grep { Mehari::Explain::Judge::is_data($_) }
            @{ $constant->{values} };
    }
    return;
}

# What other scripts of a process may have by the same name.
sub names ($code, $findings) {
    for my $sub (grep { !$_->{module} && $_->{name} =~ /::/ }
        @{ $code->{subs} })
    {
        $findings->add(
            'MH4122',
            file    => $sub->{file},
            line    => $sub->{line},
            subject => $sub->{name} =~ s/::[^:]*\z//r,
            once    => 'packages'
        );
    }
    return if !$INC{'lib.pm'};
    $findings->add('MH4516', file => $0, subject => $_) for $code->unreviewed;
    return;
}

# We have loaded B ourselves.
sub is_ours ($code, $module) { return $module eq 'B' }

# The code of unreviewed modules outside of their subs, and of other files that
# were required.
sub loads ($code, $findings) {
    my @loads;
    for my $key (sort keys %INC) {
        next if $key =~ m{\A(?:Mehari/Explain|unicore)/} || $key eq 'B.pm';
        my $module
            = $key =~ /\.pm\z/ ? $key =~ s/\.pm\z//r =~ s{/}{::}gr : undef;
        next if $module && Mehari::Explain::Reviewed::knows($module);
        my $file = $INC{$key};
        my $sub  = defined $file && !ref $file ? compile_file($file) : undef;
        if (!$sub) {
            $findings->add(
                'MH4511',
                file    => $file   // $key,
                subject => $module // $key
            );
            next;
        }
        push @loads,
            {
            sub    => $sub,
            cv     => B::svref_2object($sub),
            module => $module,
            file   => $file
            };
    }
    return @loads;
}

sub compile_file ($file) {
    open my $handle, '<', $file or return undef;
    my $text = do { local $/; <$handle> };
    close $handle;
    $text =~ s/^__(?:END|DATA)__\b.*//ms;
    local ($@, $_);
    local $SIG{__WARN__} = sub { };

    # Under -T it has to be said that what perl has compiled is no danger.
    my ($again) = $text =~ /\A(.*)\z/s;
    return compile("package main; sub {\n#line 1 \"$file\"\n$again\n;}");
}

# --- the rest ----------------------------------------------------------------

sub ends ($walk, $code, $begin, $findings) {
    for my $block (@{ $code->{blocks} }) {
        $findings->add(
            'MH4211',
            file    => $block->{file},
            line    => $block->{line},
            subject => 'END'
        );
    }
    for my $sub (grep { $_->{name} =~ /(?:\A|::)DESTROY\z/ }
        @{ $code->{subs} })
    {
        my %at = (
            file    => $sub->{file},
            line    => $sub->{line},
            subject => "sub $sub->{name}"
        );
        $findings->add('MH4121', %at);
        $findings->add('MH4413', %at) if $begin->has_blessed;
    }
    if ($walk->{catches}) {
        $findings->add(
            'MH4210',
            file    => $_->[0],
            line    => $_->[1],
            subject => 'exit'
        ) for @{ $walk->{exits} // [] };
    }
    return;
}

# What only Registry does not give: a head that is always printed, a file name
# that says nothing, and modules that are found from any directory.
sub surroundings ($walk, $findings) {
    my %at = (file => $0);
    $findings->add('MH4316', %at, subject => 'Content-Type')
        if !$walk->{head} || $walk->{exits_in_sub};
    $findings->add('MH4314', %at, subject => 'nph-')
        if $0 =~ m{(?:\A|/)nph-[^/]*\z};
    my @places = grep { defined && !ref } @INC, values %INC;
    for my $place (grep { !m{\A/} } @places) {
        $findings->add('MH4301', %at, subject => $place);
    }
    return;
}

# What compiled code does not show any more.
sub text ($findings, $file) {
    open my $handle, '<', $file or return;
    while (my $line = <$handle>) {
        last if $line =~ /\A__(?:END|DATA)__\b/;
        my %at = (file => $file, line => $.);
        $findings->add('MH4105', %at, subject => $1)
            if $line =~ /([\$\@%&*](?:main)?(?:::|')(?=\w)|\bmain(?:::|->))/;
        $findings->add('MH4216', %at, subject => $1)
            if $line =~ /(CORE::(?:GLOBAL::\w+|exit|dump))/;
        $findings->add('MH4233', %at, subject => 'FATAL')
            if $line =~ /\bwarnings\b.*\bFATAL\b|\bstrictures\b/;
    }
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Analysis - what a compiled script can see of its tier

=cut
