package Mehari::Check::Run;

# All requests, once through, to one server: a new copy, a new httpd, two
# clients in turn, every round.

use Mehari::Perl;
use Time::HiRes qw(sleep time);

use Mehari::Bench::Process qw(cpu_of);
use Mehari::Check::Config;
use Mehari::Check::Visitor;
use Mehari::Httpd;
use Mehari::Httpd::Config;

my @CLIENTS = qw(A B);

# Milliseconds: longer requests are not repeated often.
my $SLOW = 1_000;

# Seconds to wait for a line of the log, which comes after the answer.
my $PATIENCE = 2;

# Seconds without work, and at most.
my ($REST, $MOST_REST) = (0.1, 3);

# seed: Perl's order of hash keys. Runs can be equal only with the same order.
my %DEFAULT = (seed => 0, decides => 0);

# world: Mehari::Check::World; requests; places; decides: may take places away;
# mode_of: script => row; module: 'mehari' or undef; url, host, timeout, config:
# see the command; progress: code that is called with the number of requests
# that are done, and of all
sub new ($class, %option) { return bless { %DEFAULT, %option }, $class }

# { answers, in the order of the places; files that were changed; writers: file
# => { script => 1 }; advice: lines of the log }.
sub perform ($self) {
    my $world = $self->{world};
    $world->renew;
    my $httpd = $self->httpd;
    $world->serves($httpd);
    $httpd->start;
    my $result = $self->visit($httpd);
    $httpd->stop;
    $result->{advice} = [ advice($httpd->error_log) ];
    $result->{files}  = { $world->tree->changed };
    return $result;
}

# Lines of a pool about scripts that could gain more, each once.
sub advice ($log) {
    my %seen;
    return
        grep { !$seen{$_}++ }
        $log =~ m{\bpool \S+: (/.*\[MH(?:3093|3094|3095|3098)\])$}mg;
}

# The server's requests, in order: [request number, round, client].
sub places ($class, $requests, $rounds) {
    my @places;
    for my $round (1 .. $rounds) {
        for my $number (0 .. $#$requests) {
            push @places, [ $number, $round, $_ ] for @CLIENTS;
        }
    }
    return @places;
}

sub visit ($self, $httpd) {
    my ($tree, $places) = ($self->{world}->tree, $self->{places});
    my %visitor = map { $_ => $self->visitor($httpd, $_) } @CLIENTS;
    my %result  = (answers => [], writers => {});
    $self->open_times($httpd);
    for (my $n = 0; $n < @$places; $n++) {
        my ($number, $round, $name) = @{ $places->[$n] };
        my $request = $self->{requests}[$number];
        settle($httpd) if $n && $round != $places->[ $n - 1 ][1];
        $self->{progress}->($n, scalar @$places);
        my $answer = $self->one($httpd, $visitor{$name}, $request);
        push @{ $result{answers} }, $answer;
        $result{writers}{$_}{ $request->{script} } = 1 for $tree->written;
        $self->shorten($n)                   if $answer->{ms} > $SLOW;
        $self->start_again($httpd, %visitor) if $answer->{given_up};
    }
    return \%result;
}

# A pool makes templates and compiles ahead for the requests of the next round,
# whose times would have that work in them.
sub settle ($httpd, $most = $MOST_REST) {
    my $end = time + $most;
    my $cpu = cpu_of($httpd->family);
    while (time < $end) {
        sleep $REST;
        my $before = $cpu;
        $cpu = cpu_of($httpd->family);
        last if $cpu - $before < $REST / 100;
    }
    return;
}

# The only process may still be busy with a request whose client has given up.
sub start_again ($self, $httpd, %visitor) {
    $httpd->stop;
    $httpd->start;
    $self->open_times($httpd);
    $_->move_to($httpd->port) for values %visitor;
    return;
}

sub visitor ($self, $httpd, $name) {
    return Mehari::Check::Visitor->new(
        name    => $name,
        host    => $self->{host},
        port    => $httpd->port,
        timeout => $self->{timeout},
    );
}

# The run that decides leaves slow requests out of later rounds.
sub shorten ($self, $n) {
    return if !$self->{decides};
    my $places = $self->{places};
    my ($number, $round) = @{ $places->[$n] };
    my @rest = splice @$places, $n + 1;
    push @$places, grep { $_->[0] != $number || $_->[1] == $round } @rest;
    return;
}

