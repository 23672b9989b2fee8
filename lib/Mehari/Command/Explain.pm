package Mehari::Command::Explain;

# mehari explain: which lines of a script are another thing under the Registry
# family, or in a handler; or what a numbered message means.

use v5.36;

use Mehari::Command::Usage;
use Mehari::Explain;
use Mehari::Explain::Reason;
use Mehari::Explain::Report;
use Mehari::Explain::Site;

sub summary ($class) {
    return 'name the lines that differ under Registry; explain a message';
}

sub options ($class) {
    return <<~'TEXT';
        mehari explain [OPTIONS] SCRIPT|DIR...
        mehari explain CODE...

          Names the lines of each script that behave differently under the
          Registry family, or in a handler, than in a process of their own. It
          is a help and no proof. Scripts are compiled, which runs their BEGIN
          blocks and "use" lines. They do not run.

          CODE                a message such as MH4101 or 4101, or a line of
                              the error log that has one: what it means, and
                              what to do
          --json              print JSON
          --quiet             print totals only

          Exit status: 0 if each script compiles, 1 otherwise.
        TEXT
}

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
    return "@words" =~ /\b(MH\d{4})\b/g;
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

Mehari::Command::Explain - mehari explain

=head1 SYNOPSIS

  mehari explain hello.pl
  mehari explain --json /var/www/cgi-bin
  mehari explain MH4101

=head1 DESCRIPTION

Prints for each script what in it outlives a request, or acts on more than the
request, where Perl stays: by line, with the number of a message.
F<docs/explain.md> says what is looked at, and what is not.

Scripts are compiled to be looked at. That runs their BEGIN blocks, and the code
of the modules that they use; so only explain scripts that you would run.

=head1 EXIT STATUS

=over

=item 0

Each script could be compiled; or the messages that were asked for have been
shown.

=item 1

Some script could not be compiled, or something failed.

=item 2

The command line cannot be understood.

=back

=cut
