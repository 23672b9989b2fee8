package Mehari::Check::Requests;

# The requests to send: GET of each script, the requests of a file, or those of
# an access log. A request is { method, path, headers, body, script, shown }.

use Mehari::Perl;
use File::Basename qw(dirname);

use Mehari::Check::Log;
use Mehari::Explain::Reason;
use Mehari::File qw(bytes_if_readable);

my $FORM = 'application/x-www-form-urlencoded';

# site: a Mehari::Serve::Site; url: the URL path of its directory, if known
sub new ($class, %option) {
    my $self = bless { url => '/', notes => [], %option }, $class;
    my @all  = $self->{site}->scripts;
    my $dir  = $self->{site}->dir;
    $self->{scripts}   = [ grep { -x "$dir/$_" } @all ];
    $self->{is_script} = { map { $_ => 1 } @{ $self->{scripts} } };
    my @left_out = grep { !-x "$dir/$_" } @all;
    $self->note('MH5108', files => named(@left_out)) if @left_out;
    return $self;
}

sub scripts ($self) { return @{ $self->{scripts} } }
sub notes   ($self) { return @{ $self->{notes} } }
sub url     ($self) { return $self->{url} }

sub note ($self, $code, %value) {
    push @{ $self->{notes} }, Mehari::Explain::Reason::message($code, %value);
    return;
}

sub refuse ($code, %value) {
    return Mehari::Explain::Reason::refuse($code, %value);
}

sub counted ($count, $noun) {
    return "$count $noun" . ($count == 1 ? '' : 's');
}

# The number of files, and the names of the first ones.
sub named (@files) {
    my $count = counted(scalar @files, 'file');
    my $more  = @files > 3 ? ', ...' : '';
    return
          "$count left out ("
        . join(', ', grep { defined } @files[ 0 .. 2 ])
        . "$more)";
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
    refuse(
        'MH5002',
        file => $file,
        dir  => $self->{site}->dir,
        url  => $self->{url}
    ) if !@found;
    my $chosen = Mehari::Check::Log::choose(\@found, $limit);
    $self->note_log($log, $others, \@found, $chosen);
    return $chosen;
}

sub note_log ($self, $log, $others, $found, $chosen) {
    my $methods = $log->{methods};
    $self->note(
        'MH5109',
        lines    => counted($log->{lines},  'line'),
        requests => counted(scalar @$found, 'request'),
        url      => $self->{url}
    );
    $self->note('MH5110', count    => scalar @$chosen) if @$chosen < @$found;
    $self->note('MH5111', requests => counted($methods->{$_}, "$_ request"))
        for sort keys %$methods;
    $self->note('MH5112', requests => counted($others, 'request')) if $others;
    $self->note('MH5113', lines    => counted($log->{unknown}, 'line'))
        if $log->{unknown};
    return;
}

# "METHOD PATH [BODY]" a line; lines that begin with a blank are headers of
# the request above them.
sub of_file ($self, $file) {
    open my $in, '<:raw', $file
        or refuse('MH5010', file => $file, error => "$!");
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
    refuse('MH5003', file => $file) if !@requests;
    return \@requests;
}

sub add_header ($request, $line, $where) {
    my ($name, $value) = $line =~ /\A\s+([\w-]+):\s*(.*)\z/
        or refuse('MH5004', where => $where);
    refuse('MH5005', where => $where) if !$request;
    refuse('MH5006', where => $where) if lc $name eq 'host';
    $request->{headers}{$name} = $value;
    return;
}

sub of_line ($self, $line, $dir, $where) {
    my ($method, $path, $body) = split ' ', $line, 3;
    $method =~ /\A[A-Z]+\z/ && ($path // '') =~ m{\A/}
        or refuse('MH5007', where => $where);
    my $script = $self->script_of($path) // refuse(
        'MH5008',
        where => $where,
        path  => $path,
        dir   => $self->{site}->dir,
        at    => $self->{url} eq '/' ? '' : " at $self->{url}"
    );
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
    return bytes_if_readable($file)
        // refuse('MH5009', where => $where, file => $file, error => "$!");
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

# The script of a URL path, and the rest of the path after its name; undef if
# it names no script.
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
