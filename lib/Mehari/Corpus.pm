package Mehari::Corpus;

# Lays the CGI programs of some Debian packages out under one directory, with
# configuration and data of their own: for t/corpus and for `mehari bench`.

use Mehari::Perl;
use Exporter       qw(import);
use File::Copy     qw(copy);
use File::Path     qw(make_path);
use File::Basename qw(dirname);
use POSIX          qw(strftime);

use Mehari::File qw(bytes_of);

our @EXPORT_OK = qw(lay_out);

my %PROGRAM = (
    awstats   => \&awstats,
    blosxom   => \&blosxom,
    cvsweb    => \&cvsweb,
    info2www  => \&info2www,
    mailgraph => \&mailgraph,
    usemod    => \&usemod,
);

# $packages: the folder of the unpacked packages. $to: the folder for the
# programs. $site: their folder when they are served, which some programs have
# in their configuration. @names: only these programs; without names, all.
sub lay_out ($packages, $to, $site, @names) {
    @names = sort keys %PROGRAM if !@names;
    for my $name (@names) {
        make_path("$to/$name");
        $PROGRAM{$name}->("$packages", "$to/$name", "$site/$name");
    }
    return;
}

sub spew ($file, $text, $mode = 0644) {
    make_path(dirname($file));
    open my $out, '>:raw', $file or die "Cannot write $file: $!\n";
    print {$out} $text;
    close $out or die "Cannot write $file: $!\n";
    chmod $mode, $file;
    return;
}

sub command (@words) {
    system(@words) == 0 or die "@words failed: $?\n";
    return;
}

# A program with some of its lines changed.
sub adapt ($from, $to, $change) {
    my $text = bytes_of($from);
    local $_ = $text;
    $change->();
    die "$from is not what it was: nothing to change.\n" if $_ eq $text;
    return spew($to, $_, 0755);
}

# --- awstats: two sites over one log ---------------------------------------

sub awstats ($packages, $to, $site) {
    my $from = "$packages/awstats/usr";
    make_path("$to/data");
    spew("$to/awstats.pl", bytes_of("$from/lib/cgi-bin/awstats.pl"), 0755);
    for my $part (qw(lib lang plugins)) {
        command('cp', '-r', "$from/share/awstats/$part", $to);
    }
    spew("$to/access.log", access_log());
    spew("$to/awstats.corpus.conf",
        awstats_conf($site, 'corpus.test', 'en', ''));
    return spew("$to/awstats.other.conf",
        awstats_conf($site, 'other.test', 'de', "MaxNbOfPageShown=3\n"));
}

sub awstats_conf ($site, $domain, $language, $more) {
    return <<~"CONF" . $more;
        LogFile="$site/access.log"
        LogType=W
        LogFormat=1
        LogSeparator=" "
        SiteDomain="$domain"
        HostAliases="localhost 127.0.0.1"
        DNSLookup=0
        DirData="$site/data"
        DirCgi="/c/awstats"
        DirIcons="/icon"
        AllowToUpdateStatsFromBrowser=1
        AllowFullYearView=3
        Lang="$language"
        DirLang="$site/lang"
        CONF
}

# The result is the same every time, because the random numbers have a seed.
sub access_log () {
    my $state  = 7;
    my $chance = sub ($of) {
        $state = ($state * 1103515245 + 12345) % 2**31;
        return int($state / 65536) % $of;
    };
    my @page  = qw(/ /index.html /docs/ /docs/b.html?x=1 /img/logo.png /no);
    my @agent = (
        'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101',
        'Googlebot/2.1 (+http://www.google.com/bot.html)',
        'Wget/1.21'
    );
    my @referer = (
        '-', 'http://www.google.com/search?q=perl+cgi',
        'http://corpus.test/'
    );
    my $time = 1788220800;
    my $text = '';
    for (1 .. 3000) {
        $time += 1 + $chance->(420);
        my $page = $page[ $chance->(scalar @page) ];
        $text .= sprintf
            qq{10.%d.%d.%d - %s [%s +0000] "GET %s HTTP/1.1" %d %d "%s" "%s"\n},
            $chance->(4), $chance->(10), 1 + $chance->(60),
            $chance->(10) ? '-' : 'alice',
            strftime('%d/%b/%Y:%H:%M:%S', gmtime $time), $page,
            $page eq '/no' ? 404 : 200, 100 + $chance->(50_000),
            $referer[ $chance->(scalar @referer) ],
            $agent[ $chance->(scalar @agent) ];
    }
    return $text;
}

# --- the others --------------------------------------------------------------

sub blosxom ($packages, $to, $site) {
    make_path(map { "$to/$_" } qw(plugins state));
    spew("$to/blosxom", bytes_of("$packages/blosxom/usr/lib/cgi-bin/blosxom"),
        0755);
    spew("$to/blosxom.conf", <<~"CONF");
        package blosxom;
        \$blog_title = 'Corpus blog'; \$blog_description = 'd';
        \$blog_language = 'en'; \$blog_encoding = 'UTF-8';
        \$datadir = '$site/entries'; \$url = ''; \$depth = 0;
        \$num_entries = 4; \$file_extension = 'txt';
        \$default_flavour = 'html'; \$show_future_entries = 0;
        \$plugin_dir = '$site/plugins'; \$plugin_state_dir = '$site/state';
        \$static_dir = ''; \$static_password = ''; \@static_flavours = ();
        \$static_entries = 0; \$encode_xml_entities = 1;
        1;
        CONF
    for my $i (1 .. 6) {
        my $dir  = $i > 5 ? '/perl/deep' : $i > 3 ? '/perl' : '';
        my $file = "$to/entries$dir/e$i.txt";
        spew($file, "Entry $i & co\n<p>Body of entry $i.</p>\n");
        my $time = 1767225600 + $i * 2_600_000;
        utime $time, $time, $file;
    }
    return;
}

