package Mehari::Explain::Reason;

# The catalogue of numbered messages: each has a cause, its importance, its
# effect and the remedy.

use Mehari::Perl;
use File::Basename   qw(dirname);
use PerlIO::encoding ();
use Text::Wrap       qw(wrap);

my @FILES  = qw(start requests pools explain lines check inherited);
my @FIELDS = qw(says cause effect remedy);

# The catalogue is read when the first message is asked for.
my %REASON;

sub catalogue () {
    return \%REASON if %REASON;
    for my $name (@FILES) {
        my $file = dirname(__FILE__) . "/Reason/$name.txt";
        open my $text, "<:encoding(UTF-8)", $file
            or die "Cannot read $file: $!\n";
        for my $reason (parse($file, <$text>)) {
            die "$file: $reason->{code} is in the catalogue twice.\n"
                if $REASON{ $reason->{code} };
            $REASON{ $reason->{code} } = $reason;
        }
    }
    return \%REASON;
}

# An entry is a line "[CODE] title", then lines "field: text". Indented lines
# continue a field; those of an example keep their line ends.
sub parse ($file, @lines) {
    my (@reasons, $field);
    for my $number (1 .. @lines) {
        my $line = $lines[ $number - 1 ];
        next if $line =~ /\A(?:#|\s*\z)/;
        if ($line =~ /\A\[(MH\d{4})\] (.*)/) {
            push @reasons, { code => $1, title => $2 };
            undef $field;
        }
        elsif (@reasons && $line =~ /\A([a-z]+): *(.*)/) {
            die "$file:$number: there is no field $1.\n"
                if !grep { $_ eq $1 } @FIELDS, "example", "logs";
            ($field, $reasons[-1]{$1}) = ($1, $2);
        }
        elsif (defined $field && $line =~ /\A {8}(.*)/) {
            $reasons[-1]{$field} .= $field eq "example" ? "$1\n" : " $1";
        }
        else {
            die "$file:$number: neither an entry, a field nor its text.\n";
        }
    }
    for my $reason (@reasons) {
        my @missing = grep { !length($reason->{$_} // "") } @FIELDS;
        die "$file: $reason->{code} has no @missing.\n" if @missing;
    }
    return @reasons;
}

sub codes () { return sort keys catalogue()->%* }

sub has ($code) { return exists catalogue()->{$code} }

sub find ($code) {
    return catalogue()->{$code} // die "There is no message $code.\n";
}

# The sentence of a reason, with {subject} and the like filled in.
sub sentence ($reason, $value) {
    return $reason->{says} =~ s/\{(\w+)\}/$value->{$1} \/\/ ''/ger;
}

# The same with its number, for people.
sub message ($code, %value) {
    return sentence(find($code), \%value) . " [$code]";
}

sub refuse ($code, %value) { die message($code, %value) . "\n" }

# The codes of our messages that mean the same as a line of httpd, perl or the
# kernel: their field "logs" has phrases of such lines. The longest phrase that
# occurs decides.
sub codes_of_line ($line) {
    my %length;
    for my $code (codes()) {
        for my $phrase (phrases($code)) {
            my $pattern = join '.*', map { quotemeta } split /\.{3}/, $phrase;
            $length{$code} = length $phrase
                if $line =~ $pattern
                && length $phrase > ($length{$code} // 0);
        }
    }
    my ($most) = sort { $b <=> $a } values %length;
    return grep { ($length{$_} // 0) == ($most // -1) } codes();
}

sub phrases ($code) {
    return split /;\s+/, catalogue()->{$code}{logs} // '';
}

# The same as page(), for a terminal.
sub text ($code, %value) {
    my $reason = find($code);
    local $Text::Wrap::columns  = 79;
    local $Text::Wrap::huge     = 'overflow';
    local $Text::Wrap::unexpand = 0;
    my $text = "$code: $reason->{title}\n\n";
    my $says = blanks(sentence($reason, { blank_values($reason), %value }));
    $text .= wrap('    ', '    ', $says) . "\n\n";
    for my $field (qw(cause effect remedy)) {
        my $head = sprintf '%-8s', ucfirst $field;
        $text .= wrap($head, ' ' x 8, $reason->{$field}) . "\n";
    }
    $text .= "Example\n" . $reason->{example} =~ s/^(?=.)/        /gmr
        if $reason->{example};
    return $text;
}

# By default, a placeholder stands for itself.
sub blank_values ($reason) {
    return map { $_ => "{$_}" } $reason->{says} =~ /\{(\w+)\}/g;
}

# The parts that differ from case to case, in capitals.
sub blanks ($says) { return $says =~ s/\{(\w+)\}/uc $1/ger }

# A page about one message, in Markdown.
sub page ($code) {
    my $reason = find($code);
    my $page   = "# $code: $reason->{title}\n\n";
    $page .= '    ' . blanks($reason->{says}) . "\n\n";
    $page
        .= "**In the log.** "
        . join(', ', map { "\"$_\"" } phrases($code)) . "\n\n"
        if $reason->{logs};
    $page .= "**Cause.** $reason->{cause}\n\n";
    $page .= "**Effect.** $reason->{effect}\n\n";
    $page .= "**Remedy.** $reason->{remedy}\n";
    $page .= "\n**Example.**\n\n" . $reason->{example} =~ s/^(?=.)/    /gmr
        if $reason->{example};
    return $page;
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason - the catalogue of numbered messages

=head1 SYNOPSIS

    print Mehari::Explain::Reason::page('MH4101');

=head1 ADDING A MESSAGE

The entries are text in F<lib/Mehari/Explain/Reason/>, one file for each first
digit:

    [MH1234] what was seen, in a few words
    says:   the sentence in the log; continued lines
            are indented by eight blanks
    cause:  ...
    effect: ...
    remedy: ...

C<mehari explain CODE> prints them, and C<make docs> writes a page for each
below C<messages> of the site. F<t/explain/catalogue.t> checks that each is used
and tested.

=over

=item code

C<MH> and four digits, never used for anything else afterwards. The first digit
is the part: 1 configuration and start, 2 requests that Perl in httpd answers,
3 pools, 4 C<explain>, 5 C<check>, 6 what processes share. The second is the
subject; of the configuration: 0 the start of Perl and of its code, 1 directives
about Perl, 2 pools, 3 limits, 4 profiles; of C<explain>: 0 the script as a
whole, 1 variables, 2 the process, 3 files and handles, 4 what runs while it is
compiled, 5 modules and more code.

In C the number stands at the beginning of
the literal, C<"MH3004: the manager ...">, so that a search finds it;
F<t/messages/sources.t> goes through all of them.

=item title

The observation, in a few words.

=item says

The sentence that is printed. C<{subject}> and other names in braces
stand for what differs from case to case.

=item logs

Optional: phrases of lines that httpd, perl or the kernel logs, with "; "
between them, for the same thing. C<...> stands for anything. C<mehari explain>
knows a pasted line by them, and the page has them, for those who search.

=item cause, remedy

One or more sentences each.

=item effect

The consequence.

=item example

Optional: a few lines of Perl, each indented by eight blanks.

=back

=cut
