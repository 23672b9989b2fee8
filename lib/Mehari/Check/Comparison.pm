package Mehari::Check::Comparison;

# Differences between runs of mod_cgi and a run of a mode. Two runs of mod_cgi
# may differ too: such a difference is not held against the mode.

use Mehari::Perl;
use List::Util qw(max uniq);

use Mehari::Check::Pattern;

my $TEXT = qr{\Acontent-type:\s*(?:text/|\S+[/+](?:json|xml)|
              application/(?:x-)?javascript|[^/]*\z)}x;

my $BINARY = qr/[\x00-\x06\x0e-\x1a\x1c-\x1f]/;

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
    return 0 if $answer->{body} =~ $BINARY;
    my ($type) = grep { /\Acontent-type:/ } @{ $answer->{head} };
    return !defined $type || $type =~ $TEXT;
}

# A body that is not text is one long line.
sub body_lines ($answer) {
    return is_text($answer)
        ? [ split /\n/, $answer->{body}, -1 ]
        : [ $answer->{body} ];
}

# --- answers -----------------------------------------------------------------

# The first difference of each answer that has one: { key, constant, script,
# request, round, client, part, line, expected, got, log }. The key is that of
# the same answer in another run.
sub differences ($self, $run) {
    my @found;
    for my $n (0 .. $#{ $self->{places} }) {
        my $found = $self->difference($n, $run->{answers}[$n]) // next;
        my ($number, $round, $client) = @{ $self->{places}[$n] };
        my $request = $self->{requests}[$number];
        push @found,
            {
            %$found,
            key      => $n,
            constant => !$self->inconstancy($number),
            round    => $round,
            client   => $client,
            script   => $request->{script},
            request  => $request->{shown},
            };
    }
    return @found;
}

# Differences of all kinds, in a run and the code that runs it again. Pages that
# change by themselves may differ in a way that was not seen before. Such a
# difference counts if it occurs again.
sub settled ($self, $run, $again) {
    my @found = $self->all_differences($run);
    return @found if !grep { !$_->{constant} } @found;
    my %other = map { $_->{key} => 1 } $self->all_differences($again->());
    return grep { $_->{constant} || $other{ $_->{key} } } @found;
}

sub all_differences ($self, $run) {
    return ($self->differences($run), $self->file_differences($run));
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
        next if "@$left" eq "@$right";
        if (grep { /$BINARY/ } @$left, @$right) {
            $file->{blob}{$name} = 1;
            next;
        }
        my $pattern = $file->{pattern}{$name} //= Mehari::Check::Pattern->new;
        $pattern->learn(0, $left, $right);
    }
    return;
}

sub directory_of ($name) { return $name =~ s{/[^/]*\z}{}r }

# { name, scripts, part, line, expected, got } of each file that is not as
# mod_cgi leaves it. If scripts make up names of files, names do not count.
sub file_differences ($self, $run) {
    my ($runs, $file) = @$self{qw(runs file)};
    my @found;
    my %names = map { %{ $_->{files} } } $run, @$runs;
    for my $name (sort keys %names) {
        my @sides = map { $_->{files}{$name} } $runs->[0], $run;
        my $known = $file->{ grep({ !$_ } @sides) ? 'restless' : 'blob' };
        next if $known->{$name} || $known->{ directory_of($name) };
        my $pattern = $file->{pattern}{$name} // Mehari::Check::Pattern->new;
        my $found
            = $pattern->difference(0, map { $_ // ['as before'] } @sides)
            // next;
        push @found,
            {
            %$found,
            key      => $name,
            constant => $pattern->is_constant,
            part     => 'file',
            name     => $name,
            scripts  => $self->writers($name, $run),
            };
    }
    return @found;
}

# Scripts that have written it in any of the runs.
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

Mehari::Check::Comparison - does a mode answer as mod_cgi does?

=head1 METHODS

=over

=item new(requests => \@requests, places => \@places), add_run(\%result)

Results of L<Mehari::Check::Run> for mod_cgi, at least one.

=item settled(\%result, $again)

The differences in a run of a mode, answers first; C<$again> is code that runs
it once more, and is called when that helps to be sure.

=item all_differences(\%result)

The same, without further runs.

=item inconstancy($number)

The part of the answers to a request that changes under mod_cgi itself.

=back

=cut
