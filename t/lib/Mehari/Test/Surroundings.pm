package Mehari::Test::Surroundings;

# The facts about its own process that a CGI script sees under mod_cgi or mod_cgid,
# and under perl-cgi: the table that t/fixtures/surroundings/table.pl prints.

use Mehari::Perl;
use Exporter   qw(import);
use File::Temp ();

use Mehari::Httpd;
use Mehari::Test;
use Mehari::Test::Cgi::Server;

our @EXPORT = qw(surroundings pages);

# The ways in which a script comes to run: compiled once, or for each request;
# executed; and by a page of mod_include.
my @PAGES  = qw(shared.pl unshared.pl executed.pl cgi.shtml cmd.shtml);
my $ROUNDS = 3;    # a template serves from the second request on

sub pages () { return @PAGES }

my $UNUSUAL = fixture('surroundings') . '/unusual.pl';

# Returns the tables of one server: page => { row => value }.  mpm; handler:
# cgi-script or perl-cgi; restore: that key of the pool; unusual: httpd is started
# by t/fixtures/surroundings/unusual.pl; restart: httpd restarts before it is asked.
sub surroundings (%option) {
    state $tree = make_tree();
    Mehari::Test::Cgi::Server::be_a_plain_process();
    my $ours = $option{handler} eq 'perl-cgi';
    my $own  = $option{mpm} eq 'prefork' ? 'cgi' : 'cgid';
    my $h    = server(
        mpm            => $option{mpm},
        module         => $ours ? 'mehari'    : undef,
        modules        => $ours ? ['include'] : [ 'include', $own ],
        document_root  => "$tree",
        workers        => 4,
        config         => config(%option),
        command_prefix => $option{unusual}
        ? [ '/usr/bin/perl', $UNUSUAL ]
        : [],
    );
    $h->restart if $option{restart};
    my %table;
    for my $page ((@PAGES) x $ROUNDS) {
        push @{ $table{$page} }, table($h, $page);
    }
    $h->stop;
    return \%table;
}

sub make_tree () {
    my $tree = File::Temp->newdir('mehari-surroundings-XXXXXX',
        DIR => Mehari::Httpd::temp_dir());
    chmod 0755, "$tree";
    my $text = read_file(fixture('surroundings') . '/table.pl');
    my %text = (
        shared   => $text,
        unshared => $text =~ s/^use strict;/BEGIN { my \$pid = \$\$ }/mr,
        executed => $text =~ s/\A.*/#!\/usr\/bin\/env -S perl/r,
    );
    write_file("$tree/$_.pl",     $text{$_}, 0755) for keys %text;
    write_file("$tree/cgi.shtml", '<!--#exec cgi="shared.pl" -->');
    write_file("$tree/cmd.shtml", "<!--#exec cmd=\"$tree/shared.pl\" -->");
    return $tree;
}

sub config (%option) {
    my $pool
        = $option{restore}
        ? "PerlPool default restore=$option{restore}\n"
        : '';
    return <<~"CONF";
        $pool
        <Directory "\${DOCUMENT_ROOT}">
            Options ExecCGI FollowSymLinks Includes
            Require all granted
            SetHandler $option{handler}
        </Directory>
        <FilesMatch "\\.shtml\$">
            SetHandler none
            ForceType text/html
            SetOutputFilter INCLUDES
        </FilesMatch>
        CONF
}

sub table ($h, $page) {
    my %row;
    for my $line (split /\n/, get($h, "/$page")->body) {
        my ($name, $value) = split /\t/, $line, 2;
        $row{$name} = masked($h, $name, $value) if defined $value;
    }
    return \%row;
}

# Masks what differs between two servers: port, root, and the numbers of sessions
# and groups.
sub masked ($h, $name, $value) {
    my ($root, $port, $pid) = ($h->root, $h->port, $h->pid);
    return $value == ids_of($pid)->{$name} ? "httpd's" : 'another'
        if ($name =~ s/program: //r) =~ /\A(?:group|session)\z/;
    return '(a number)' if $name =~ /REMOTE_PORT/;
    return $value =~ s/\Q$root\E/<root>/gr =~ s/\b$port\b/<port>/gr
        =~ s/(REMOTE_PORT=)\d+/$1/r;
}

sub ids_of ($pid) {
    my ($rest) = read_file("/proc/$pid/stat") =~ /\) (.*)/s;
    my @field  = (0, 0, 0, split ' ', $rest);
    my %ids    = (group => $field[5], session => $field[6]);
    return { %ids, map { ("program: $_" => $ids{$_}) } keys %ids };
}

1;
