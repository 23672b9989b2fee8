package Mehari::Serve::Profile;

# mehari serve --profile: the lines of configuration, and the page
# /mehari-profile/, which lists profiles and makes their reports when they are
# asked for. A CGI script's body.

use Mehari::Perl;

use Mehari::Profile::Report;
use Mehari::Httpd::Config;
use Mehari::Serve::Page qw(escape url_path document);

our $URL = '/mehari-profile/';

my %TYPE = (
    html => 'text/html; charset=utf-8',
    css  => 'text/css',
    js   => 'text/javascript',
    png  => 'image/png',
    gif  => 'image/gif',
    svg  => 'image/svg+xml',
    dot  => 'text/plain; charset=utf-8',
);

# root: of the server; own: a pattern of mehari serve's own URLs.
sub text ($class, $root, $own) {
    my ($dir, $profiles, $to)
        = map { Mehari::Httpd::Config::quoted($_) } "$root/profile",
        "$root/profiles", "dir=$root/profiles";
    return <<~"CONF";
    PerlProfile On
    PerlProfile $to files=200
    AliasMatch "^/mehari-profile(?:/(.*))?\$" "$root/profile/page.pl/\$1"
    <Directory $dir>
        Options +ExecCGI
        SetEnv MehariProfiles $profiles
    </Directory>
    <LocationMatch "$own">
        PerlProfile Off
    </LocationMatch>
    <LocationMatch "^/mehari-profile(?:/|\$)">
        SetHandler perl-cgi
        Require local
    </LocationMatch>
    CONF
}

# Writes the script of the page. perl: a folder with our Perl code.
sub prepare ($class, $root, $perl) {
    my $lib  = $perl =~ s/([\\'])/\\$1/gr;
    my $file = "$root/profile/page.pl";
    mkdir "$root/profile";
    open my $out, '>', $file or die "Cannot write $file: $!\n";
    print {$out} "#!$^X\nuse lib '$lib';\nuse Mehari::Serve::Profile;\n"
        . "Mehari::Serve::Profile->answer;\n";
    close $out or die "Cannot write $file: $!\n";
    chmod 0755, $file;
    return;
}

sub answer ($class) {
    my $path = $ENV{PATH_INFO} // '';
    binmode STDOUT;
    my ($who, $name, $file) = $path =~ m{\A/+([\w.-]+)/([\w.-]+)/([\w.-]*)\z};
    my $done = eval {
              defined $who       ? send_page($who, $name, $file)
            : $path =~ m{\A/*\z} ? send_list()
            :                      send_error(404, 'There is no such page.');
        1;
    };
    send_error(500, $@) if !$done;
    return;
}

sub folders () { Mehari::Profile::Report->folders($ENV{MehariProfiles}) }

# A file is served only if its name is in the list of the existing files.
sub send_page ($who, $name, $file) {
    my ($folder) = grep { m{/\Q$who\E\z} } folders();
    my ($entry)  = grep { $_->{name} eq $name }
        map { Mehari::Profile::Report->list($_) } $folder // ();
    return send_error(404, 'There is no such profile any more.') if !$entry;
    Mehari::Profile::Report->make($entry);
    return print "Status: 302\nLocation: index.html\n\n" if $file eq '';
    my ($type) = map { $TYPE{$_} } $file =~ /\.(\w+)\z/;
    return send_error(404, 'There is no such page.')
        if !$type || $file =~ /\A\./;
    open my $in, '<:raw', "$entry->{report}/$file"
        or return send_error(404, 'There is no such page.');
    local $/ = \65536;
    print "Content-Type: $type\n\n";
    print while <$in>;
    return;
}

sub send_error ($status, $text) {
    print "Status: $status\nContent-Type: text/html; charset=utf-8\n\n",
        document('mehari profile', '<p>' . escape($text) . "</p>\n");
    return;
}

sub send_list () {
    my @entries = sort { $b->{name} cmp $a->{name} }
        map { Mehari::Profile::Report->list($_) } folders();
    my $rows = join '', map { row($_, address($_)) } @entries;
    $rows
        ||= '<tr><th>None yet: every run of a script, handler or application'
        . ' makes one.</th></tr>';
    print
        "Content-Type: text/html; charset=utf-8\nCache-Control: no-store\n\n",
        document('mehari profile', <<~"HTML");
        <header><h1>Profiles</h1>
        <p class="dim">The newest first; the report is made when it is asked
        for, which takes a moment.</p></header>
        <section><div class="card"><table><tbody>
        $rows</tbody></table></div></section>
        HTML
    return;
}

sub address ($entry) {
    my ($who) = $entry->{folder} =~ m{([^/]+)\z};
    return url_path("$URL$who/$entry->{name}/");
}

# The index of profiles, as mehari profile makes it.
sub row ($entry, $href) {
    my ($at, $what, $script) = map { escape($_) } "$entry->{at} UTC",
        "$entry->{method} $entry->{uri}", $entry->{script};
    return
          qq(<tr><th scope="row"><a href="$href">$what</a><p>$script</p></th>)
        . "<td>$at</td></tr>\n";
}

1;

__END__

=head1 NAME

Mehari::Serve::Profile - mehari serve --profile

=head1 SYNOPSIS

    Mehari::Serve::Profile->prepare($root, $perl);
    my $config = Mehari::Serve::Profile->text($root, '^/(?:$|mehari)');

=cut
