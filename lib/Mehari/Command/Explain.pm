package Mehari::Command::Explain;

# mehari explain: which lines of a script are another thing under the Registry
# family, or in a handler; or what a numbered message means.

use v5.36;

use Mehari::Command::Usage;
use Mehari::Explain;
use Mehari::Explain::Reason;
use Mehari::Explain::Report;
use Mehari::Explain::Site;

my @OPTIONS = qw(json quiet);

sub run ($class, @args) {
    my %option;
    Mehari::Command::Usage->options('explain', \@args, \%option, @OPTIONS);
    @args or usage('name a script, a directory or a message');
    my @codes = codes(@args);
    return @codes ? explain_codes(@codes) : explain_scripts(\%option, @args);
}

# The messages that the words name: by number, or as a line of a log. None, when
# one of the words is a file.
sub codes (@words) {
    return if grep { -e } @words;
    return map     { 'MH' . s/\D//gr } @words
        if !grep   { !/\A(?:MH)?\d{4}\z/i } @words;
    my $line  = "@words";
    my @codes = $line =~ /\b(MH\d{4})\b/g;
    return @codes ? @codes : of_perl($line);
}

# A line of the log without a number: what Perl says is logged as it is.
sub of_perl ($line) {
    return if $line !~ /\A\[[^\]]*\] \[(\w*):error\] .* at \S.* line \d+/;
    return length $1 ? 'MH2001' : 'MH2043';
}

sub usage ($message) { Mehari::Command::Usage->throw("explain: $message") }

sub explain_codes (@codes) {
    for my $code (@codes) {
        die "there is no message $code.\n"
            if !Mehari::Explain::Reason::has($code);
    }
    print join "\n", map { Mehari::Explain::Reason::text($_) } @codes;
    return 0;
}

sub explain_scripts ($option, @paths) {
    my @scripts = Mehari::Explain::Site::scripts(@paths);
    die "there is no script in @paths.\n" if !@scripts;
    my $report
        = Mehari::Explain::Report->new(%$option, count => scalar @scripts);
    $report->begin;
    for my $script (@scripts) {
        $report->progress($script);
        $report->add(Mehari::Explain->examine($script));
    }
    $report->finish;
    return $report->failed ? 1 : 0;
}

1;

__END__

=head1 NAME

mehari-explain - explain a message; name lines that differ under Registry

=head1 SYNOPSIS

  mehari explain [OPTIONS] SCRIPT|DIR...
  mehari explain CODE...

=head1 DESCRIPTION

C<mehari explain> names the lines of each script that behave differently under
the Registry family, or in a handler, than in a process of their own. The
findings are hints, not a proof. Given a CODE such as C<MH4101> or C<4101>, or a
line of the error log in quotes, it explains the message and says what to do.

The command compiles the scripts. That runs their BEGIN blocks, and the code of
the modules that they use, but not the scripts themselves. Explain only scripts
that you would run. F<docs/explain.md> lists the findings.

=head1 OPTIONS

=over 20

=item B<--json>

Print JSON, for programs: C<scripts>, each with C<script> and C<findings>:
C<code>, C<line>, C<subject>, C<text>.

=item B<--quiet>

Print only the number of findings in each script.

=back

=head1 EXAMPLES

  mehari explain hello.pl
  mehari explain --json /var/www/cgi-bin
  mehari explain MH4101

=head1 EXIT STATUS

0 if each script compiles, or each message exists; 1 otherwise; 2 if the command
line is wrong.

=head1 SEE ALSO

L<mehari(1)>, L<mehari-check(1)>, F<docs/explain.md>

=cut
