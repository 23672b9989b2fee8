package Mehari::Explain::Constant;

# The text of an `eval 'TEXT'`, compiled and not run. Here, where no pragma and
# no lexical of ours is in sight.
sub compile { return eval $_[0] }

use v5.36;
use B ();

use Mehari::Explain::Pad;

# It is there at the end of what was compiled, or the text has ended the sub
# before.
use constant MARK => 'mehari: the end of the text';

# What would run, or define something, while the text is compiled.
my $ACTS = qr/\b(?:use|no)\s+[\w:]|\b(?:BEGIN|CHECK|INIT|UNITCHECK|END|package
    |format|__END__|__DATA__)\b|\bsub\s+[\w:']+
    |\b(?:my|our|state|local|sub)\b[^;=]*(?<!:):(?!:)/x;

# Of each sub, so that it lives as long as somebody looks at it.
my @kept;

# The code of the text in a package; undef when it cannot be had like this.
sub code ($text, $package, $file, $line) {
    return undef if $text =~ $ACTS || $file =~ /["\n]/;
    local ($@, $_);
    local $SIG{__WARN__} = sub { };
    local $SIG{__DIE__};

    # Under -T it has to be said that it is no danger: it does not run.
    my ($safe) = $text =~ /\A(.*)\z/s;
    my $sub
        = compile("package $package; return sub {\n#line $line \"$file\"\n"
            . "$safe\n;'${ \MARK }'\n};");
    return undef if ref $sub ne 'CODE';
    push @kept, $sub;
    my $cv = B::svref_2object($sub);
    return is_whole($cv) ? $cv : undef;
}

sub is_whole ($cv) {
    my $body = $cv->ROOT->first;
    my $last = $body->can('last') ? $body->last : return 0;
    return 0 if $last->name ne 'const';
    my $sv = $last->sv;
    $sv = Mehari::Explain::Pad->of($cv)->value($last->targ)
        if !$$sv || $sv->isa('B::SPECIAL');
    return $sv && $sv->can('PV') && ($sv->PV // '') eq MARK;
}

1;

__END__

=head1 NAME

Mehari::Explain::Constant - the text of an eval, when it is a constant

=cut
