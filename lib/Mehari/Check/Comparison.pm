package Mehari::Check::Comparison;

# What differs between runs of mod_cgi and a run of a tier. What differs between
# two runs of mod_cgi is not held against the tier.

use v5.36;
use List::Util qw(max uniq);

use Mehari::Check::Pattern;

my $TEXT = qr{\Acontent-type:\s*(?:text/|\S+[/+](?:json|xml)|
              application/(?:x-)?javascript|[^/]*\z)}x;

# requests; places: as Mehari::Check::Run has them; runs: results of mod_cgi
sub new ($class, %option) {
    my $self = bless { runs => [], %option }, $class;
    for my $number (0 .. $#{ $self->{requests} }) {
        $self->{$_}[$number] = Mehari::Check::Pattern->new for qw(head body);
    }
    $self->{file}{pattern} = {};
    return $self;
}

# One more run of mod_cgi.
sub add_run ($self, $run) {
    push @{ $self->{runs} }, $run;
    my $first = $self->{runs}[0];
    return if $run == $first;
    for my $n (0 .. $#{ $self->{places} }) {
        $self->learn($n, $first->{answers}[$n], $run->{answers}[$n]);
    }
    $self->learn_files($first->{files}, $run->{files});
    return;
}

sub learn ($self, $n, $one, $other) {
    my $number = $self->{places}[$n][0];
    $self->{loose}[$number] = 1 if $one->{status} != $other->{status};
    my @heads = map { $_->{head} } $one, $other;
    $self->{head}[$number]->learn($n, @heads)
        if "@{$heads[0]}" ne "@{$heads[1]}";
    return if $one->{body} eq $other->{body};
    if (!is_text($one)) { return $self->{blob}[$number] = 1 }
    $self->{body}[$number]->learn($n, map { body_lines($_) } $one, $other);
    return;
}

sub is_text ($answer) {
    return 0 if index($answer->{body}, "\0") >= 0;
    my ($type) = grep { /\Acontent-type:/ } @{ $answer->{head} };
    return !defined $type || $type =~ $TEXT;
}

# A body that is no text is one long line.
sub body_lines ($answer) {
    return is_text($answer)
        ? [ split /\n/, $answer->{body}, -1 ]
        : [ $answer->{body} ];
}

# --- answers -----------------------------------------------------------------

# The first difference of each answer that has one: { script, request, round,
# client, part, line, expected, got, log }.
sub differences ($self, $run) {
    my @found;
    for my $n (0 .. $#{ $self->{places} }) {
        my $found = $self->difference($n, $run->{answers}[$n]) // next;
        my ($number, $round, $client) = @{ $self->{places}[$n] };
        my $request = $self->{requests}[$number];
        push @found,
            {
            %$found,
            round   => $round,
            client  => $client,
            script  => $request->{script},
            request => $request->{shown},
            };
    }
    return @found;
}

sub difference ($self, $n, $got) {
    my @expected = map { $_->{answers}[$n] } @{ $self->{runs} };
    return undef if grep { same_answer($_, $got) } @expected;
    my $expected = $expected[0];
    my $number   = $self->{places}[$n][0];
    return {
        part     => 'status',
        expected => status($expected),
        got      => status($got),
        log      => $got->{log}
        }
        if $expected->{status} != $got->{status} && !$self->{loose}[$number];
    my $head = $self->{head}[$number]
        ->difference($n, $expected->{head}, $got->{head});
    return { part => 'header', %$head } if $head;
    return undef                        if $self->{blob}[$number];
    my $body = $self->{body}[$number]
        ->difference($n, map { body_lines($_) } $expected, $got);
    return $body ? { part => 'body', %$body } : undef;
}

sub same_answer ($one, $other) {
    return
           $one->{status} == $other->{status}
        && $one->{body} eq $other->{body}
        && join("\n", @{ $one->{head} }) eq join "\n", @{ $other->{head} };
}

sub status ($answer) {
    return "$answer->{status} " . ($answer->{reason} // '')
        if $answer->{status} != 599;
    return 'no whole answer: ' . ($answer->{reason} // '');
}

# --- files -------------------------------------------------------------------

sub learn_files ($self, $one, $other) {
    my $file = $self->{file};
    for my $name (uniq keys %$one, keys %$other) {
        my ($left, $right) = ($one->{$name}, $other->{$name});
        if (!$left || !$right) {
            $file->{restless}{ directory_of($name) } = 1;
            next;
        }
        my $pattern = $file->{pattern}{$name} //= Mehari::Check::Pattern->new;
        $pattern->learn(0, map { file_lines($_) } $left, $right);
    }
    return;
}

sub directory_of ($name) { return $name =~ s{/[^/]*\z}{}r }

# What is no text changes as a whole.
sub file_lines ($lines) {
    return [ join "\n", @$lines ] if grep { index($_, "\0") >= 0 } @$lines;
    return $lines;
}

# { name, scripts, part, line, expected, got } of each file that is not as
# mod_cgi leaves it. Where names are made up, no name is a difference.
sub file_differences ($self, $run) {
    my ($runs, $file) = @$self{qw(runs file)};
    my @found;
    for my $name (sort { $a cmp $b } uniq map { keys %{ $_->{files} } } $run,
        @$runs)
    {
        my $expected = $runs->[0]{files}{$name};
        my $got      = $run->{files}{$name};
        if (!$expected || !$got) {
            next if $file->{restless}{ directory_of($name) };
        }
        my $pattern = $file->{pattern}{$name} // Mehari::Check::Pattern->new;
        my $found   = $pattern->difference(0,
            map { file_lines($_ // ['as before']) } $expected, $got) // next;
        push @found,
            {
            %$found,
            part    => 'file',
            name    => $name,
            scripts => $self->writers($name, $run),
            };
    }
    return @found;
}

# Whoever has written it in any of the runs.
sub writers ($self, $name, $run) {
    my %writer = map { %{ $_->{writers}{$name} // {} } } $run,
        @{ $self->{runs} };
    return [ sort keys %writer ];
}

# --- what could be compared --------------------------------------------------

# Of one request: undef when its answers are the same each time, else
# { lines, changing }.
sub inconstancy ($self, $number) {
    my ($head, $body) = map { $self->{$_}[$number] } qw(head body);
    return undef
        if $head->is_constant
        && $body->is_constant
        && !$self->{blob}[$number]
        && !$self->{loose}[$number];
    my ($n)
        = grep { $self->{places}[$_][0] == $number }
        0 .. $#{ $self->{places} };
    my $answer = $self->{runs}[0]{answers}[$n];
    my $lines  = body_lines($answer);
    my $all    = @$lines + @{ $answer->{head} };
    my $count
        = $self->{blob}[$number]
        ? @$lines
        : $body->changing($n, $lines);
    return {
        lines    => $all,
        changing => $count + $head->changing($n, $answer->{head}),
    };
}

1;

__END__

=head1 NAME

Mehari::Check::Comparison - does a tier answer as mod_cgi does?

=head1 METHODS

=over

=item new(requests => \@requests, places => \@places), add_run(\%result)

Results of L<Mehari::Check::Run> for mod_cgi, at least one.

=item differences(\%result), file_differences(\%result)

What is different in a run of a tier.

=item inconstancy($number)

How much of the answers to a request changes under mod_cgi itself.

=back

=cut
