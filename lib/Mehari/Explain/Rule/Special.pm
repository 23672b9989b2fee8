package Mehari::Explain::Rule::Special;

# Variables that mean something to perl, and what a program can see in them.

use v5.36;
use B ();

# Names of main's own that perl itself looks at.
my %NAMED
    = map { $_ => 1 } qw(ENV INC SIG ARGV ARGVOUT STDIN STDOUT STDERR _);

# Each is set by what comes before it can be read, or is the request's own:
# $! $@ $? $1 $& and their like; $| is STDOUT's, which is new with each request.
my %HARMLESS = map { $_ => 1 } qw(! @ ? & + - ` ' | 0 ] [ .), 1 .. 99,
    "\x0f", "\x16", "\x0e", "\x12", "\x13";

# $^W and its like, of which each tier gives every run what perl gives. Others
# are about how perl compiles.
my %KNOWN = map { $_ => 1 } (
    (map { chr } 1, 5, 6, 9, 12, 14, 15, 18, 19, 20, 22, 23, 24),
    map { chr(ord($_) - 64) . substr $_, 1 }
        qw(TAINT UNICODE MATCH PREMATCH POSTMATCH GLOBAL_PHASE UTF8LOCALE
        CAPTURE CAPTURE_ALL LAST_FH RE_TRIE_MAXBUF CHILD_ERROR_NATIVE)
);

my %WORD = (
    4207 => qr/\A[<>()]\z/,
    4212 => qr/\A\x14\z/,
);

sub is_special ($gv) {
    return 0 if !$gv->STASH->can('NAME') || $gv->STASH->NAME ne 'main';
    my $name = $gv->NAME;
    return $NAMED{$name} || $name !~ /\A[A-Za-z_]/;
}

# As it is written in a program.
sub spelled ($sigil, $name) {
    return $sigil
        . (
          $name =~ /\A([\x01-\x1f])(.+)/s ? '{^' . chr(ord($1) + 64) . "$2}"
        : $name =~ /\A([\x01-\x1f])\z/    ? '^' . chr ord($1) + 64
        :                                   $name
        );
}

sub look ($walk, $gv, $sigil, $kind) {
    return if !is_special($gv);
    my $name = $gv->NAME;
    return $walk->add('MH4227', subject => spelled($sigil, $name))
        if $name =~ /\A[\x01-\x1f]/ && !$KNOWN{$name};
    return environment($walk, $sigil, $kind) if $name eq 'ENV';
    return signals($walk, $sigil, $kind)     if $name eq 'SIG';
    return loaded($walk, $sigil, $kind)      if $name eq 'INC';
    return topic($walk, $kind)               if $name eq '_' && $sigil eq '$';
    if ($name eq '_') {
        return if $sigil ne '@' || $walk->{role} ne 'main';
        return $walk->add('MH4226', subject => '@_');
    }
    my $spelled = spelled($sigil, $name);
    return process_id($walk) if $name eq '$' && $sigil eq '$';
    return $walk->add('MH4207', subject => $spelled)
        if $name =~ $WORD{4207} && $kind ne 'read';
    return $walk->add('MH4212', subject => '$^T') if $name =~ $WORD{4212};
    return $walk->add('MH4222', subject => '$0')
        if $name eq '0' && $kind ne 'read';
    return $walk->add('MH4231', subject => '$^X') if $name eq "\x18";
    return $walk->add('MH4226', subject => $spelled)
        if $name eq 'ARGV' || $name =~ /\A\x07LOBAL_PHASE/;
    return $walk->add('MH4226', subject => $spelled)
        if ($name eq '!' || $name eq "\x17") && $kind eq 'read';
    return if $HARMLESS{$name} || $kind eq 'read' || $kind eq 'local';
    return if $kind eq 'bare';
    return $walk->add('MH4108', subject => $spelled);
}

# `kill USR1 => $$` does not say which number it is.
sub process_id ($walk) {
    my (undef, $around) = $walk->around;
    return if $around eq 'kill';
    return $walk->add('MH4201', subject => '$$');
}

# --- %ENV --------------------------------------------------------------------

# The key that is looked at, when it is a constant: of a chain of elements, or
# of the one around.
sub key_of ($walk) {
    return constant_key($walk->{key}) if defined $walk->{key};
    my ($outer, $name) = $walk->around;
    return undef if $name ne 'helem';
    return $walk->text($outer->last);
}

sub constant_key ($key) {
    return $key if !ref $key;
    return $key->can('PV') ? $key->PV : undef;
}

sub environment ($walk, $sigil, $kind) {
    return if $sigil ne '%';
    my $key = key_of($walk);
    if ($kind ne 'read' && $kind ne 'arg' && $kind ne 'local') {
        return $walk->add('MH4218',
            subject => defined $key ? "\$ENV{$key}" : '%ENV');
    }
    return if defined $key && $key !~ /\AMOD_PERL/;
    return $walk->add('MH4217',
        subject => defined $key ? "\$ENV{$key}" : '%ENV');
}

# --- %SIG --------------------------------------------------------------------

sub signals ($walk, $sigil, $kind) {
    return if $sigil ne '%';
    my $key = key_of($walk);
    return $walk->add('MH4229', subject => '%SIG') if !defined $key;
    my $spelled = "\$SIG{$key}";
    return if $kind eq 'read' || $kind eq 'arg';
    $walk->add('MH4230', subject => $spelled) if $key eq '__WARN__';
    return $kind eq 'local'
        ? undef
        : $walk->add('MH4108', subject => $spelled);
}

# --- %INC and @INC -----------------------------------------------------------

sub loaded ($walk, $sigil, $kind) {
    return $walk->add('MH4118', subject => '%INC') if $sigil eq '%';
    return                                         if $kind eq 'local';
    return $walk->add('MH4226', subject => '@INC')
        if $kind eq 'read' || $kind eq 'topic' || $kind eq 'alias';
    return $walk->add('MH4108', subject => '@INC');
}

# --- $_ ----------------------------------------------------------------------

# Where something around has made it local, what it is an alias of was noted.
sub topic ($walk, $kind) {
    return if $kind eq 'read' || $kind eq 'local' || $kind eq 'arg';
    $walk->{uses}{topic_changes} = 1;
    return if $walk->inside(qw(mapwhile grepwhile));
    for my $at (0 .. $#{ $walk->{path} }) {
        return
            if $walk->{path}[$at] eq 'leaveloop'
            && iterates_topic($walk, $walk->{ops}[$at]);
    }
    return $walk->add('MH4109', subject => '$_');
}

sub iterates_topic ($walk, $loop) {
    my $enter = $loop->first;
    return 0
        if $enter->name ne 'enteriter' || $walk->{pad}->name($enter->targ);
    return 1;
}

# --- handles -----------------------------------------------------------------

my %STANDARD = map { $_ => 1 } qw(STDIN STDOUT STDERR ARGV ARGVOUT DATA);

# A handle by its name. What opens one is its own rule.
sub handle ($walk, $gv, $around) {
    my $name = $gv->NAME;
    return $walk->add('MH4307', subject => 'DATA') if $name eq 'DATA';
    return $walk->add('MH4226', subject => 'ARGV')
        if $name eq 'ARGV' || $name eq 'ARGVOUT';
    return;
}

sub is_standard ($gv) { return $STANDARD{ $gv->NAME } }

1;

__END__

=head1 NAME

Mehari::Explain::Rule::Special - variables that mean something to perl

=cut
