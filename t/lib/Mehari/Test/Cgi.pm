package Mehari::Test::Cgi;

# Runs the cases of t/cgi/cases by httpd's own CGI handler and by ours, and
# compares everything that can be seen of a request.

use Mehari::Perl;
use File::Temp qw(tempdir);
use Test::More ();

use Mehari::Httpd;
use Mehari::Test qw(read_file source_root);
use Mehari::Test::Cgi::Answer;
use Mehari::Test::Cgi::Case;
use Mehari::Test::Cgi::Client;
use Mehari::Test::Cgi::Http2;
use Mehari::Test::Cgi::Server;

my $ROUNDS  = $ENV{MEHARI_CGI_ROUNDS} || 2;
my $TIMEOUT = 10;                             # seconds

my %SETUP = (
    prefork => { mpm => 'prefork' },
    event   => { mpm => 'event' },
    http2   => { mpm => 'event', http2 => 1 },
);

# Divides all cases into $shares shares, and tests that of number $share.
sub test_share ($class, $setup, $share, $shares) {
    my @all   = $class->cases;
    my @cases = @all[ grep { $_ % $shares == $share - 1 } 0 .. $#all ];
    my $self  = $class->new(setup => $setup, cases => \@cases);
    @cases = grep { $self->can_compare($_) } @cases;
    if (!@cases) {
        Test::More::plan(skip_all => 'no case of this share was chosen');
    }
    $self->compare;
    $self->report($_) for @cases;
    return Test::More::done_testing();
}

# MEHARI_CGI_CASES chooses some: "env/" or "env/path_info fork/".
sub cases ($class) {
    my @wanted = split ' ', $ENV{MEHARI_CGI_CASES} // '';
    my @all    = Mehari::Test::Cgi::Case->all(source_root() . '/t/cgi/cases');
    return @all if !@wanted;
    return grep {
        my $name = $_->name;
        grep { index($name, $_) == 0 } @wanted
    } @all;
}

# setup; cases; handler: the one that is under test; pool: keys of its pool;
# raw_stderr: what scripts write there is logged as it is
sub new ($class, %option) {
    my $tree = tempdir(
        'mehari-cgi-XXXXXXXX',
        CLEANUP => 1,
        DIR     => Mehari::Httpd::temp_dir()
    );
    chmod 0755, $tree;
    $_->place($tree) for @{ $option{cases} };
    return bless {
        handler => $ENV{MEHARI_CGI_HANDLER} // 'perl-cgi',
        tree    => $tree,
        %option, %{ $SETUP{ $option{setup} } },
    }, $class;
}

# False if the case limits memory, of which a sanitizer takes too much, or if it
# needs mod_cgi as the reference, and mod_cgid, which is known to differ there, is
# under test or HTTP/2 is used, for which there is no mod_cgi.
sub can_compare ($self, $case) {
    return 0 if $ENV{MEHARI_PRELOAD} && $case->limits_memory;
    return 1 if $self->{mpm} eq 'prefork' || !$case->needs_mod_cgi;
    return !$self->{http2} && $self->{handler} ne 'cgi-script';
}

# Runs all cases, and records what each has shown.
sub compare ($self) {
    my %mode = (mpm => $self->{mpm}, http2 => $self->{http2});
    my @own  = grep { !$_->needs_mod_cgi } @{ $self->{cases} };
    $self->run('expected', 'cgi-script', \@own, %mode) if @own;
    $_->leave_to_mod_cgi for grep { $_->was_refused } @own;
    my @all    = grep { $self->can_compare($_) } @{ $self->{cases} };
    my @others = grep { $_->needs_mod_cgi } @all;
    $self->run('expected', 'cgi-script', \@others, mpm => 'prefork')
        if @others;
    $self->run('got', $self->{handler}, \@all, %mode) if @all;
    return $self;
}

# Other cases run between the rounds of one, so that what one request leaves
# behind has many chances to be seen.
sub run ($self, $side, $handler, $cases, %mode) {
    for my $case (@$cases) {
        $case->install($handler);
        $case->{installed} = $case->snapshot;
        delete @$case{qw(known changing)};
    }
    my $server = Mehari::Test::Cgi::Server->start(
        tree    => $self->{tree},
        handler => $handler,
        pool    => $self->{pool},
        cases   => $cases,
        %mode,
    );
    my $client  = $mode{http2} ? 'Http2' : 'Client';
    my %clients = map {
        $_ => "Mehari::Test::Cgi::$client"->new($server, timeout => $TIMEOUT)
    } 'A', 'B';
    for my $round (1 .. $ROUNDS) {
        $self->play($_, $side, $server, \%clients, $round) for @$cases;
    }
    $server->stop;
    $_->{$side}{files} = $_->snapshot for @$cases;
    return;
}

sub play ($self, $case, $side, $server, $clients, $round) {
    my $seen = $case->{$side} //= { answers => [] };
    return if $seen->{stuck};
    $case->install($server->handler, work => 1)
        if $round > 1 && $case->changes_files;
    my $number = 0;
    for my $step (@{ $case->steps }) {
        $number++;
        if ($step->{words}) { $case->do_step($step); next }
        for my $client ($step->{option}{once} ? 'A' : clients_of($round)) {
            my $answer = $self->known($case, $side, $number)
                // $self->ask($case, $step, $server, $clients->{$client});
            $self->learn($case, $side, $number, $answer);
            push @{ $seen->{answers} },
                $answer->with_label(
                "round $round, step $number, client $client");
            $seen->{stuck} ||= $answer->{status} eq 'no response'
                && !$step->{option}{abort};
        }
    }
    return;
}

# The reference's answer to an earlier request of this step, if the case can
# only answer the same again: nothing changed its files. Most of the reference's
# time is that of perl, which starts for each request.
sub known ($self, $case, $side, $number) {
    return undef if $side ne 'expected' || $case->{changing};
    return $case->{known}{$number};
}

sub learn ($self, $case, $side, $number, $answer) {
    return if $side ne 'expected' || $case->{changing};
    $case->{known}{$number} //= $answer;
    $case->{changing} = $case->changes_files
        || $case->snapshot ne $case->{installed};
    return;
}

# Both clients ask in the first round; in each later round one of them does.
sub clients_of ($round) {
    return $round == 1 ? ('A', 'B') : $round % 2 ? 'A' : 'B';
}

sub ask ($self, $case, $step, $server, $client) {
    $server->mark;
    my $response = $client->exchange(
        $step,
        path_of($case, $step),
        sub ($name) { Mehari::Test::write_file($case->dir . "/$name", '') }
    );
    my $access = $server->access_line;
    my $answer = Mehari::Test::Cgi::Answer->of_response($step, $response);
    $answer->logged($access, $server->log_since_mark);
    $answer->without_prefix
        if $self->{raw_stderr}
        || $server->logs_stderr_raw && !$case->needs_mod_cgi;
    return $answer;
}

sub path_of ($case, $step) {
    my $target = $step->{target};
    return substr $target, 1 if $target =~ m{\A=};
    my $script = $case->{script} =~ s/([^\w.-])/sprintf '%%%02X', ord $1/ger;
    return $case->url . "/$script$target" if $target =~ m{\A(?:[/?].*)?\z};
    return $case->url . "/$target";
}

# --- what came of it --------------------------------------------------------

# Returns the differences as text, which is empty when there are none. The same
# difference is shown once.
sub differences ($self, $case) {
    my ($expected, $got) = @$case{qw(expected got)};
    my %may = map { $_ => 1 } $case->may_differ;
    return '' if $may{everything};
    my (@text, %where);
    for my $i (0 .. $#{ $expected->{answers} }) {
        my $one   = $expected->{answers}[$i];
        my $other = $got->{answers}[$i] // last;
        my @parts = grep { !$may{$_} } $one->differences($other) or next;
        my $text  = join '', map { $one->explain($other, $_) } @parts;
        push @text,              $text if !$where{$text};
        push @{ $where{$text} }, $one->{label};
    }
    @text = map { join('; ', @{ $where{$_} }) . "\n$_" } @text;
    push @text, files_differ($expected->{files}, $got->{files})
        if !$may{files};
    return join '', @text;
}

sub files_differ ($expected, $got) {
    return () if $expected eq $got;
    return "after the last request\n"
        . Mehari::Test::Cgi::Answer::explain_text('files', $expected, $got);
}

sub report ($self, $case) {
    my $builder = Test::More->builder;
    my $name    = $case->name;
    return $builder->skip("$name: this mod_cgid refuses its requests")
        if !$self->can_compare($case);
    $builder->note($self->shown($case)) if $ENV{MEHARI_CGI_SHOW};
    my $text   = $self->differences($case);
    my $reason = $case->reason_to_differ;
    $text .= "docs/differences.md has no line: $reason\n"
        if defined $reason && !is_documented($reason);
    $builder->ok(!length $text, $name);
    return length $text && $builder->diag($text);
}

sub is_documented ($line) {
    my $text = read_file(source_root() . '/docs/differences.md');
    return scalar grep { $_ eq $line } split /\n/, $text;
}

# Returns the reference's first answers, for the author of a case.
sub shown ($self, $case) {
    my $answers = $case->{expected}{answers};
    my @first   = grep { $_->{label} =~ /round 1.*A\z/ } @$answers;
    return join '', $case->name . "\n", (map { $_->text } @first),
        "--- files\n", $case->{expected}{files};
}

1;

__END__

=head1 NAME

Mehari::Test::Cgi - the cases which show that a CGI program cannot tell

=head1 SYNOPSIS

    t/cgi/cases/env/path_info.pl         the script
    t/cgi/cases/env/path_info.request    optional: what is sent to it

    packaging/prove 2 t/cgi
    MEHARI_CGI_CASES='env/ fork/wait' packaging/prove 2 t/cgi/event-*.t

=head1 DESCRIPTION

Every case is run by httpd's own handler (mod_cgi under prefork, mod_cgid under
event) and by C<SetHandler perl-cgi>, three times each: by two clients in turn,
and by one once more after all other cases have run.  Both servers serve
the same files under the same names.  Compared are the status line, the headers
in their order, the body, whether it is complete, the line in the access log,
the lines in the error log, and at the end what is in the directory of the case.