# httpd's log tells the time of a request. When its line is there, the script's
# files and log lines are complete.
sub one ($self, $httpd, $visitor, $request) {
    my $mark   = $httpd->error_log_mark;
    my $start  = time;
    my $answer = $visitor->send($request);
    my $us     = $answer->{given_up} ? undef : time_of($self->{times});
    $us //= 1e6 * (time - $start);
    $answer->{ms}  = $us / 1000;
    $answer->{log} = last_line($httpd->error_log_since($mark))
        if $answer->{status} >= 500;
    return $answer;
}

sub open_times ($self, $httpd) {
    open my $log, '<:raw', $httpd->root . '/logs/times'
        or die "Cannot read httpd's log of times: $!.\n";
    $self->{times} = $log;
    return;
}

sub time_of ($log) {
    my $end = time + $PATIENCE;
    while (time < $end) {
        seek $log, 0, 1;    # it may have grown since its end was seen
        my $line = readline $log;
        return $line + 0 if defined $line && $line =~ /\A\d+\n\z/;
        sleep 0.0005;
    }
    return undef;
}

# The line without the part that httpd puts in front.
sub last_line ($text) {
    my ($line) = grep { /\S/ } reverse split /\n/, $text;
    return undef if !defined $line;
    $line =~ s/\A(?:\[[^]]*\] )+(?:AH\d+: )?//;
    $line =~ s/, referer: \S+\z//;

    # httpd writes the end of Perl's message as a backslash and an n.
    return $line =~ s/(?:\\n)+\z//r;
}

# --- the server --------------------------------------------------------------

# One process answers all requests, so that data that one request leaves behind
# is there for the next.
sub httpd ($self) {
    my $world = $self->{world};
    return Mehari::Httpd->new(
        module         => $self->{module},
        modules        => ['cgi'],
        workers        => 1,
        access_log     => 0,
        document_root  => $self->document_root,
        env            => $self->environment,
        command_prefix => $world->command_prefix,
        start_timeout  => 30,
        $world->user,
        config => $self->config_text,
    );
}

sub environment ($self) {
    return {
        %{ $self->{world}->environment },
        PERL_HASH_SEED    => $self->{seed},
        PERL_PERTURB_KEYS => 0,
    };
}

sub document_root ($self) {
    my $world = $self->{world};
    return $self->{url} eq '/' ? $world->served : $world->place('home');
}

sub config_text ($self) {
    my $world  = $self->{world};
    my $env    = $self->environment;
    my $quoted = \&Mehari::Httpd::Config::quoted;
    my $setenv = join '', map { "SetEnv $_ " . $quoted->($env->{$_}) . "\n" }
        sort keys %$env;
    my $alias
        = $self->{url} eq '/'
        ? ''
        : 'Alias '
        . join(' ', map { $quoted->($_) } $self->{url}, $world->served . '/')
        . "\n";
    my $blocks
        = Mehari::Check::Config::blocks($world->served, $self->{mode_of});
    return <<~"CONF" . $self->{config};
        ServerName $self->{host}:80
        UseCanonicalName On
        KeepAlive Off
        ServerTokens Prod
        DirectoryIndex index.html index.cgi index.pl
        LogFormat "%D" times
        CustomLog "logs/times" times
        $setenv$alias
        <Directory "/">
            AllowOverride None
            Options FollowSymLinks
            Require all granted
        </Directory>
        $blocks
        CONF
}

1;

__END__

=head1 NAME

Mehari::Check::Run - all requests to one server

=head1 SYNOPSIS

    my $result = Mehari::Check::Run->new(
        world   => $world,   requests => \@requests, places => \@places,
        module  => 'mehari', mode_of  => { 'a.pl' => $row },
        url     => '/',      host     => 'localhost', timeout => 30,
        config  => '',       progress => sub ($done, $of) { },
    )->perform;

=head1 METHODS

=over

=item perform

Runs it; returns C<answers> (see L<Mehari::Check::Visitor>, with C<ms> and
C<log>), C<files> that were changed (name =E<gt> lines), C<writers> of them
(name =E<gt> scripts) and C<advice>, lines of the log.

=item places(\@requests, $rounds)

Class method: number of the request, round and client of each answer.

=back

=cut
