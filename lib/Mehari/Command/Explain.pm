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
    return @codes ? @codes : of_log($line);
}

# Lines of httpd's log that have no number: those of mod_cgi and of the kernel,
# and at last Perl's own, which are logged as they are. The date may be missing.
my @LINES = (
    [ qr/Can't locate \S+\.pm in \@INC/            => 'MH4320' ],
    [ qr/\(8\)Exec format error/                   => 'MH4322', 'MH4324' ],
    [ qr/\(2\)No such file or directory: .*\bexec/ => 'MH4323', 'MH4325' ],
    [ qr/\(13\)Permission denied: .*\bexec/        => 'MH4321', 'MH4326' ],
    [ qr/AH02809|Options ExecCGI is off/           => 'MH3024' ],
    [ qr/AH02811|script not found or unable to/    => 'MH3026' ],
    [ qr/AH02810|attempt to invoke directory/      => 'MH3027' ],
    [
        qr/Premature end of script headers|AH01220|End of script output/ =>
            'MH2008'
    ],
    [ qr/malformed header from script/                     => 'MH2009' ],
    [ qr/\A(?:\[[^\]]*\] )?\[:error\] .* at \S.* line \d+/ => 'MH2043' ],
    [ qr/\[\w*:error\] .* at \S.* line \d+/                => 'MH2001' ],
);

sub of_log ($line) {
    for my $row (@LINES) {
        my ($pattern, @codes) = @$row;
        return @codes if $line =~ $pattern;
    }
    return;
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

It also names the first look of a script under C<SetHandler perl-cgi>, if files
are loaded behind that, and their size.

The command compiles the scripts. That runs their BEGIN blocks, and the code of
the modules that they use. Of the scripts themselves it runs only what perl-cgi
runs once for all requests, up to the first look: nothing of that has an effect
outside of its process. Explain only scripts that you would run.
F<docs/explain.md> lists the findings.

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
