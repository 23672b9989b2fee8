# The mode perl-cgi, which is the default: one block is added, and nothing else
# changes. Under event and mod_cgid, and under prefork and mod_cgi: the same
# pages before and after, from programs in Perl and in other languages.

use Mehari::Test;
use Mehari::MigrateSite qw(slurp snapshot module_under_test);

if (!-e module_under_test() =~ s{[^/]*\z}{mehari-pool}r) {
    plan skip_all => 'mehari-pool is not built';
}

# name => configuration around @DIR@
my %case = (
    alias  => qq(ScriptAlias "/alias" "\@DIR\@/"\n),
    wild   => qq(ScriptAlias "/wild[a]/" "\@DIR\@/"\n),
    regex  => qq(ScriptAliasMatch "^/regex/(.*)" "\@DIR\@/\$1"\n),
    inside => <<'CONF',
<Location "/inside">
    ScriptAlias "@DIR@/env.pl"
</Location>
CONF
    directory => <<'CONF',
<Directory "@DIR@">
    Options +ExecCGI
    SetHandler cgi-script
</Directory>
CONF
    extensions => <<'CONF',
<Directory "@DIR@">
    Options +ExecCGI
    AddHandler cgi-script .pl .cgi .sh
</Directory>
CONF
);
my @programs = qw(
    hello.pl env.pl/info?a=b count.pl cwd.pl post.pl status.pl exit.pl
    nph-raw.pl shell.sh mixed.cgi perl.cgi?x nothing.pl
);

# The process that has started the script: httpd, or a zygote, whose name is
# that of the script.
my $PARENT = <<'PERL';
#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/' . getppid . '/comm' or die $!;
print <$in>;
PERL

sub migrated ($mpm) {
    my $site = Mehari::MigrateSite->new(mode => 'perl-cgi');
    my $root = $site->root;
    my $cgi  = $mpm eq 'event' ? 'cgid' : 'cgi';
    my $text = $site->preamble(mpm => $mpm, modules => [$cgi]);
    $text .= "<Directory \"$root\">\n    Require all granted\n</Directory>\n";
    for my $name (sort keys %case) {
        my $dir = $site->copy_programs("htdocs/$name");
        $site->write("htdocs/$name/parent.pl", $PARENT);
        chmod 0755, "$dir/parent.pl";
        $text .= $case{$name} =~ s/\@DIR\@/$dir/gr;
    }
    my $conf = $site->write('conf/httpd.conf', $text);
    my $tree = snapshot("$root/conf");

    my @paths = map {
        my $case = $_ eq 'wild' ? 'wild[a]' : $_;
        map { "/$case/$_" } @programs
    } grep { $_ ne 'inside' } sort keys %case;
    push @paths, '/inside/x';
    my ($before) = $site->served($conf, sub ($site) { $site->pages(@paths) });
    like $before->{'/alias/shell.sh (1)'}, qr/shell GET/,
        "mod_$cgi serves before the migration";

    my ($status, $diff, $notes) = $site->migrate('--apply', $conf);
    is $status, 0, 'mehari migrate --apply succeeds' or diag $notes;
    is $notes =~ s/^1 file changed.*\n//r, '',
        'the migration of a site with perl-cgi has no note';
    my @gone = $diff =~ /^-(?!--)(.*)/mg;
    is_deeply \@gone, [], 'the lines of the site do not change';
    like $diff, qr/^\+    PerlCgiScripts On$/m,
        'an added block says where it comes from';

    my ($after, %parent) = $site->served(
        $conf,
        sub ($site) {
            (
                $site->pages(@paths),
                map { $_ => $site->page("/$_/parent.pl") }
                    qw(alias wild[a] regex directory extensions)
            );
        }
    );
    is $after->{$_}, $before->{$_}, $_ for sort keys %$before;
    like $parent{$_}, qr/^parent\.pl$/m, "$_: a pool runs it"
        for sort keys %parent;

    ($status, undef, $notes) = $site->migrate($conf);
    is $status, 1, 'a second run has nothing to do';
    like $notes, qr/migrated already/,
        'a second migration says that it is done already';
    ($status) = $site->command('--revert', $conf);
    is $status, 0, 'mehari migrate --revert succeeds';
    is_deeply snapshot("$root/conf"), $tree, '--revert restores every byte';
    return;
}

subtest $_ => sub { migrated($_) }
    for qw(event prefork);

subtest 'notes' => sub {
    my $site = Mehari::MigrateSite->new(mode => 'perl-cgi');
    my $bin  = $site->copy_programs('cgi-bin');
    my $text
        = $site->preamble(mpm => 'event', modules => [qw(cgid actions)])
        . "ScriptAlias /c/ $bin/\nRLimitCPU 10\nScriptLog logs/cgi\n"
        . "Action x/y /c/hello.pl\n";
    my $conf = $site->write('conf/notes.conf', $text);
    my ($status, $diff, $notes)
        = $site->command('--module', module_under_test(), $conf);
    is $status, 0, 'mehari migrate needs no option for perl-cgi';
    like $diff, qr/^\+    PerlCgiScripts On$/m,
        'the default difference adds PerlCgiScripts On';
    like $notes, qr/Action is not migrated/,
        'a note says that an Action stays';
    unlike $notes, qr/RLimit|ScriptLog|not Perl|prefork/,
        'a directive that works as before is not named';
    unlike $diff, qr/PerlSwitches|mpm_/, 'switches and MPM are not changed';

    my $packaged = $site->write('conf/packaged.conf',
        $text . "<IfDefine MODPERL2>\n</IfDefine>\n");
    (undef, undef, $notes) = $site->migrate($packaged);
    like $notes, qr/:\d+: <IfDefine MODPERL2> holds when mehari is loaded/,
        'the places that mehari turns on are named';

    my $none = $site->write('conf/none.conf',
        $site->preamble(modules => ['cgi'])
            . "<Files *.sh>\nSetHandler cgi-script\n</Files>\n");
    ($status, undef, $notes) = $site->migrate($none);
    is $status, 1, 'a site without Perl needs no migration';
    like $notes, qr/SetHandler stays unchanged/,
        'a note says why SetHandler stays';
};

done_testing;
