package Mehari::Explain;

# The costs of a script in each request under perl-cgi, things that it lacks,
# and lines that behave differently if Perl stays. The findings are help, not
# proof.

use Mehari::Perl;
use Cwd                   qw(abs_path);
use File::Basename        qw(dirname);
use File::Spec::Functions qw(rel2abs);
use File::Temp            ();

use Mehari::Explain::Kept;
use Mehari::Explain::FirstLook;
use Mehari::Explain::Missing;
use Mehari::Explain::Obstacle;
use Mehari::Explain::Reason;
use Mehari::Explain::Shebang;

use constant SECONDS => 10;    # that a compilation may take

my $LIB = dirname(dirname(abs_path(__FILE__)));

# The groups of findings, in their order.
my @ABOUT = qw(perl-cgi cgi registry);

# { script, findings => [{ about, code, line, subject, text }] }
sub examine ($class, $script) {
    my $self = bless { script => $script, seen => {}, findings => [] },
        $class;
    if (!-r $script) {
        $self->add('MH4007', 0, '', error => "$!");
    }
    elsif ($self->starts && $self->first_line) {
        $self->text;
        $self->kept;
        $self->compiled;
    }
    my @sorted = sort {
               $a->{about} <=> $b->{about}
            || $a->{line}  <=> $b->{line}
            || $a->{code} cmp $b->{code}
    } @{ $self->{findings} };
    $_->{about} = $ABOUT[ $_->{about} ] for @sorted;
    return { script => $script, findings => \@sorted };
}

# Adds each finding once.
sub add ($self, $code, $line, $subject, %about) {
    return if $self->{seen}{"$code $line $subject"}++;
    my $reason = Mehari::Explain::Reason::find($code);
    push @{ $self->{findings} },
        {
        about   => group_of($code),
        code    => $code,
        line    => $line + 0,
        subject => $subject,
        text    => Mehari::Explain::Reason::sentence(
            $reason, { %about, subject => $subject }
        ),
        };
    return;
}

sub group_of ($code) {
    return 0 if $code eq 'MH4423';
    return 2 if $code =~ /\AMH400[456]\z/;
    return 1 if $code =~ /\AMH4(?:0|32|33)/;
    return 2;
}

