# A site's file of data, which a script requires: after some requests it is
# compiled ahead, and a run does not read it any more. Each request is answered
# alike, and one after a change from the changed file, in each way of putting
# memory back.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();
plan skip_all => 'the kernel does not count what a process reads'
    if !-r '/proc/self/io';

# Each template compares all its memory after each run, and logs differences.
local $ENV{MEHARI_CHECK_MEMORY} = 1;

# A change shortly after another may leave the same date.
use constant { SETTLED => 3, ENTRIES => 3000, PATIENCE => 30 };

my @ways = ('fork', grep { $_ ne 'soft-dirty' } trackers());

my $pools = join '', map { <<~"CONF" } @ways;
    PerlPool $_ restore=$_
    Alias "/$_" "\${DOCUMENT_ROOT}/$_"
    <Location "/$_">
        SetHandler perl-cgi
        PerlUsePool $_
    </Location>
    CONF
my $h = server(
    mpm     => 'event',
    workers => 4,
    config  => <<~"CONF",
        LogLevel perl:debug
        <Directory "\${DOCUMENT_ROOT}">
            Options +ExecCGI
        </Directory>
        $pools
        CONF
);
my $root = $h->document_root;

# A name that the file creates counts as a name, too: @fresh.
my $script = <<'END';
#!/usr/bin/perl
use vars qw(%table $word);
sub bytes_read {
    open my $io, '<', '/proc/self/io' or return 0;
    return (join '', <$io>) =~ /rchar: (\d+)/ ? $1 : 0;
}
sub names { join ' ', grep { /^(?:table|word|fresh)$/ } sort keys %main:: }
$| = 1;
print "Content-Type: text/plain\n\n", names(), "\n";
(my $file = $0) =~ s{[^/]+\z}{table.data};
my $before = bytes_read();
print require $file, " $word ", scalar keys %table, "\n";
my $read = bytes_read() - $before;
print names(), " $INC{$file} $table{key7}\n", $read > 20000 ? 'read' : 'kept';
$table{key7} = 'changed';
END

sub table ($word) {
    my $entries = join "\n",
        map { "    'key$_' => 'value $_'," } 1 .. ENTRIES;
    return
        "\$word = '$word';\n\@fresh = (1, 2);\n%table = (\n$entries\n);\n1;\n";
}

sub expected ($way, $word) {
    my $file = "$root/$way/table.data";
    return "table word\n1 $word @{[ENTRIES]}\n"
        . "fresh table word $file value 7\n";
}

# The answer without its last word; the last word.
sub ask ($way) {
    my $body = get($h, "/$way/script.pl")->body;
    return $body =~ s/(read|kept)\z//r, $1 // '';
}

sub wait_until_kept ($way, $word) {
    my $until = time + PATIENCE;
    my ($wrong, $how) = (0, '');
    while ($how ne 'kept' && time < $until) {
        (my $body, $how) = ask($way);
        $wrong++ if $body ne expected($way, $word);
        sleep 0.1;
    }
    is $wrong, 0,      "$way: all answers are right";
    is $how,   'kept', '... and the file is not read any more';
    return;
}

for my $way (@ways) {
    mkdir "$root/$way";
    write_file("$root/$way/script.pl", $script, 0755);
    write_file("$root/$way/table.data", table('first'));
}
sleep SETTLED;
for my $way (@ways) {
    wait_until_kept($way, 'first');
    for my $word (qw(other third)) {
        write_file("$root/$way/table.data", table($word));
        my ($body, $how) = ask($way);
        is $body, expected($way, $word), "$way: the file has changed: $word";
        is $how,  'read',                '... and is read';
    }
}
sleep SETTLED;
for my $way (@ways) {
    write_file("$root/$way/script.pl", "$script\n", 0755);
    wait_until_kept($way, 'third');
}
is_deeply [ not_put_back($h->error_log) ], [], 'memory was put back';
$h->stop;

done_testing;
