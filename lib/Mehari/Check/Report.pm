package Mehari::Check::Report;

# The findings, as text for a terminal.

use Mehari::Perl;
use JSON::PP ();

use Mehari::Bench::Check;
use Mehari::Check::Mode;
use Mehari::Command;
use Mehari::Explain::Kept;
use Mehari::Explain::Reason;

my $WIDTH = 100;

# The width of the longest name of a mode.
my $ONE_NAME = 8;

# Names in a sentence; the table has them all.
my $LISTED = 8;

# findings: Mehari::Check::Findings; world; dir; notes; requests, rounds, sent:
# numbers
sub new ($class, %option) { return bless {%option}, $class }

sub text ($self) {
    return join "\n", grep { length } $self->head, $self->table,
        $self->verdicts, $self->differences, $self->remarks;
}

sub head ($self) {
    my $count = $self->{findings}->asked;
    return
        sprintf "%s: %s, %s. Two clients in turn send them in %s: in each"
        . " mode %d requests to a new copy.\n", $self->{dir},
        counted($count, 'script'), counted($self->{requests}, 'request'),
        counted($self->{rounds}, 'round'), $self->{sent};
}

sub counted ($count, $noun) {
    return "$count $noun" . ($count == 1 ? '' : 's');
}

sub listed (@names) {
    my $more = @names - $LISTED;
    return join ', ', @names if $more < 2;
    return join(', ', @names[ 0 .. $LISTED - 1 ]) . " and $more more";
}

# --- the table ---------------------------------------------------------------

sub table ($self) {
    my $findings = $self->{findings};
    my @modes    = map { $_->{name} } $findings->modes;
    my @rows     = [ 'ms a request', @modes, '' ];
    for my $script ($findings->asked) {
        push @rows,
            [
            $script,
            (map { $self->cell($script, $_) } @modes),
            $self->remark($script),
            ];
    }
    push @rows, [ 'all', (map { $self->total($_) } @modes), '' ]
        if @rows > 2;
    return aligned(@rows);
}

sub cell ($self, $script, $mode) {
    my $findings = $self->{findings};
    return 'differs' if $findings->found($script, $mode);
    return 'no end'  if defined $findings->given_up($script, $mode);
    return time_text($findings->ms($mode, $script));
}

sub total ($self, $mode) {
    my $count = $self->{findings}->differing($mode);
    return $count ? "$count differ" : time_text($self->{findings}->ms($mode));
}

sub time_text ($ms) {
    return '-' if !defined $ms;
    return $ms < 10 ? sprintf '%.2f', $ms : sprintf '%.0f', $ms;
}

sub remark ($self, $script) {
    my $findings = $self->{findings};
    my @said;
    my $status  = $findings->status($script);
    my ($after) = grep { defined }
        map { $findings->given_up($script, $_->{name}) } $findings->modes;
    push @said, "given up after $after" if defined $after;
    push @said, $status == 599 ? 'no answer' : "status $status"
        if $status != 200 && !defined $after;
    my $changes = $findings->inconstancy($script);
    push @said, sprintf '%d of %s change by themselves',
        $changes->{changing}, counted($changes->{lines}, 'line')
        if $changes;
    return join '; ', @said;
}

# Each mode in a sentence.
sub verdicts ($self) {
    my $findings = $self->{findings};
    my ($base, @modes) = map { $_->{name} } $findings->modes;
    my $all  = $findings->asked;
    my $text = '';
    for my $mode (@modes) {
        my @differ = $findings->differing($mode);
        $text
            .= sprintf "  %-9s %s\n", $mode,
            @differ
            ? @differ . ' of '
            . counted($all, 'script')
            . ' differ: '
            . listed(@differ)
            : 'every answer as under mod_cgi'
            . $self->faster($findings->ms($base), $findings->ms($mode));
    }
    return $text;
}

