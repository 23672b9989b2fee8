package Mehari::Explain::Kept;

# Finds, in the source of a script or of a handler's module, objects of a
# request that it keeps after the request. No code of it runs.

use Mehari::Perl;

# Expressions that return the request's object under Registry, where a script is
# the body of a sub.
my $REQUEST = qr/
      shift \b (?! \s* \(? \s* (?: \@(?!_\b) | \$ ) )
    | \@_ (?! \w)
    | \$_ \s* \[ \s* 0 \s* \]
    | Apache2? (?: ::RequestUtil )? \s* -> \s* request \b
    | \$\w+ \s* -> \s* r \b (?! \s* -> )
    | [\w:]+ \s* -> \s* new \s* \( \s* shift \b (?! \s* [\@\$] )
/x;

# Methods of a request whose objects end with it.
my $PART = qr/connection|pool|headers_in|headers_out|err_headers_out|notes
    |subprocess_env|log|parsed_uri|main|prev/x;

my $TOKEN = qr/
      (?<line> \n )
    | (?<! [\$\@%&>:] ) \b sub \b \s* (?<sub> [A-Za-z_][\w:']* )? \s*
        (?: \( (?<signature> [^()]* ) \) )? [^{};()]*? (?<body> \{ )
    | (?<open> \{ ) | (?<close> \} )
    | (?: \b (?<how> my|our|state|local ) \b \s* )? (?: \( \s* )?
        (?<name> \$[A-Za-z_][\w:]* ) \s* \)? \s*
        (?<once> \|\|= | \/\/= | = (?! [=~>] ) ) \s*
        (?: (?<request> $REQUEST )
          | (?<known> \$\w+ ) \s* -> \s* (?: $PART ) \b
          | [\w:]+ \s* (?: -> \s* new | ) \s* \( \s* (?<known> \$\w+ ) \b
          | new \s+ [\w:]+ \s* \( \s* (?<known> \$\w+ ) \b )
    | \b (?: my|our|state|local ) \b \s* (?: \( (?<list> [^()]* ) \)
        | (?<declared> \$\w+ ) )
    | (?<used> \$ \w+ | \$ \{ \w+ \} ) (?! \s* [\[\{] )
    | (?<used> \$ \w+ ) (?= \s* -> )
/x;

# { line, subject, by } for each variable and each sub that keeps it.
sub find ($text) {
    my $self = bless {
        line   => 1,
        blocks => [ { own => {} } ],
        known  => {},
        found  => [],
        seen   => {},
        },
        __PACKAGE__;
    my $code = bare($text);
    while ($code =~ /$TOKEN/g) {
        $self->token({%+});
        $self->{line} += () = $& =~ /\n/g if !defined $+{line};
        $self->{line}++                   if defined $+{line};
    }
    return @{ $self->{found} };
}

sub of_file ($file) {
    open my $in, '<', $file or return;
    my $text = do { local $/; <$in> }
        // '';
    close $in;
    return find($text);
}

# The same lines without parts that look like code but are none: comments, POD,
# the text after __END__, and strings. Variables in strings stay.
sub bare ($text) {
    my ($pod, $code, @ends) = (0, '');
    for my $line (split /(?<=\n)/, $text) {
        last if !@ends && $line =~ /\A__(?:END|DATA)__\b/;
        $pod = $1 ne 'cut' if !@ends && $line =~ /\A=([a-z]\w*)/;
        if    ($pod || $line =~ /\A=cut\b/) { $code .= "\n" }
        elsif (@ends) { $code .= of_text($line, \@ends) }
        else          { $code .= of_code($line, \@ends) }
    }
    return $code;
}

# A line of a text that begins with <<; the innermost word ends it.
sub of_text ($line, $ends) {
    my ($word, $quote) = @{ $ends->[0] };
    shift @$ends if $line =~ /\A\s*\Q$word\E\s*\z/;
    return words_of($line, $quote);
}

sub of_code ($line, $ends) {
    $line =~ s/\A\s*#.*//;
    push @$ends, [ $2, $1 ]
        while $line =~ /<<~?(["']?)([A-Za-z_]\w*)\1(?!\w)/g;
    $line =~ s/(?<![\w\$&])'((?:[^'\\]|\\.)*)'/''/g;
    $line =~ s/(?<![\w\$])"((?:[^"\\]|\\.)*)"/words_of($1, '"')/ge;
    $line =~ s/(?<=[\s;{}])#.*//;
    return $line;
}

sub words_of ($text, $quote) {
    return "\n" if $quote eq "'";
    return $text =~ s/[^\$\w\n]+/ /gr;
}

sub token ($self, $token) {
    my $blocks = $self->{blocks};
    if ($token->{body}) {
        my %own = map { $_ => 1 } ($token->{signature} // '') =~ /(\$\w+)/g;
        push @$blocks, { sub => $token->{sub} // '', own => \%own };
    }
    elsif ($token->{open})  { push @$blocks, { own => {} } }
    elsif ($token->{close}) { pop @$blocks if @$blocks > 1 }
    elsif ($token->{once})  { $self->assigned($token) }
    elsif (defined $token->{list}) {
        $blocks->[-1]{own}{$_} = 1 for $token->{list} =~ /(\$\w+)/g;
    }
    elsif ($token->{declared}) {
        $blocks->[-1]{own}{ $token->{declared} } = 1;
    }
    elsif ($token->{used}) { $self->used($token->{used} =~ tr/{}//dr) }
    return;
}

sub inside_sub ($self) {
    return grep { defined $_->{sub} } @{ $self->{blocks} };
}

sub assigned ($self, $token) {
    my ($name, $how, $once) = map { $_ // '' } @$token{qw(name how once)};
    my $known = $token->{known} // '';
    $self->used($known) if $known;
    my $is_request = $token->{request} || $self->{known}{$known};
    if ($is_request && keeps($name, $how, $once, $self->declared($name))) {
        return $self->found($name, $how eq 'state' ? '`state`' : "`$once`");
    }
    if ($how eq 'my' || $how eq 'state') {
        $self->{blocks}[-1]{own}{$name} = 1;
        $self->{known}{$name} = 1
            if $is_request && $how eq 'my' && !$self->inside_sub;
    }
    elsif ($how eq '') { $self->used($name) }
    return;
}

# True if a variable is set once in the life of a process.
sub keeps ($name, $how, $once, $is_lexical) {
    return 1 if $how eq 'state';
    return 0 if $once eq '=';
    return $how eq 'our' || $how eq '' && !$is_lexical;
}

sub declared ($self, $name) {
    return $self->{known}{$name}
        || scalar grep { $_->{own}{$name} } @{ $self->{blocks} };
}

# The innermost named sub that uses a variable from outside of itself.
sub used ($self, $name) {
    return if !$self->{known}{$name};
    for my $block (reverse @{ $self->{blocks} }) {
        return if $block->{own}{$name};
        next   if !length($block->{sub} // '');
        return $self->found($name, "sub $block->{sub}");
    }
    return;
}

sub found ($self, $name, $by) {
    return if $self->{seen}{"$name $by"}++;
    push @{ $self->{found} },
        { line => $self->{line}, subject => $name, by => $by };
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Kept - objects of requests that outlive them

=head1 FUNCTIONS

=over

=item find($text)

A list of hashes: C<line>, C<subject> (the variable) and C<by>: the variable or
sub that keeps it.

=item of_file($file)

The same; nothing if the file cannot be read.

=back

=cut
