package Mehari::Check::Requests;

# What is sent: GET of each script, the requests of a file, or those of an
# access log. A request is { method, path, headers, body, script, shown }.

use v5.36;
use File::Basename qw(dirname);

use Mehari::Check::Log;

my $FORM = 'application/x-www-form-urlencoded';

# site: a Mehari::Serve::Site; url: the URL path of its directory, if known
sub new ($class, %option) {
    my $self = bless { url => '/', notes => [], %option }, $class;
    my @all  = $self->{site}->scripts;
    my $dir  = $self->{site}->dir;
    $self->{scripts}   = [ grep { -x "$dir/$_" } @all ];
    $self->{is_script} = { map { $_ => 1 } @{ $self->{scripts} } };
    $self->note(counted(@all - @{ $self->{scripts} }, 'file'),
        'left out, as mod_cgi would refuse what is not executable')
        if @all > @{ $self->{scripts} };
    return $self;
}

sub scripts ($self) { return @{ $self->{scripts} } }
sub notes   ($self) { return @{ $self->{notes} } }
sub url     ($self) { return $self->{url} }

sub note ($self, @words) {
    push @{ $self->{notes} }, join ' ', @words;
    return;
}

sub counted ($count, $noun) {
    return "$count $noun" . ($count == 1 ? '' : 's');
}

# --- where they come from ----------------------------------------------------

sub of_scripts ($self) {
    return [
        map {
            my $path = $self->{url} . escaped($_);
            $self->request('GET', $path, $_)
        } $self->scripts
    ];
}

sub of_log ($self, $file, $limit) {
    my $log = Mehari::Check::Log::read_log($file);
    $self->{url} = Mehari::Check::Log::prefix_of($log, $self->scripts)
        if !$self->{url_given};
    my (@found, $others);
    for my $entry (@{ $log->{requests} }) {
        my $script = $self->script_of($entry->{path});
        if (!defined $script) { $others += $entry->{count}; next }
        push @found,
            {
            %{ $self->request(@$entry{qw(method path)}, $script) },
            count => $entry->{count}
            };
    }
    die "no request of $file is for a script of "
        . $self->{site}->dir
        . " at $self->{url}; name the URL path of the directory with --url\n"
        if !@found;
    my $chosen = Mehari::Check::Log::choose(\@found, $limit);
    $self->note_log($log, $others, \@found, $chosen);
    return $chosen;
}

sub note_log ($self, $log, $others, $found, $chosen) {
    my $methods = $log->{methods};
    my $lines   = counted($log->{lines}, 'line');
    $self->note(
        "the log has $lines;",
        counted(scalar @$found, 'request'),
        "for scripts below $self->{url} are different"
    );
    $self->note(
        'of these the',
        scalar @$chosen,
        'most frequent are sent; --limit takes more'
    ) if @$chosen < @$found;
    $self->note(counted($methods->{$_}, "$_ request"),
        'of the log left out, as a log does not have their bodies')
        for sort keys %$methods;
    $self->note(counted($others, 'request'),
        'of the log left out, as they are for no script')
        if $others;
    $self->note(counted($log->{unknown}, 'line'),
        'of the log left out, as they are no requests')
        if $log->{unknown};
    return;
}

# "METHOD PATH [BODY]" a line; lines that begin with a blank are headers of
# the request above them.
sub of_file ($self, $file) {
    open my $in, '<:raw', $file or die "Cannot read $file: $!.\n";
    my @requests;
    while (my $line = readline $in) {
        $line =~ s/\s+\z//;
        next if $line =~ /\A\s*(?:#|\z)/;
        my $where = "$file line $.";
        if ($line =~ /\A\s/) {
            add_header($requests[-1], $line, $where);
            next;
        }
        push @requests, $self->of_line($line, dirname($file), $where);
    }
    die "$file has no request\n" if !@requests;
    return \@requests;
}

sub add_header ($request, $line, $where) {
    my ($name, $value) = $line =~ /\A\s+([\w-]+):\s*(.*)\z/
        or die qq($where is no header: it has no "Name: value"\n);
    die "$where is a header with no request above it\n" if !$request;
    die "$where: the name of the server is given with --host\n"
        if lc $name eq 'host';
    $request->{headers}{$name} = $value;
    return;
}

sub of_line ($self, $line, $dir, $where) {
    my ($method, $path, $body) = split ' ', $line, 3;
    $method =~ /\A[A-Z]+\z/ && ($path // '') =~ m{\A/}
        or die qq($where is no request: it has to be "METHOD /path [body]"\n);
    my $script = $self->script_of($path)
        // die "$where: $path is no script of "
        . $self->{site}->dir
        . ($self->{url} eq '/' ? '' : " at $self->{url}") . "\n";
    my $request = $self->request($method, $path, $script);
    return $request if !defined $body;
    $body = content($1 =~ m{\A/} ? $1 : "$dir/$1", $where)
        if $body =~ /\A@(.+)\z/;
    $request->{body} = $body;
    $request->{headers}{'Content-Type'}
        = $body =~ /\A\s*[\[{]/ ? 'application/json' : $FORM;
    return $request;
}

sub content ($file, $where) {
    open my $in, '<:raw', $file
        or die "$where: cannot read the body, $file: $!\n";
    local $/ = undef;
    return scalar readline $in;
}

sub request ($self, $method, $path, $script) {
    return {
        method  => $method,
        path    => $path,
        headers => {},
        script  => $script,
        shown   => "$method $path",
    };
}

# --- whose it is -------------------------------------------------------------

# The script that a URL path means, with what comes behind its name; undef when
# it means none.
sub script_of ($self, $path) {
    $path =~ s/[?#].*//s;
    $path =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge;
    my $url = $self->{url};
    return undef if index($path, $url) != 0;
    my $name = substr $path, length $url;
    for my $index (qw(index.cgi index.pl)) {
        return "$name$index"
            if $name =~ m{(?:\A|/)\z} && $self->{is_script}{"$name$index"};
    }
    while (length $name) {
        return $name if $self->{is_script}{$name};
        $name =~ s{/?[^/]*\z}{};
    }
    return undef;
}

sub escaped ($name) {
    return $name =~ s{([^\w./~-])}{sprintf '%%%02X', ord $1}ger;
}

1;

__END__

=head1 NAME

Mehari::Check::Requests - what mehari check sends

=head1 METHODS

=over

=item new(site => $site, url => '/cgi-bin/', url_given => 1)

=item of_scripts, of_file($file), of_log($file, $limit)

The requests; each has C<method>, C<path>, C<headers>, C<body>, the C<script>
that it is for, and C<shown>, what it is called.

=item scripts, notes, url

Names of the scripts that can be run; what was left out; the URL path that the
directory has.

=back

=cut
