package Mehari::Explain::Reason;

# The catalogue of numbered messages: what was seen, why it matters, what
# follows, what to do.

use v5.36;

use Mehari::Explain::Reason::Check;
use Mehari::Explain::Reason::Directive;
use Mehari::Explain::Reason::Embedded;
use Mehari::Explain::Reason::EmbeddedScript;
use Mehari::Explain::Reason::Gateway;
use Mehari::Explain::Reason::Inherited;
use Mehari::Explain::Reason::Manager;
use Mehari::Explain::Reason::PoolStart;
use Mehari::Explain::Reason::Script;
use Mehari::Explain::Reason::Start;
use Mehari::Explain::Reason::Stays;

my %REASON;

sub add_all (@reasons) {
    for my $reason (@reasons) {
        die "$reason->{code} is in the catalogue twice.\n"
            if $REASON{ $reason->{code} };
        $REASON{ $reason->{code} } = $reason;
    }
    return;
}

add_all("Mehari::Explain::Reason::$_"->reasons) for qw(
    Start Directive PoolStart Embedded EmbeddedScript Gateway Manager
    Script Check Inherited Stays
);

sub codes () { return sort keys %REASON }

sub has ($code) { return exists $REASON{$code} }

sub find ($code) {
    return $REASON{$code} // die "There is no message $code.\n";
}

# Its sentence, with {subject} and the like filled in.
sub sentence ($reason, $value) {
    return $reason->{says} =~ s/\{(\w+)\}/$value->{$1} \/\/ ''/ger;
}

# The same with its number, for people.
sub message ($code, %value) {
    return sentence(find($code), \%value) . " [$code]";
}

sub refuse ($code, %value) { die message($code, %value) . "\n" }

# A page about one message.
sub page ($code) {
    my $reason = find($code);
    my $page   = "# $code: $reason->{title}\n\n";
    $page .= '    ' . $reason->{says} =~ s/\{(\w+)\}/uc $1/ger . "\n\n";
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

The entries are in F<lib/Mehari/Explain/Reason/>, one file for each subject.
Any part of mehari may have a file there: a class method C<reasons> returns a
list of hashes, and the file is named at the head of this one. From the entry
come what C<mehari explain CODE> prints and the page below C<messages> of the
site that C<make docs> writes. F<t/explain/catalogue.t> checks that an entry is
whole.

=over

=item code

C<MH> and four digits, never used for anything else afterwards. The first digit
is the part: 1 configuration and start, 2 requests that Perl in httpd answers,
3 pools, 4 C<explain>, 5 C<check>, 6 what processes share. The second is the
subject; of the configuration: 0 the start of Perl and of its code, 1 directives
about Perl, 2 pools, 3 limits, 4 profiles; of C<explain>: 0 the script as a
whole, 1 variables, 2 the process, 3 files and handles, 4 what runs while it is
compiled, 5 modules and more code.

What C code says to the log or the terminal has its number at the beginning of
the literal, C<"MH3004: the manager ...">, where a search finds it;
F<t/messages/sources.t> goes through all of them.

=item title

What was seen, in a few words.

=item says

The sentence that is printed, in which C<{subject}> and other names in braces
stand for what is told about the case.

=item cause, remedy

One or more sentences each.

=item effect

What follows.

=item example

Optional, a few lines of Perl.

=back

=cut
