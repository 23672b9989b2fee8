# A failed, interrupted or reverted migration: every file has its old content,
# or the intended new one.

use Mehari::Test;
use JSON::PP              ();
use Mehari::Httpd::Config qw(modules_dir);
use Mehari::MigrateSite   qw(slurp spew snapshot);
use Mehari::Migrate::Change;
use Mehari::Migrate::Store;

my $site  = Mehari::MigrateSite->new;
my $root  = $site->root;
my $bin   = $site->copy_programs('cgi-bin');
my $text  = $site->preamble(modules => ['cgi']);
my $alias = "ScriptAlias /cgi-bin/ $bin/\n";
my $conf = $site->write('conf/httpd.conf', $text . "Include conf/cgi.conf\n");
my $part = $site->write('conf/cgi.conf',   $alias);
chmod 0640, $part;
chown 33, 33, $part if $> == 0;
utime 1e9, 1e9, $part;
my $tree = snapshot("$root/conf");

sub unchanged ($what) { is_deeply(snapshot("$root/conf"), $tree, $what) }

subtest 'mode and owner' => sub {
    my ($status, undef, $notes) = $site->migrate('--apply', $conf);
    is($status, 0, 'a migration that keeps mode and owner exits with 0')
        or diag($notes);
    my @stat = stat $part;
    is(sprintf('%o', $stat[2] & 07777),
        '640', 'a migrated file keeps its mode');
    is($stat[4], $> == 0 ? 33 : $>, 'a migrated file keeps its owner');
    is((stat "$conf.mehari-backup/1")[2] & 0777,
        0700, 'the backup is private');
    ($status) = $site->command('--revert', $conf);
    is($status, 0, 'a revert that keeps mode and owner exits with 0');
    unchanged('and back');
};

subtest 'configtest fails after the change' => sub {
    my $broken = spew("$root/broken.so", "not a module\n");
    my ($status, undef, $notes)
        = $site->command('--module', $broken, '--apply', $conf);
    is($status, 1, 'a failed configtest after the change exits with 1');
    like(
        $notes,
        qr/everything was restored, because configtest failed\./,
        'a failed configtest restores everything'
    );
    like($notes, qr/httpd said:\n.*broken\.so/s, 'httpd\'s words are shown');
    unchanged('everything is back, and no backup is left');
};

subtest 'configtest fails before the change' => sub {
    spew("$root/conf/httpd.conf", slurp($conf) . "NoSuchDirective\n");
    my $now = snapshot("$root/conf");
    my ($status, undef, $notes) = $site->migrate('--apply', $conf);
    is($status, 1, 'a failed configtest before the change exits with 1');
    like(
        $notes,
        qr/does not pass configtest as it is; nothing was written/,
        'a failed configtest before the change writes nothing'
    );
    like($notes, qr/NoSuchDirective/, 'a failed configtest shows why');
    is_deeply(snapshot("$root/conf"), $now,
        'the configuration is as it was after a failed configtest');
    spew($conf, $text . "Include conf/cgi.conf\n");
    $tree = snapshot("$root/conf");
};

subtest 'later edits' => sub {
    $site->migrate('--apply', $conf);
    my $migrated = slurp($part);
    spew($part, "$migrated# mine\n");
    my ($status, undef, $notes) = $site->command('--revert', $conf);
    is($status, 1, 'a revert over later edits exits with 1');
    like(
        $notes,
        qr/changed since the migration: \Q$part\E; nothing was reverted/,
        'a revert over later edits names the file'
    );
    is(slurp($part), "$migrated# mine\n", '--revert keeps later edits');
    ($status) = $site->command('--revert', '--force', $conf);
    is($status, 0, '--revert --force exits with 0');
    unchanged('reverts over them');
};

subtest 'a second migration, of what was added later' => sub {
    $site->migrate('--apply', $conf);
    my $first = snapshot("$root/conf");
    spew("$root/conf/cgi.conf", slurp($part) . "ScriptAlias /late/ $bin/\n");
    my $added = slurp($part);
    my ($status, $diff, $notes) = $site->migrate('--apply', $conf);
    is($status, 0, 'a second migration exits with 0') or diag($notes);
    like(
        $diff,
        qr{^\+<Location "/late/">}m,
        'a second migration adds the late block'
    );
    unlike(
        $diff,
        qr{^\+<Location "/cgi-bin/">}m,
        'the second migration adds the new block only'
    );
    $site->command('--revert', $conf);
    is(slurp($part), $added, 'the last is taken back first');
    spew($part, $added =~ s/^ScriptAlias.*\n//mr);
    ($status, undef, $notes) = $site->command('--revert', $conf);
    is($status, 0, 'a second --revert undoes the migration before')
        or diag($notes);
    unchanged('all is back');
};

subtest 'interrupted' => sub {
    my @changes = (
        Mehari::Migrate::Change->edit($part, slurp($part))
            ->replace(0, 0, "# 1\n"),
        Mehari::Migrate::Change->create("$root/conf/new", "# 2\n"),
        Mehari::Migrate::Change->link("$root/conf/link", 'new', ''),
        Mehari::Migrate::Change->edit($conf, slurp($conf))->replace(0, 0, ''),
    );
    for my $done (0 .. @changes) {
        my $store = Mehari::Migrate::Store->new("$conf.mehari-backup");
        {
            # Ends as a kill -9 would, after so many changes.
            no warnings 'redefine';
            my $perform = \&Mehari::Migrate::Store::perform;
            my $count   = 0;
            local *Mehari::Migrate::Store::perform = sub (@args) {
                die "killed\n" if $count++ == $done;
                $perform->(@args);
            };
            eval { $store->apply(@changes) };
        }
        spew(Mehari::Migrate::Store::temporary($conf), "half a fi");
        my ($status, undef, $notes) = $site->migrate('--apply', $conf);
        is($status, 1, 'a migration after an interrupted one exits with 1');
        like(
            $notes,
            qr/an earlier --apply was interrupted: take it back with/,
            'an interrupted migration has to be taken back first'
        );
        ($status, undef, $notes) = $site->command('--revert', $conf);
        is($status, 0, 'a revert of an interrupted migration exits with 0')
            or diag($notes);
        unchanged("after $done changes");
    }
};

subtest 'a file in the place of the temporary one is not followed' => sub {
    my $other = spew("$root/other", "precious\n");
    symlink $other, Mehari::Migrate::Store::temporary($part) or die;
    my ($status) = $site->migrate('--apply', $conf);
    is($status, 0, 'a migration beside a foreign link exits with 0');
    is(slurp($other), "precious\n",
        'the file behind a foreign link keeps its text');
    $site->command('--revert', $conf);
    unchanged('and it is gone');
};

subtest 'a damaged backup' => sub {
    $site->migrate('--apply', $conf);
    my $migrated = slurp($part);
    spew($_, "damaged\n")
        for grep { /\d{4}\z/ } glob "$conf.mehari-backup/1/*";
    my ($status, undef, $notes) = $site->command('--revert', $conf);
    is($status, 1, 'a revert with a damaged backup exits with 1');
    like(
        $notes,
        qr/is damaged: its checksum is not that of/,
        'a damaged backup is named'
    );
    is(slurp($part), $migrated,
        'a damaged backup is not written over the configuration');
};

done_testing;
