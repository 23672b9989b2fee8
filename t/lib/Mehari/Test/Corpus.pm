package Mehari::Test::Corpus;

# Real CGI programs from Debian, and the requests of two users: the answers of
# mod_cgi and of mehari are compared after dates and the like were masked.

use Mehari::Perl;
use Cwd            qw(abs_path);
use File::Basename qw(basename dirname);
use File::Temp     qw(tempdir);
use JSON::PP       ();
use Test::More     ();

use Mehari::Corpus qw(lay_out);
use Mehari::Httpd;
use Mehari::Test qw(read_file server source_root);
use Mehari::Test::Corpus::Visit;

# Tools of Debian that the programs need; see packaging/debian12.list.
my @TOOLS = qw(cvs rrdtool rsync);

my %SKIPPED = map { $_ => 1 } qw(date server connection keep-alive
    transfer-encoding content-length accept-ranges);

# The environment of the programs. Their order of hash keys must be comparable.
# They were written for an @INC with the current directory; all have one time zone.
my %ENVIRONMENT = (
    PERL_USE_UNSAFE_INC => 1,
    PERL_HASH_SEED      => 0,
    PERL_PERTURB_KEYS   => 0,
    TZ                  => 'UTC',
    LANG                => 'C',
);

# Returns the reason why the programs cannot run here, or nothing. In CI they must.
sub why_not ($class) {
    my $packages = packages();
    return undef if $ENV{CI};
    return 'the programs were not fetched (packaging/corpus)'
        if !-d "$packages/awstats";
    for my $tool (@TOOLS) {
        return "there is no $tool"
            if !grep { -x "$_/$tool" } split /:/,
            $ENV{PATH};
    }
    return undef;
}

sub packages () { return source_root() . '/build-corpus' }

# mpm: the MPM of both servers; handler: the one that replaces cgi-script
sub new ($class, %option) {
    my $root = tempdir(
        'mehari-corpus-XXXXXXXX',
        CLEANUP => 1,
        DIR     => Mehari::Httpd::temp_dir()
    );
    chmod 0755, $root;
    my $self = bless {
        handler => $ENV{MEHARI_CGI_HANDLER} // 'perl-cgi',
        %option, root => $root
        },
        $class;
    lay_out(packages(), "$root/pristine", "$root/site");
    system('chown', '-R', 'www-data', "$root/pristine") if $> == 0;
    $self->{masks} = JSON::PP::decode_json(
        read_file(source_root() . '/t/corpus/requests/_masks.json'));
    $self->reset;
    return $self;
}

# Restores the programs' files as they were before the first request.
sub reset ($self) {
    my $root = $self->{root};
    system('rsync', '-a', '--delete', "$root/pristine/", "$root/site/") == 0
        or die "rsync failed: $?\n";
    return;
}

sub programs ($self) {
    my @files = sort glob source_root() . '/t/corpus/requests/[a-z]*.json';
    return map { JSON::PP::decode_json(read_file($_)) } @files;
}

sub server_for ($self, $handler) {
    my $root = $self->{root};
    my $mpm  = $self->{mpm};
    my $cgi  = $mpm eq 'prefork' ? 'cgi' : 'cgid';
    my $ours = $handler eq 'perl-cgi';
    my $pool
        = $ours && $ENV{MEHARI_RESTORE}
        ? "PerlPool default restore=$ENV{MEHARI_RESTORE}"
        : '';
    return server(
        mpm     => $mpm,
        module  => $handler eq 'cgi-script' ? undef : 'mehari',
        modules => [$cgi],
        workers => $mpm eq 'prefork' ? 2 : 8,
        env     => \%ENVIRONMENT,
        config  => <<~"CONF",
        ServerName corpus.test
        UseCanonicalName Off
        ServerTokens Prod
        PassEnv PERL_USE_UNSAFE_INC PERL_HASH_SEED PERL_PERTURB_KEYS
        SetEnv BLOSXOM_CONFIG_DIR "$root/site/blosxom"
        SetEnv TZ UTC
        $pool
        Alias /c/ "$root/site/"
        <Directory "$root/site">
            Options +ExecCGI +FollowSymLinks
            Require all granted
            <FilesMatch "(\\.(cgi|pl)\$)|(^(cvsweb|info2www|blosxom)\$)">
                SetHandler $handler
            </FilesMatch>
        </Directory>
        CONF
    );
}

