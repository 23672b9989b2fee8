package Mehari::Command::Explain;

# mehari explain: explains the costs of a script under perl-cgi, the things that
# it lacks, and its lines that behave differently if Perl stays. Or it explains
# a message.

use Mehari::Perl;

use Mehari::Command::Usage;
use Mehari::Explain;
use Mehari::Explain::Missing;
use Mehari::Explain::Obstacle;
use Mehari::Explain::Reason;
use Mehari::Explain::Report;
use Mehari::Explain::Site;

my @OPTIONS = qw(json quiet);

sub run ($class, @args) {
    my %option;
    Mehari::Command::Usage->options('explain', \@args, \%option, @OPTIONS);
    @args or usage('name a script, a directory or a message');
    my @messages = messages(@args);
    return @messages
        ? explain_messages(@messages)
        : explain_scripts(\%option, @args);
}

# The messages that the command's words name, by number or as a line of a log,
# each with the values of that line. None if a word is a file.
sub messages (@words) {
    return if grep { -e } @words;
    return map     { [ 'MH' . s/\D//gr ] } @words
        if !grep   { !/\A(?:MH)?\d{4}\z/i } @words;
    my $line = "@words";
    my %seen;
    my @codes = grep { !$seen{$_}++ } $line =~ /\b(MH\d{4})\b/g;
    return map { [$_] } @codes if @codes;
    my @messages = of_log($line);
    die "no message is known for that line; name a number, such as MH3062,"
        . " or a script.\n"
        if !@messages && $line =~ /[\s\[\]]/;
    return @messages;
}

# Lines that have no number: those of httpd, perl and the kernel; then what a
# CGI script wrote; last, any error of Perl code, which is logged as it is. A
# line may lack its date.
sub of_log ($line) {
    my ($missing, $values) = Mehari::Explain::Missing::of_error($line);
    return [ $missing, %$values ] if $missing;
    my @codes = Mehari::Explain::Reason::codes_of_line($line);
    return of_script($line, @codes) if @codes;
    return ['MH4338'] if $line =~ /AH01215|\[cgid?:error\]|stderr from /;
    return ['MH2043']
        if $line =~ /\A(?:\[[^\]]*\] )?\[:error\] .* at \S.* line \d+/;
    return ['MH2001'] if $line =~ / at \S.* line \d+/;
    return;
}

# The kernel has one error for several causes. If the script is on this machine,
# we look at it to tell which.
sub of_script ($line, @codes) {
    my ($script) = $line =~ /exec of '([^']+)' failed/;
    my ($code, $subject) = Mehari::Explain::Obstacle::of_file($script // '');
    return [ $code, subject => $subject ]
        if defined $code && grep { $_ eq $code } @codes;
    return map { [$_] } @codes;
}

sub usage ($message) { Mehari::Command::Usage->throw("explain: $message") }

sub explain_messages (@messages) {
    for my $message (@messages) {
        die "there is no message $message->[0].\n"
            if !Mehari::Explain::Reason::has($message->[0]);
    }
    print join "\n", map { Mehari::Explain::Reason::text(@$_) } @messages;
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

mehari-explain - explain a message; say what a script costs and lacks

=head1 SYNOPSIS

  mehari explain [OPTIONS] SCRIPT|DIR...
  mehari explain CODE...

=head1 DESCRIPTION

C<mehari explain> says of each script what it costs in each request under
C<SetHandler perl-cgi>: its first look, if files are loaded after that, and
their size. Then it names what mod_cgi would complain about, too, and last the
lines that behave differently under the Registry family, or in a handler, than
in a process of their own. The findings are hints, not a proof.

Given a CODE such as C<MH4101> or C<4101>, or a line of the error log in quotes,
it explains the message and says what to do. It also knows the lines of httpd
and perl that CGI scripts cause most often.

The command compiles the scripts. That runs their BEGIN blocks, and the code of
the modules that they use. Of the scripts themselves it runs only what perl-cgi
runs once for all requests, up to the first look: nothing of that has an effect
outside of its process. Explain only scripts that you would run.
F<docs/explain.md> lists the findings.

=head1 OPTIONS

=over 20

=item B<--json>

Print JSON, for programs: C<scripts>, each with C<script> and C<findings>:
C<about> (C<perl-cgi>, C<cgi> or C<registry>), C<code>, C<line>, C<subject>,
C<text>.

=item B<--quiet>

Print only the number of findings in each script.

=back

=head1 EXAMPLES

  mehari explain hello.pl
  mehari explain --json /var/www/cgi-bin
  mehari explain MH4101
  mehari explain 'End of script output before headers: form.pl'

=head1 EXIT STATUS

0 if each script compiles, or each message exists; 1 otherwise; 2 if the command
line is wrong.

=head1 SEE ALSO

L<mehari(1)>, L<mehari-check(1)>, F<docs/explain.md>

=cut
