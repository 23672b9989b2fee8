package Mehari::Command::Explain;

# mehari explain: the fastest tier that is safe for each script, and what speaks
# against a faster one; or what a numbered message means.

use v5.36;

use Mehari::Command::Usage;
use Mehari::Explain;
use Mehari::Explain::Reason;
use Mehari::Explain::Report;
use Mehari::Explain::Site;
use Mehari::Explain::Text;

sub summary ($class) {
    return 'say how fast a script can run, and what is in the way';
}

sub options ($class) {
    return <<~'TEXT';
        mehari explain [OPTIONS] SCRIPT|DIR...
        mehari explain CODE

          For each script the fastest tier that cannot be told from mod_cgi
          (registry, fresh, exact), and each reason against a faster one. The
          scripts are compiled, which runs their BEGIN blocks and "use"; they
          do not run.

          CODE                a message, such as MH4101: what it means, and
                              what to do
          --all               also reasons against registry where those against
                              fresh decide
          --json              for programs
          --no-compile        look at the text only: hints, no proof
          --quiet             the tiers only

          Exit status: 0 when each script can run in a faster tier than exact,
          1 otherwise.
        TEXT
}

my @OPTIONS = qw(all json no-compile quiet);

sub run ($class, @args) {
    my %option;
    Mehari::Command::Usage->options('explain', \@args, \%option, @OPTIONS);
    @args or usage('name a script, a directory or a message');
    return explain_codes(@args) if !grep { !/\AMH\d{4}\z/ || -e } @args;
    return explain_scripts(\%option, @args);
}

sub usage ($message) { Mehari::Command::Usage->throw("explain: $message") }

sub explain_codes (@codes) {
    for my $code (@codes) {
        die "there is no message $code.\n"
            if !Mehari::Explain::Reason::has($code);
    }
    print join "\n", map { Mehari::Explain::Reason::page($_) } @codes;
    return 0;
}

sub explain_scripts ($option, @paths) {
    my @scripts = Mehari::Explain::Site::scripts(@paths);
    die "there is no script in @paths.\n" if !@scripts;
    my $report
        = Mehari::Explain::Report->new(%$option, count => scalar @scripts);
    $report->begin;
    my $kind
        = $option->{'no-compile'}
        ? 'Mehari::Explain::Text'
        : 'Mehari::Explain';
    for my $script (@scripts) {
        $report->progress($script);
        $report->add($kind->examine($script));
    }
    $report->finish;
    return $report->slow ? 1 : 0;
}

1;

__END__

=head1 NAME

Mehari::Command::Explain - mehari explain

=head1 SYNOPSIS

  mehari explain hello.pl
  mehari explain --json /var/www/cgi-bin
  mehari explain MH4101

=head1 DESCRIPTION

Prints for each script the fastest tier in which it answers as under mod_cgi,
and for each reason against a faster one the place, and what happens there.
F<docs/explain.md> says how that is found out, and what is not looked at.

Scripts are compiled to be looked at. That runs their BEGIN blocks, and the code
of the modules that they use; so only explain scripts that you would run. With
C<--no-compile> nothing of them runs; the text alone proves nothing, so all
scripts are C<exact> then, and what is said about them begins with "perhaps".

=head1 EXIT STATUS

=over

=item 0

Each script can run in a faster tier than C<exact>; or the messages that were
asked for have been shown.

=item 1

Some script has to run in C<exact>, or something failed.

=item 2

The command line cannot be understood.

=back

=cut