sub cvsweb ($packages, $to, $site) {
    my $from = "$packages/cvsweb";
    cvs_repository("$to/repo", "$to/work");
    copy("$from/etc/cvsweb/cvsweb.css", $to);
    adapt(
        "$from/etc/cvsweb/cvsweb.conf",
        "$to/cvsweb.conf",
        sub {
            s{\@CVSrepositories = \(.*?\n\);}
             {\@CVSrepositories = ('local' => ['Local', '$site/repo']);}s;
        }
    );
    return adapt("$from/usr/lib/cgi-bin/cvsweb",
        "$to/cvsweb",
        sub { s{/etc/cvsweb/cvsweb\.conf}{$site/cvsweb.conf}g });
}

sub cvs_repository ($root, $work) {
    local @ENV{qw(CVSROOT TZ CVS_RSH)} = ($root, 'UTC', 'false');
    my $cvs = sub (@words) {
        command('sh', '-c', 'cd "$0" && exec cvs -Q "$@"', @words);
    };
    make_path($root, "$work/proj/src");
    command('cvs', 'init');
    spew("$work/proj/src/main.c", "int main(void)\n{\n  return 0;\n}\n");
    spew("$work/proj/README",     "README\n======\n\nA <test> & project\n");
    spew("$work/proj/big.txt",    join '', map { "$_\n" } 1 .. 400);
    $cvs->(
        "$work/proj",
        qw(import -m),
        'initial import',
        qw(proj vendor start)
    );
    command('rm', '-r', "$work/proj");
    $cvs->($work, qw(co proj));
    adapt("$work/proj/src/main.c", "$work/proj/src/main.c",
        sub { s/return 0/return 42/ });
    $cvs->("$work/proj", qw(ci -m), 'second <b>commit</b>');
    adapt("$work/proj/big.txt", "$work/proj/big.txt",
        sub { s/^200$/two hundred/m });
    $cvs->("$work/proj", qw(ci -m), 'third');
    $cvs->("$work/proj", qw(tag -b BR_1));
    command('rm', '-r', $work);
    return;
}

sub info2www ($packages, $to, $site) {
    make_path("$to/cache");
    return adapt("$packages/info2www/usr/lib/cgi-bin/info2www",
        "$to/info2www",
        sub { s{^\$CACHE = .*}{\$CACHE = "$site/cache/c";}m });
}

# Debian 12 has it in the first folder, Debian 13 in the second.
sub mailgraph ($packages, $to, $site) {
    my ($from) = grep { -e "$_/mailgraph.cgi" }
        map { "$packages/mailgraph/usr/$_" } qw(share/mailgraph lib/cgi-bin);
    make_path("$to/tmp");
    copy($_, $to) for glob "$from/*.css";
    adapt(
        "$from/mailgraph.cgi",
        "$to/mailgraph.cgi",
        sub {
            s{tmp_dir = '/var/lib/mailgraph'}{tmp_dir = '$site/tmp'};
            s{'/var/lib/mailgraph/}{'$site/}g;
        }
    );
    round_robin("$to/mailgraph.rrd",       qw(sent recv bounced rejected));
    round_robin("$to/mailgraph_virus.rrd", qw(virus spam));
    return round_robin("$to/mailgraph_greylist.rrd", qw(greylisted delayed));
}

sub round_robin ($file, @sources) {
    my $step  = 300;
    my $now   = time;
    my $start = int($now / $step) * $step - 86_400 * 4;
    command(
        'rrdtool', 'create', $file, '--start', $start, '--step', 60,
        (map { "DS:$_:ABSOLUTE:600:0:U" } @sources),
        map { "RRA:$_" }
            qw(AVERAGE:0.5:1:500 AVERAGE:0.5:5:12000
            MAX:0.5:1:500 MAX:0.5:5:12000)
    );
    my @updates;
    my $i = 0;
    for (my $time = $start + $step; $time < $now; $time += $step) {
        $i++;
        push @updates, join ':', $time,
            map { ($i * ($_ + 3)) % 17 } 0 .. $#sources;
    }
    while (my @some = splice @updates, 0, 500) {
        command('rrdtool', 'update', $file, @some);
    }
    return;
}

sub usemod ($packages, $to, $site) {
    my $from = "$packages/usemod-wiki";
    make_path("$to/data");
    copy("$from/etc/usemod-wiki/intermap", "$to/data/intermap");
    adapt("$from/etc/usemod-wiki/config",
        "$to/config", sub { s{/var/lib/usemod-wiki}{$site/data}g });
    return adapt(
        "$from/usr/lib/cgi-bin/wiki.pl",
        "$to/wiki.pl",
        sub {
            s{^\$ConfigFile .*}{\$ConfigFile = '$site/config';}m;
            s{^\$DataDir .*}{\$DataDir = '$site/data';}m;
        }
    );
}

1;

__END__

=head1 NAME

Mehari::Corpus - CGI programs of Debian's, laid out to be served

=head1 SYNOPSIS

    use Mehari::Corpus qw(lay_out);
    lay_out($packages, "$root/pristine", "$root/site");

=head1 FUNCTIONS

=over

=item lay_out($packages, $to, $site, @names)

Makes a directory below C<$to> for each program, or for those of C<@names>, of
the packages that F<packaging/corpus> unpacked in C<$packages>. C<$site> is the
path of that directory when it is served.

=back

=cut