Not compared are: the value of C<Date>, whether a body is sent in chunks or with
its length, prefixes of log lines with their time, process, module, code and
client, and, where mod_cgid has written what a script says to the log as it is,
mod_cgi's prefix of that.  A script that prints what no two runs have in common
(a pid, C<REMOTE_PORT>) masks it itself.

=head1 A CASE

=over

=item I<area>/I<name>.pl

The script, one behaviour.  It is served as F</area/name/name.pl>, from a
directory of its own, in which it may write to F<work>.  A script
without C<#!> gets C<#!/usr/bin/perl>, outside of F<source>.

=item I<name>.request

The requests to send; without it, one GET.  See below.

=item I<name>.files

A directory: what else is to be beside the script, with modes and symbolic links
as they are.

=item I<name>.htaccess, I<name>.conf

Configuration: in the directory, or in the server.

=item I<name>.differs

A line that is in F<docs/differences.md> and says why this case may differ.  A
second line may say in what: C<only: log access>, of status, headers, body,
complete, access, log and files.

=back

C<${URL}>, C<${DIR}> and C<${SCRIPT}> in a request or a configuration, and
C<${HANDLER}> in a configuration, are replaced by the path in the URL and on
disk, the script's file name, and the handler.

=head1 REQUESTS

Steps, one after the other; a line C<---> ends a body.  A step is

    POST /path/info?query=1
    Content-Type: application/x-www-form-urlencoded
    # a comment

    a=1&b=2

