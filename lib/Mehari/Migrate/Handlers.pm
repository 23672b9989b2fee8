package Mehari::Migrate::Handlers;

# Places of a configuration that have another handler than mod_cgi's. Its
# section may be weaker than the one that a migration would write. So the
# migration leaves a folder with such a place to mod_cgi.

use Mehari::Perl;
use File::Basename qw(basename dirname);

my %NAMES_ONE = map { $_ => 1 } qw(sethandler addhandler);
my %MAPS      = map { $_ => 1 } qw(alias proxypass);

# active: the directives in effect.
sub new ($class, $site, @active) {
    my @others = grep { is_other($_->{name}, @{ $_->{args} }) } @active;
    return bless { site => $site, others => \@others }, $class;
}

sub is_other ($name, @args) {
    return 1 if $MAPS{$name};
    return $NAMES_ONE{$name} && @args && lc $args[0] ne 'cgi-script';
}

# The place that names another handler for one of the files, or for a URL below
# the given one. $only: a pattern of the handler's name. undef: there is none.
sub within ($self, $found, $url, $files, $only = qr//) {
    for my $other (@{ $self->{others} }) {
        next
            if ($other->{args}[0] // '') !~ $only
            || !shares_host($found, $other);
        return "$other->{file}:$other->{number}"
            if is_below($other, $url)
            || grep { $self->covers($other, $_, $url) } @$files;
    }
    return $self->in_access_file($files, $only);
}

sub shares_host ($found, $other) {
    my ($here, $there) = ($found->{host}, $other->{host});
    return $here eq '' || $there eq '' || $here eq $there;
}

# <Location> is about URLs that need not have a file: /cgi-bin/status. A part of
# such a URL that is mapped or sent elsewhere is no program of that place.
sub is_below ($other, $url) {
    return 0 if !defined $url;
    my $prefix = $url =~ s{/*\z}{/}r;
    my @urls   = map { $_->{args}[0] }
        grep { $_->{name} eq 'location' } @{ $other->{stack} };
    push @urls, $other->{args}[0] if $MAPS{ $other->{name} };
    return grep { index(($_ // '') . '/', $prefix) == 0 } @urls;
}

sub covers ($self, $other, $file, $url) {
    my @boxes = @{ $other->{stack} };

    # <If> is merged last of all, so it has the same effect before and after a
    # migration.
    return 0 if grep { $_->{name} =~ /^(?:if|elseif|else)\z/ } @boxes;
    return 0 if grep { !$self->lets_in($_, $file, $url) } @boxes;
    return 1 if $other->{name} eq 'sethandler';
    return 0 if $MAPS{ $other->{name} };
    my (undef, @extensions) = @{ $other->{args} };
    return has_any($file, @extensions);
}

sub has_any ($file, @extensions) {
    my %has = map { lc $_ => 1 } split /\./, basename($file) =~ s/^[^.]*//r;
    return grep { $has{ lc s/^\.//r } } @extensions;
}

# True if a section can be about this file. A section that says when, and not
# where, can. So can one of URLs, if the URLs of the file are unknown.
sub lets_in ($self, $box, $file, $url) {
    my ($name, @args) = ($box->{name}, @{ $box->{args} });
    my $is_regex = $name =~ s/match\z//;
    ($is_regex, @args) = (1, @args[ 1 .. $#args ]) if ($args[0] // '') eq '~';
    my $pattern = $args[0] // '';
    if ($name eq 'files') {
        return matches($is_regex, $pattern, basename($file), 0);
    }
    if ($name eq 'directory') {
        my $dir = $is_regex ? dirname($file) . '/' : dirname($file);
        return matches($is_regex, $pattern, $dir, 1);
    }
    return 1 if $name ne 'location';
    my @urls = $self->{site}->urls_of($file);
    @urls = grep { index($_, $url) == 0 } @urls if defined $url;
    return !@urls || grep { matches($is_regex, $pattern, $_, 1) } @urls;
}

# httpd's patterns are nearly Perl's. One that Perl cannot read counts as
# matching all.
sub matches ($is_regex, $pattern, $text, $is_path) {
    if (!$is_regex) {
        $pattern =~ s{(?<=.)/+\z}{};
        my $star = $is_path ? '[^/]*' : '.*';
        my $any  = $is_path ? '[^/]'  : '.';
        $pattern = join '', map {
            $_ eq '*' ? $star : $_ eq '?' ? $any : /^\[/ ? $_ : quotemeta
        } $pattern =~ /(\[[^]]+\]|.)/gs;
        $pattern
            = "^$pattern" . ($is_path && $pattern ne '\/' ? '(?:/|$)' : '$');
        $pattern = '^/' if $pattern eq '^\/$';
    }
    my $regex = eval { no re 'eval'; qr/$pattern/ } // qr//;
    return $text =~ $regex;
}

# The .htaccess files of a file's folder, and of those above it.
sub in_access_file ($self, $files, $only) {
    my %dirs;
    for my $file (@$files) {
        my $dir = dirname($file);
        while (!$dirs{$dir}++ && $dir ne '/') { $dir = dirname($dir) }
    }
    for my $dir (sort keys %dirs) {
        for my $name ($self->{site}->access_names) {
            my $line = other_line("$dir/$name", $only) // next;
            return "$dir/$name:$line";
        }
    }
    return undef;
}

sub other_line ($file, $only) {
    open my $in, '<:raw', $file or return undef;
    while (my $line = <$in>) {
        my ($handler)
            = $line =~ /^\s*(?:SetHandler|AddHandler)\s+"?([^\s"]+)/i
            or next;
        return $. if lc $handler ne 'cgi-script' && $handler =~ $only;
    }
    return undef;
}

1;

__END__

=head1 NAME

Mehari::Migrate::Handlers - which places have another handler than mod_cgi's

=head1 METHODS

=over

=item new($site, @directives)

=item within($directive, $url, \@files, $pattern)

The place (C<FILE:LINE>) where another handler is named for one of the files, or
for a URL below C<$url>. C<$pattern> limits the names of handlers. Returns undef
when there is none.

=back

=cut
