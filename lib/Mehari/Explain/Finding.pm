package Mehari::Explain::Finding;

# What has been found against the faster tiers, each thing once.

use v5.36;

use Mehari::Explain::Reason;

# Fastest first. A reason rules out a tier and those before it.
my @TIERS = qw(registry fresh exact);

sub new ($class) { return bless { list => [], seen => {} }, $class }

# file, line and subject, and whatever the sentence of the code names.
sub add ($self, $code, %what) {
    my $reason  = Mehari::Explain::Reason::find($code);
    my $subject = $what{subject} // '';
    my $once    = $what{once}    // join "\0", $what{file},
        $what{line} // 0, $subject;
    return if $self->{seen}{"$code\0$once"}++;
    push @{ $self->{list} },
        {
        code    => $code,
        tier    => $reason->{rules_out},
        file    => $what{file},
        line    => $what{line} // 0,
        subject => $subject,
        text    => Mehari::Explain::Reason::sentence($reason, \%what),
        };
    return;
}

# Lines of another report.
sub take ($self, @lines) {
    for my $line (@lines) {
        my ($code, $tier, $place, $subject, $text) = split /\t/, $line, 5;
        next if !defined $text || $self->{seen}{$line}++;
        my ($file, $number) = $place =~ /\A(.*?)(?::(\d+))?\z/s;
        push @{ $self->{list} },
            {
            code    => $code,
            tier    => $tier,
            file    => $file,
            line    => $number // 0,
            subject => $subject,
            text    => $text,
            };
    }
    return;
}

sub rules_out ($self, $tier) {
    return scalar grep { $_->{tier} eq $tier } @{ $self->{list} };
}

# The fastest tier against which nothing has been found.
sub tier ($self) {
    return 'exact'
        if $self->rules_out('fresh') || $self->rules_out('compile');
    return $self->rules_out('registry') ? 'fresh' : 'registry';
}

# Those that rule out the slowest tier first, then as they stand in the files.
sub sorted ($self) {
    my $script = $0;
    return sort {
               ($b->{tier} ne 'registry') <=> ($a->{tier} ne 'registry')
            || ($b->{file} eq $script) <=> ($a->{file} eq $script)
            || $a->{file} cmp $b->{file}
            || $a->{line} <=> $b->{line}
            || $a->{code} cmp $b->{code}
            || $a->{subject} cmp $b->{subject}
    } @{ $self->{list} };
}

# As the manager of a pool reads it.
sub text ($self) {
    my $text = $self->tier . "\n";
    for my $found ($self->sorted) {
        my $tier = $found->{tier} eq 'registry' ? 'registry' : 'fresh';
        $text .= join("\t",
            $found->{code}, $tier, place($found),
            map { tr/\t\n\r/ /r } @$found{qw(subject text)})
            . "\n";
    }
    utf8::encode($text) if utf8::is_utf8($text);
    return $text;
}

sub place ($found) {
    my $file = $found->{file} =~ tr/\t\n\r/ /r;
    return $found->{line} ? "$file:$found->{line}" : $file;
}

1;

__END__

=head1 NAME

Mehari::Explain::Finding - what speaks against the faster tiers

=cut