Text after the method is appended to the script's URL when it begins with a
slash or a question mark, else it is the name of a file beside the script; after
C<=> it is a whole path (C<GET =${URL}-alias/x>).  C<HTTP/1.0> may follow; such
a request is never sent by HTTP/2.  The last newline does not belong to the
body.  Host and Content-Length are added.  Instead of a header there may be:

    @size 100000          a body of so many bytes, of all values
    @crlf                 lines of the body end in CRLF
    @chunked 1000         the body in chunks of this size, without a length
    @query 8000           a query string of so many letters
    @header X-Long 8000   a header with so many letters
    @headers 50           so many headers, X-Many-1 and on
    @until FILE TEXT      when TEXT has come, makes FILE, and reads on
    @abort FILE TEXT      when TEXT has come, closes the connection, then
                          makes FILE
    @once                 only one of the clients sends it
    @mod_cgi              this case is compared with mod_cgi under event too

The last is for what mod_cgid does not do as mod_cgi does, or not always.  Such
a case is not run by HTTP/2, for which there is no mod_cgi.  A case whose
requests mod_cgid refuses, as httpd 2.4.69 does if a variable has more than
4,096 bytes or there are more than 256, is treated as if it had this line, and
is counted as skipped by HTTP/2.

Between requests files can be changed; names are relative to the case's
directory, which is put back before the second round (but for F<work>), and may
have C<%20>:

    WRITE name [mode]     the lines after the empty one become the file
    REMOVE name
    LINK name target
    CHMOD name mode
    MKDIR name
    WAIT name             until there is such a file

=head1 ENVIRONMENT

=over

=item MEHARI_CGI_CASES

Beginnings of the names of those cases that are to be run.

=item MEHARI_CGI_HANDLER

The handler under test instead of C<perl-cgi>.  With C<cgi-script> all cases
must pass: they say the same each time.  C<PerlRun> and C<Registry> are those of
ModPerl.

=item MEHARI_CGI_ROUNDS

The number of rounds; 2. A pool's knowledge of a script shows in later ones.

=item MEHARI_CGI_SHOW

True: shows what the reference answered.

=back

=cut
