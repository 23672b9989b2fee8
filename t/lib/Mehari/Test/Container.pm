package Mehari::Test::Container;

# A Containerfile that is carried out in roots instead of containers. Each of its
# lines is; a line that this module does not know is an error. FROM copies a root.

use Mehari::Perl;
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use JSON::PP       ();

use Mehari::Test;

# %option: file, context (the folder that COPY copies from), base (image name =>
# root), folder (where roots are made), env (variables for RUN, beside those of
# ARG), log (a code that hears of each line).
sub new ($class, %option) {
    my $self = bless { %option, stages => {}, arg => {} }, $class;
    $self->{instructions} = [ instructions(read_file($option{file})) ];
    return $self;
}

# [ NAME, text ] for each instruction; continued lines are one.
sub instructions ($text) {
    $text =~ s/^\s*#.*\n//mg;
    $text =~ s/\\\n\s*/ /g;
    return map { /^(\w+)\s+(.*?)\s*$/ ? [ $1, $2 ] : die "a line: $_\n" }
        grep { /\S/ } split /\n/, $text;
}

# Carries out all stages. Returns how the last one is to be started: root, user,
# cmd, health, signal.
sub build ($self, %arg) {
    $self->{given} = \%arg;
    for my $instruction ($self->{instructions}->@*) {
        my ($name, $text) = @$instruction;
        my $does = $self->can('do_' . lc $name)
            // die "an instruction that is not known: $name\n";
        $self->{log}->("$name $text") if $self->{log};
        $self->$does($text);
    }
    return $self->{stage};
}

# Replaces ${NAME} by the value of that ARG, as the builder does in all
# instructions but RUN.
sub expanded ($self, $text) {
    return $text =~ s/\$\{(\w+)\}/$self->{stage}{arg}{$1} \/\/ ''/ger;
}

sub do_from ($self, $text) {
    my ($image, $name) = $text =~ /^(\S+)(?: AS (\S+))?$/
        or die "FROM $text\n";
    my $base = $self->{base}{$image} // die "no root for $image\n";
    my $root = "$self->{folder}/" . ($name // 'last');
    run('cp', '-a', $base, $root);
    $self->{stage} = { root => $root, user => 'root', arg => {} };
    $self->{stages}{$name} = $self->{stage} if defined $name;
    return;
}

sub do_arg ($self, $text) {
    my ($name, $value) = $text =~ /^(\w+)(?:="?([^"]*)"?)?$/
        or die "ARG $text\n";
    $self->{stage}{arg}{$name} = $self->{given}{$name} // $value;
    return;
}

sub do_copy ($self, $text) {
    my %option;
    $option{$1} = $2 while $text =~ s/^--(\w+)=(\S+)\s+//;
    my @names = split ' ', $self->expanded($text);
    my $to    = pop @names;
    my $from
        = defined $option{from}
        ? $self->{stages}{ $option{from} }{root}
        : $self->{context};
    my $target = "$self->{stage}{root}$to";
    make_path(@names > 1 || $to =~ m{/$} ? $target : dirname($target));
    for my $name (map { glob "$from/$_" } @names) {
        copy($name, $target);
    }
    run('chroot', $self->{stage}{root},
        'chown', '-R', $option{chown} // 'root:root', $to);
    return;
}

# Copies the content of a folder into the target, as the builder does.
sub copy ($name, $target) {
    make_path($target) if -d $name;
    return run('cp', '-a', "$name/.", $target) if -d $name;
    return run('cp', '-a', $name, $target);
}

sub do_run ($self, $text) {
    my $stage = $self->{stage};
    my %as    = (($self->{env} // {})->%*, $stage->{arg}->%*);
    my @as    = map { "$_=$as{$_}" } sort keys %as;
    die "RUN as another user than root\n" if $stage->{user} ne 'root';
    return run(source_root() . '/packaging/enter',
        $stage->{root}, 'env', @as, '/bin/sh', '-c', $text);
}

sub do_user    ($self, $text) { $self->{stage}{user}  = $text; return }
sub do_expose  ($self, $text) { $self->{stage}{ports} = $text; return }
sub do_workdir ($self, $text) { die "WORKDIR $text: not needed so far\n" }

sub do_stopsignal ($self, $text) {
    $self->{stage}{signal} = $text =~ s/^SIG//r;
    return;
}

sub do_cmd ($self, $text) {
    $self->{stage}{cmd} = JSON::PP::decode_json($text);
    return;
}

sub do_healthcheck ($self, $text) {
    my ($command) = $text =~ /\bCMD (\[.*\])$/ or die "HEALTHCHECK $text\n";
    $self->{stage}{health} = JSON::PP::decode_json($command);
    return;
}

# Runs a command; if that fails, dies with the last lines of its output.
sub run (@command) {
    my $pid = open(my $said, '-|') // die "fork: $!\n";
    if (!$pid) {
        open STDERR, '>&', \*STDOUT    or die "stderr: $!\n";
        open STDIN,  '<',  '/dev/null' or die "stdin: $!\n";
        exec @command or die "$command[0]: $!\n";
    }
    my @lines = <$said>;
    return 1 if close $said;
    splice @lines, 0, -30 if @lines > 30;
    die "this failed ($?): @command\n", @lines;
}

1;