# A module, a PSGI file or a test need not be executable, because only perl
# reads it.
sub starts ($self) {
    return 1 if $self->{script} =~ /\.(?:pm|psgi|t)\z/i;
    my ($mode) = Mehari::Explain::Obstacle::of_file($self->{script});
    my ($code, $subject)
        = Mehari::Explain::Obstacle::of_head($self->{script});
    my $closed = ($mode // '') eq 'MH4321';
    $self->add($mode, 0, '') if $closed;

    # A file that is neither executable nor has a #! line is one that other
    # scripts load.
    $self->add($code, 1, $subject)
        if $code && !($closed && $code eq 'MH4322');
    return 1;
}

# False if the file is not for perl.
sub first_line ($self) {
    for my $found (Mehari::Explain::Shebang::look($self->{script})) {
        my ($code, $subject) = @$found;
        $self->add($code, 1, $subject);
        return 0 if $code eq 'MH4004';
    }
    return 1;
}

# Patterns for lines of the source that compiled code no longer shows.
my @PATTERNS = (
    [ MH4105 => qr/([\$\@%&*]main::\w+|\bmain->\w+)/ ],
    [ MH4232 => qr/\b(open[23])\b.*["']>&STDOUT/ ],
    [ MH4233 => qr/->status\(\s*([45]\d\d)\b/ ],
    [ MH4421 => qr/^\s*(BEGIN)\s*\{/ ],
    [ MH4422 => qr/^\s*(INIT|CHECK|UNITCHECK)\s*\{/ ],
);

sub text ($self) {
    open my $handle, '<', $self->{script} or return;
    my $pod = 0;
    while (my $line = <$handle>) {
        last               if $line =~ /\A__(?:END|DATA)__\b/;
        $pod = $1 ne 'cut' if $line =~ /\A=([a-z]\w*)/;
        next               if $pod || $line =~ /\A\s*(?:#|=cut)/;
        for my $pattern (@PATTERNS) {
            my ($code, $what) = @$pattern;
            $self->add($code, $., $1) if $line =~ $what;
        }
    }
    close $handle;
    return;
}

# Keeps one finding for each thing: a special one replaces the general one.
sub kept ($self) {
    for my $kept (Mehari::Explain::Kept::of_file($self->{script})) {
        my ($line, $subject, $by) = @$kept{qw(line subject by)};
        $self->add('MH4106', $line, $subject, by => $by);
        $self->{kept}{"$subject $by"} = 1;
    }
    return;
}

sub compiled ($self) {
    my ($lines, $said, $status) = look($self->{script});
    my $whole = @$lines && pop @$lines eq 'end' && !$status;
    for my $line (@$lines) {
        my ($code, $at, $subject, $by) = split /\t/, $line;
        next if !defined $subject;
        $by //= '';
        $self->add($code, $at, $subject, by => $by)
            if $code ne 'MH4101' || !$self->{kept}{"$subject $by"};
    }
    return $self->whole(map { /\Afile\t(.*)/ ? $1 : () } @$lines) if $whole;
    my ($error) = $said          =~ /(\S[^\n]*)/;
    my ($at)    = ($error // '') =~ / line (\d+)[.,]/;
    if (defined $error) {
        my ($code, $values)
            = Mehari::Explain::Missing::of_error($error,
            dirname($self->{script}));
        $self->add($code, $at // 0, $values->{subject}, %$values) if $code;
        return $self->add('MH4001', $at // 0, '', error => $error);
    }
    return $self->add('MH4002', 0, '');
}

# For a script that compiles. @loaded: the files that its compilation loads.
sub whole ($self, @loaded) {
    $self->headers(@loaded);
    $self->required;
    return $self->first_look(@loaded);
}

# Looks for required files that perl will not find, because it looks for them
# only at run time. A script may change @INC before that.
sub required ($self) {
    return if changes_inc($self->{script});
    for my $found (grep { $_->{code} eq 'MH4502' } $self->{findings}->@*) {
        my ($file) = $found->{subject} =~ m{\Arequire ([^\s/.]\S*)\z} or next;
        next if grep { !ref && -e "$_/$file" } @INC;
        my ($code, $values)
            = Mehari::Explain::Missing::of_error(
            "Can't locate $file in \@INC",
            dirname($self->{script}));
        $self->add($code, $found->{line}, $values->{subject}, %$values)
            if $code;
    }
    return;
}

sub changes_inc ($script) {
    return 1 if $ENV{PERL_USE_UNSAFE_INC};
    open my $in, '<', $script or return 0;
    return scalar grep { /\@INC\b|\buse\s+lib\b|%INC\b/ } <$in>;
}

# Words of a header, and signs of other ways to print one: another program or
# other code.
my $MAYBE = qr/content-type|location|status|header|http\/
    |\b(?:do|eval|exec|open|require|system|syswrite|write)\b|`|->|<</xi;

# Files that print nothing.
my $PRAGMA = join '|', qw(strict warnings(?:/\w+)? utf8 feature vars integer
    constant lib bytes locale sort re Config\w*);

# True for a program that prints, has no word of a header, and loads no file
# that could have one.
sub headers ($self, @loaded) {
    return if $self->{script} =~ m{\.(?:pm|psgi|t)\z|(?:\A|/)nph-[^/]*\z}i;
    return if grep { !m{/(?:$PRAGMA)\.pm\z} } @loaded;
    open my $in, '<', $self->{script} or return;
    my @lines = grep { !/\A\s*#/ } <$in>;
    return
        if grep { $_ =~ $MAYBE } @lines
        or !grep { /\b(?:print|say)/ } @lines;
    return $self->add('MH4335', 0, '');
}

# Reports the script's first look under perl-cgi if files are loaded after it,
# because each request pays for these. @loaded: the files that its compilation
# loads.
sub first_look ($self, @loaded) {
    my $dir  = dirname(rel2abs($self->{script}));
    my $look = Mehari::Explain::FirstLook->of_script($self->{script})
        // return;
    my @required
        = map { $_->{subject} =~ /\A(?:require|do) (.+)/ ? "$dir/$1" : () }
        grep  { $_->{code} eq 'MH4502' && $_->{line} >= $look->{line} }
        @{ $self->{findings} };
    my ($size, @files) = $look->behind(@loaded, @required);
    return if $size < Mehari::Explain::FirstLook::ENOUGH;
    return $self->add(
        'MH4423', $look->{line}, $look->{text},
        size  => int($size / 1024),
        files => join(', ', map { s{\A\Q$dir\E/}{}r } @files)
    );
}

# Runs a perl as mod_cgi starts it: in the script's directory, with a small
# environment. Returns its report, the text on its STDERR, and its exit status.
sub look ($script) {
    my $errors = File::Temp->new;
    pipe my $from, my $to or die "pipe: $!.\n";
    my $pid = fork // die "fork: $!.\n";
    become(rel2abs($script), $to, $errors) if !$pid;
    close $to;
    local $SIG{ALRM} = sub { kill KILL => -$pid };
    alarm SECONDS;
    chomp(my @lines = <$from>);
    waitpid $pid, 0;
    my $status = $?;
    alarm 0;
    kill KILL => -$pid;    # processes that it has left
    seek $errors, 0, 0;
    my $said = do { local $/; <$errors> };
    return (\@lines, ($said // '') =~ s/^.* syntax OK\n//mr, $status);
}

sub become ($path, $to, $errors) {
    setpgrp 0, 0;
    local $^F  = 255;
    local %ENV = (
        PATH              => $ENV{PATH} // '/usr/bin:/bin',
        GATEWAY_INTERFACE => 'CGI/1.1',
        REQUEST_METHOD    => 'GET',
        SCRIPT_FILENAME   => $path,
        map { defined $ENV{$_} ? ($_ => $ENV{$_}) : () }
            qw(PERL5LIB PERL_USE_UNSAFE_INC LANG TMPDIR)
    );
    if (   chdir dirname($path)
        && open(my $report, '>&', $to)
        && open(STDIN,      '<',  '/dev/null')
        && open(STDOUT,     '>',  '/dev/null')
        && open(STDERR,     '>&', $errors))
    {
        no warnings 'exec';
        exec {$^X} $^X, '-c', Mehari::Explain::Shebang::taints($path),
            "-I$LIB", '-MMehari::Explain::Look=' . fileno $report, $path;
    }
    kill KILL => $$;
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain - what a script costs, lacks, and leaves to the next request

=head1 SYNOPSIS

    my $result = Mehari::Explain->examine('hello.pl');
    say "$_->{line}: $_->{text}" for @{ $result->{findings} };

=head1 DESCRIPTION

C<examine> compiles the script in a process of its own
(L<Mehari::Explain::Look>), which runs its BEGIN blocks and no more, and returns
a hash with C<script> and C<findings>, each with C<about> (C<perl-cgi>: what
each request costs there; C<cgi>: what mod_cgi would say too; C<registry>: what
differs where Perl stays), C<code>, C<line> (0: of the script as a whole),
C<subject> and C<text>. They are in this order.

=cut
