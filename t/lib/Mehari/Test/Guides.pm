package Mehari::Test::Guides;

# The commands and the configuration that README, guides and examples tell their
# readers to type, and a site in which both work.

use Mehari::Perl;
use Exporter   qw(import);
use File::Temp qw(tempdir);

use Mehari::Command;
use Mehari::Test;

our @EXPORT_OK = qw(blocks commands here others site_files);

my $CGI = "#!/usr/bin/perl\nuse strict;\nmy \$n = 1;\n"
    . "print \"Content-Type: text/plain\\n\\n\$n\\n\";\n";
my $PSGI = "sub { [200, ['Content-Type', 'text/plain'], ['here']] };\n";
my $LOG  = '127.0.0.1 - - [27/Nov/2026:10:00:00 +0000]'
    . qq( "GET /cgi-bin/form.pl HTTP/1.1" 200 2\n);

# The files that the pages name, and where these are in this site.
my %FILE = (
    (
        map { $_ => $CGI }
            qw(srv/www/cgi-bin/form.pl cgi-bin/form.pl
            srv/shop/perl/list.pl srv/shop/perl/order.pl srv/shop/cgi/cart.pl
            srv/www/perl/page.pl srv/cgi/hello.pl script.pl form.pl light.pl)
    ),
    'srv/shop/lib/Shop.pm' => "package Shop;\nsub handler { 0 }\n1;\n",
    'srv/shop/app.psgi'    => $PSGI,
    'home/shop/app.psgi'   => $PSGI,
    'app.psgi'             => $PSGI,
    'app.pl' => "use Mojolicious::Lite;\n# Not the module: PSGI.\n$PSGI",
    'requests.txt'                         => "GET /form.pl\n",
    'access.log'                           => $LOG,
    'DIR/none.txt'                         => "no profile\n",
    'var/none.txt'                         => "data\n",
    'etc/apache2/apache2.conf'             => "# here\n",
    'etc/apache2/mods-available/none.load' => "# none\n",
);

sub site_files () {
    my $dir = tempdir(CLEANUP => 1);
    chmod 0755, $dir;
    write_file("$dir/$_", $FILE{$_}, 0755) for keys %FILE;
    my $root = source_root();
    for my $name (qw(bin examples)) {
        symlink "$root/$name", "$dir/$name" or die "Cannot link $name: $!.\n";
    }
    return $dir;
}

# Replaces the paths and addresses that pages name by those of this site.
sub here ($dir, $text, %other) {
    $text =~ s{ setup /etc/apache2\b}{ setup $dir/etc/apache2};
    $text =~ s{\bexamples/NAME\b}{examples/basics};
    $text =~ s{(?<!\Q$dir\E)/etc/apache2\b}{$other{conf}}g if $other{conf};
    $text =~ s{/srv/www/logs/httpd\.pid\b}{$other{pid}}g   if $other{pid};
    $text =~ s{http://127\.0\.0\.1(?=/)}{$other{url}}g     if $other{url};
    $text =~ s{/usr/lib/cgi-bin\b}{/srv/www/cgi-bin}g;
    $text =~ s{/srv/cgi-bin\b}{/srv/www/cgi-bin}g;
    $text =~ s{/var/log/apache2/access\.log}{$dir/access.log}g;
    $text =~ s{/var/lib/awstats\b}{$dir/var}g;
    $text =~ s{\b192\.0\.2\.7\b}{127.0.0.1}g;
    $text =~ s{(?:(?<![\w.])|(?<=-I))/srv/}{$dir/srv/}g;
    return $text;
}

# Returns the text of the blocks in one of these languages.
sub blocks ($text, @languages) {
    my $language = join '|', @languages;
    return $text =~ /^```(?:$language)\n(.*?)^```/msg;
}

# Returns the lines of code: those in blocks, and those that are indented.
sub code_lines ($text) {
    my @lines = map { split /\n/ } blocks($text, 'sh', 'console');
    return (@lines, $text =~ /^ {4}(?:\$ )?(\S.*)$/mg);
}

# Returns [page, command] of each line of code for which $part returns a command.
sub found ($part) {
    my $root = source_root();
    my (@found, %seen);
    for my $file (
        map { glob "$root/$_" }
        qw(README.md CONTRIBUTING.md docs/*.md examples/README.md
        examples/*/README.md)
        )
    {
        my $page = substr $file, 1 + length $root;
        for my $line (code_lines(read_file($file))) {
            my $command = $part->($line) // next;
            $command =~ s/\s+#.*//;
            push @found, [ $page, $command ] if !$seen{$command}++;
        }
    }
    return @found;
}

# Returns the commands of mehari that pages tell their readers to type.
sub commands () {
    my $known = join '|',
        do { my %all = Mehari::Command->commands; keys %all };
    my $command = qr{\A(?:sudo )?((?:bin/)?mehari (?:$known)\b.*)};
    return found(sub ($line) { $line =~ $command ? $1 : undef });
}

# Returns the commands of other programs: those of the checkout and of the system.
sub others () {
    my $program = join '|',
        qw(\./run \./test packaging/\S+ make perl apachectl
        `apxs a2\w+ apt apt-get dnf podman kubectl promtool curl git openssl
        useradd sh cp rm sed tar jq examples/\S+\.bt);
    my $start
        = qr{\A(?:sudo )?(?:[A-Z]\w*=(?:"[^"]*"|\S+) )*($program)(?= |\z)};
    return found(sub ($line) { $line =~ $start ? $line : undef });
}

1;

__END__

=head1 NAME

Mehari::Test::Guides - what the guides tell to type

=head1 FUNCTIONS

=over

=item commands

Returns pages and the commands of mehari on them, each command once.

=item others

Returns the same for the commands of other programs.

=item site_files

Returns a folder with the files that the commands name.

=item here($dir, $text, conf => $file, pid => $file, url => $url)

Returns the text with the paths of that folder in place of those of a real site.

=item blocks($text, @languages)

Returns the blocks of code of a page in Markdown.

=back

=cut