# Two digits, because the times are not more precise.
sub faster ($self, $than, $ms) {
    return '' if !defined $than || !defined $ms;
    my $times = $than / $ms;
    return sprintf ', %s times as fast', $times < 10
        ? sprintf('%.1f', $times)
        : 0 + sprintf '%.1e', $times;
}

sub aligned (@rows) {
    my @width;
    for my $row (@rows) {
        for my $n (0 .. $#$row) {
            my $length = length $row->[$n];
            $width[$n] = $length if $length > ($width[$n] // -1);
        }
    }
    my $last = $#{ $rows[0] };
    return join '', map {
        my $row = $_;
        '  ' . join(
            '  ',
            map {
                my $side = $_ == 0 || $_ >= $last - 1 ? '-' : '';
                sprintf "%$side$width[$_]s", $row->[$_];
            } 0 .. $last
            )
            =~ s/\s+\z//r . "\n"
    } @rows;
}

# --- what differs ------------------------------------------------------------

sub differences ($self) {
    my @text = map { $self->differences_of($_) } $self->{findings}->asked
        or return '';
    my %commands = Mehari::Command->commands;
    push @text, qq(  "mehari explain SCRIPT" names likely causes.\n)
        if $commands{explain};
    return join '', "What differs from mod_cgi\n", @text;
}

# Modes with the same difference are reported together.
sub differences_of ($self, $script) {
    my $findings = $self->{findings};
    my (@order, %modes);
    for my $mode (map { $_->{name} } $findings->modes) {
        my @found = $findings->found($script, $mode) or next;
        my $text  = $self->difference(\@found);
        push @order,             $text if !$modes{$text};
        push @{ $modes{$text} }, $mode;
    }
    return map { told($script, $_, @{ $modes{$_} }) } @order;
}

# Each mode's words stand after its name, below those of mod_cgi.
sub told ($script, $text, @modes) {
    my $names = join ', ', @modes;
    my $width = length $names;
    $width = $ONE_NAME if $width < $ONE_NAME;
    return "  $script under $names: " . $text
        =~ s/\t(.*?)\t/sprintf "    %-${width}s  ", $1 || $names/ger;
}

# The place, then mod_cgi's words and the mode's words. A name between tabs
# begins each; the modes' words may have none.
sub difference ($self, $found) {
    my $first = $found->[0];
    my $more  = @$found - 1;
    my ($code, $text) = $self->place($first);
    $text .= ', and ' . counted($more, 'more difference') if $more;
    $text .= " [$code]";
    my ($expected, $got) = $self->shown_pair($first);
    $text .= "\n\tmod_cgi\t$expected\n\t\t$got\n";
    $text .= "\tits log\t" . $self->printable($first->{log}) . "\n"
        if defined $first->{log};
    return $text;
}

my %CODE = (status => 'MH5201', header => 'MH5202', file => 'MH5204');

# The number of differences, and their places.
sub place ($self, $found) {
    my $code  = $CODE{ $found->{part} } // 'MH5203';
    my %value = (line => $found->{line});
    if ($found->{part} eq 'file') {
        $value{file} = $self->{world}->shown($found->{name});
        $value{line}
            = $found->{line} > 1 ? ', line ' . ($found->{line} - 1) : '';
    }
    else {
        $value{where}
            = "$found->{request}, round $found->{round},"
            . " client $found->{client}";
    }
    my $reason = Mehari::Explain::Reason::find($code);
    return ($code, Mehari::Explain::Reason::sentence($reason, \%value));
}

# Two lines that differ. Long lines are shown from the first difference on.
sub shown_pair ($self, $found) {
    my @lines
        = map { defined $_ ? $self->{world}->original($_) : undef }
        @$found{qw(expected got)};
    my $same = Mehari::Bench::Check::same_start(@lines);
    return map { Mehari::Bench::Check::shown($_, $same, $WIDTH) } @lines;
}

sub printable ($self, $line) {
    return $self->{world}->original($line)
        =~ s/([^\x20-\x7e])/sprintf '\\x%02x', ord $1/ger;
}

# --- the rest ----------------------------------------------------------------

sub notes ($self) {
    my $findings = $self->{findings};
    my @notes    = @{ $self->{notes} };
    my @silent   = $findings->not_asked;
    push @notes, message('MH5104', scripts => listed(@silent)) if @silent;
    my @broken = $findings->broken;
    my @wrong  = $findings->differing('perl-cgi');
    push @notes, message('MH5105', scripts => listed(@wrong))  if @wrong;
    push @notes, message('MH5106', scripts => listed(@broken)) if @broken;
    my @endless = $findings->endless;
    push @notes, message('MH5114', scripts => listed(@endless)) if @endless;
    push @notes, $self->kept, $self->advice;
    push @notes, message('MH5107')
        if $self->{sent} < 2 * $self->{rounds} * $self->{requests};
    return @notes;
}

# The gain that scripts could have under perl-cgi.
sub advice ($self) {
    my $result = $self->{findings}{results}{'perl-cgi'} // return;
    return map { $self->printable($_) } sort @{ $result->{advice} // [] };
}

# Lines of scripts that keep an object of a request. A run under mod_cgi cannot
# show this fault, because mod_cgi has no such objects.
sub kept ($self) {
    my @found;
    for my $script (sort @{ $self->{findings}{scripts} // [] }) {
        push @found,
            map { "$script:$_->{line} " . message('MH4106', %$_) }
            Mehari::Explain::Kept::of_file("$self->{dir}/$script");
    }
    return @found;
}

sub message ($code, %value) {
    return Mehari::Explain::Reason::message($code, %value);
}

sub remarks ($self) {
    my @notes = $self->notes or return '';
    return join '', "Notes\n", map { "  $_\n" } @notes;
}

# --- for programs ------------------------------------------------------------

# True if perl-cgi answers as mod_cgi does.
sub is_good ($self) {
    return !$self->{findings}->differing('perl-cgi');
}

sub data ($self) {
    my $findings = $self->{findings};
    my @modes    = map { $_->{name} } $findings->modes;
    return {
        program => 'mehari check',
        ok      => truth($self->is_good),
        notes   => [ $self->notes ],
        (map { $_ => $self->{$_} } qw(dir url rounds requests sent)),
        modes => [
            map {
                {
                    name    => $_,
                    ms      => $findings->ms($_),
                    differs => [ $findings->differing($_) ]
                }
            } @modes
        ],
        scripts =>
            [ map { $self->script_data($_, @modes) } $findings->asked ],
    };
}

sub truth ($value) { return $value ? JSON::PP::true : JSON::PP::false }

sub script_data ($self, $script, @modes) {
    my $findings = $self->{findings};
    my %mode;
    for my $name (@modes) {
        my @found = $findings->found($script, $name);
        $mode{$name} = {
            ms          => $findings->ms($name, $script),
            given_up    => $findings->given_up($script, $name),
            differences => scalar @found,
            @found ? (first => $self->found_data($found[0])) : (),
        };
    }
    return {
        script     => $script,
        status     => $findings->status($script),
        inconstant => $findings->inconstancy($script),
        modes      => \%mode,
    };
}

sub found_data ($self, $found) {
    my ($code) = $self->place($found);
    my %data   = map { $_ => $found->{$_} }
        grep { defined $found->{$_} }
        qw(part script request round client line log);
    $data{code} = $code;
    $data{file} = $self->{world}->shown($found->{name})
        if defined $found->{name};
    for my $side (qw(expected got)) {
        $data{$side} = $self->{world}->original($found->{$side})
            if defined $found->{$side};
    }
    return \%data;
}

1;

__END__

=head1 NAME

Mehari::Check::Report - what mehari check prints

=head1 METHODS

=over

=item text

Table, differences and notes.

=item data

All of it for JSON.

=item is_good

True if perl-cgi answers as mod_cgi.

=back

=cut