# Sends every program's requests a number of times; mixed: all programs take turns,
# and share one set of files.
sub compare ($self, %option) {
    my @programs = $self->programs;
    my @groups   = $option{mixed} ? \@programs : map { [$_] } @programs;
    my $expected = $self->server_for('cgi-script');
    my $got      = $self->server_for($self->{handler});
    for my $group (@groups) {
        my @answers
            = map { $self->play($_, $group, $option{rounds} // 1) } $expected,
            $got;
        for my $program (@$group) {
            report_reference($program, $option{label}, $answers[0]);
            $self->report($program, $option{label}, @answers);
        }
    }
    $_->stop for $expected, $got;
    return;
}

sub play ($self, $httpd, $group, $rounds) {
    $self->reset;
    my %answers;
    my %visit = map {
        $_->{program} =>
            Mehari::Test::Corpus::Visit->new(httpd => $httpd, program => $_)
    } @$group;
    for my $round (1 .. $rounds) {
        my ($most)
            = sort { $b <=> $a } map { scalar @{ $_->{requests} } } @$group;
        for my $number (0 .. $most - 1) {
            for my $program (@$group) {
                next if !$program->{requests}[$number];
                my $name = $program->{program};
                push @{ $answers{$name} }, $visit{$name}->request($number);
            }
        }
    }
    return \%answers;
}

# Reports whether the reference can run the program: two servers that cannot would
# agree about it.
sub report_reference ($program, $label, $expected) {
    my $name    = $program->{program};
    my @pages   = grep { ($_->status // 500) != 500 } @{ $expected->{$name} };
    my $builder = Test::More->builder;
    $builder->ok(scalar @pages, "$name, $label: mod_cgi runs it")
        || $builder->diag('Has it all the modules that it needs?');
    return;
}

sub report ($self, $program, $label, $expected, $got) {
    my $name     = $program->{program};
    my @requests = @{ $program->{requests} };
    my @one      = @{ $expected->{$name} };
    my @other    = @{ $got->{$name} };
    my $builder  = Test::More->builder;
    my @text;
    for my $i (0 .. $#one) {
        my ($left, $right) = map { $self->masked($program, $_) } $one[$i],
            $other[$i];
        next if $left eq $right;
        my $request = $requests[ $i % @requests ];
        push @text,
              'request '
            . ($i + 1) . ': '
            . (Mehari::Test::Corpus::Visit::method_of($request))[1] . "\n"
            . first_difference($left, $right);
    }
    $builder->ok(!@text, "$name, $label: " . @one . ' requests');
    $builder->diag($_) for @text > 3 ? (@text[ 0 .. 2 ], '...') : @text;
    return;
}

sub masked ($self, $program, $response) {
    my @headers = sort map { lc($_->[0]) . ": $_->[1]" }
        grep { !$SKIPPED{ lc $_->[0] } } $response->headers;
    my $text = join "\n", $response->status // 'no response', @headers,
        $response->complete ? 'complete' : 'cut short', $response->body;
    for my $mask (@{ $program->{masks} // [] }, @{ $self->{masks} }) {
        my ($pattern, $with) = @$mask;
        $with =~ s/\\(\d)/\0$1/g;
        $text =~ s{$pattern}
            {my @part = (undef, $1); $with =~ s/\0(\d)/$part[$1]/gr}ge;
    }
    return $text;
}

sub first_difference ($left, $right) {
    my @left  = split /\n/, $left,  -1;
    my @right = split /\n/, $right, -1;
    for my $i (0 .. $#left) {
        my $other = $right[$i] // '(nothing)';
        next if $left[$i] eq $other;
        return sprintf "line %d\n  mod_cgi: %.150s\n  ours:    %.150s\n",
            $i + 1, $left[$i], $other;
    }
    return "ours goes on: $right[@left]\n";
}

1;
