# mehari explain.

use v5.36;
use Test::More;
use File::Temp qw(tempdir);
use JSON::PP   ();
use Mehari::Explain;
use Mehari::Test;

my $mehari = source_root() . '/bin/mehari';
my $dir    = tempdir(CLEANUP => 1);
write_file("$dir/plain.pl",
    "#!/usr/bin/perl\nprint \"Content-Type: text/plain\\n\\nhello\\n\";\n");
write_file("$dir/counter.cgi",
    "#!/usr/bin/perl\nmy \$counter = 0;\nsub up { \$counter++ }\nup();\n");
mkdir "$dir/sub";
write_file("$dir/sub/asks", "#!/usr/bin/perl\nprint times;\n", 0755);
write_file("$dir/ran.pl",
    "#!/usr/bin/perl\nopen my \$f, '>', '$dir/has-run';\n");
write_file("$dir/notes.txt", "no script\n");

# (output, errors, exit status)
sub run (@args) {
    my $command = join ' ', map { "'$_'" } $mehari, 'explain', @args;
    my $out     = `$command 2>$dir/err </dev/null`;
    return ($out, read_file("$dir/err"), $? >> 8);
}

my ($out, $err, $status) = run("$dir/plain.pl", "$dir/counter.cgi");
is $status, 0,         'none needs exact';
is $out,    <<~"TEXT", 'what is printed';
    $dir/plain.pl: registry
    $dir/counter.cgi: fresh
      $dir/counter.cgi does not print a constant Content-Type first and in any case: without a head Registry answers otherwise [MH4316]
      $dir/counter.cgi:3 `\$counter` is captured by sub up: under Registry the second request sees the first one's value [MH4101]
    TEXT
like $err, qr/BEGIN blocks run/,         'it says that BEGIN runs';
like $err, qr/^1 registry, 1 fresh\.$/m, 'and the sum';

($out, $err, $status) = run($dir);
is $status, 1, 'one does';
is_deeply [ $out =~ m{^\Q$dir\E/(\S+): }gm ],
    [qw(counter.cgi plain.pl ran.pl sub/asks)], 'scripts of a directory';
like $out, qr{sub/asks:2 calls times.* \[MH4206\]}, 'the reason';
ok !-e "$dir/has-run", 'no program runs';

($out) = run('--quiet', $dir);
unlike $out, qr/^ /m, '--quiet';

($out, $err, $status) = run('--json', "$dir/sub/asks");
is $status, 1, '--json has the same exit status';
my $data = JSON::PP->new->decode($out);
is $data->{scripts}[0]{tier}, 'exact', '--json';
my ($reason)
    = grep { $_->{code} eq 'MH4206' } @{ $data->{scripts}[0]{reasons} };
is_deeply [ @$reason{qw(line rules_out subject)} ], [ 2, 'fresh', 'times' ],
    'a reason as data';
is_deeply $data->{tiers}, { exact => 1 }, 'tiers';

write_file("$dir/begin.pl",
    "#!/usr/bin/perl\nBEGIN { open my \$f, '>', '$dir/has-begun' }\nfork;\n");
($out, $err, $status) = run('--no-compile', "$dir/begin.pl");
is $status, 1, 'without compiling nothing is proven';
like $out, qr/not compiled.*MH4010/,           'it says so';
like $out, qr/:3 perhaps: calls fork.*MH4203/, 'hints';
ok !-e "$dir/has-begun", 'nothing runs';
run("$dir/begin.pl");
ok -e "$dir/has-begun", 'but BEGIN does otherwise';

($out, $err, $status) = run('MH4101', 'MH4203');
is $status, 0, 'messages';
like $out, qr/^# MH4101: .*^\*\*Remedy\.\*\*.*^# MH4203: /ms, 'their pages';
($out, $err, $status) = run('MH9999');
is $status, 1,                                       'no such message';
is $err,    "mehari: there is no message MH9999.\n", 'a sentence';

($out, $err, $status) = run("$dir/none.pl");
is $status, 1,                                          'no such file';
is $err,    "mehari: There is no file $dir/none.pl.\n", 'a sentence';
mkdir "$dir/empty";
($out, $err, $status) = run("$dir/empty");
is $err, "mehari: there is no script in $dir/empty.\n", 'an empty directory';
is + (run())[2],           2, 'no argument';
is + (run('--colour'))[2], 2, 'an option that there is not';

# Modules that nobody has reviewed are compiled again to be looked at.
write_file("$dir/tainted.pl",
    "#!/usr/bin/perl -T\nuse Search::Dict; print 1;\n");
is(Mehari::Explain->examine("$dir/tainted.pl")->{tier},
    'fresh', 'a module under -T');

# A script that goes, or that may not be read, when its turn comes.
my $found = Mehari::Explain->examine("$dir/gone.pl");
is $found->{tier},             'exact',  'a script that is gone';
is $found->{reasons}[0]{code}, 'MH4007', 'has a reason';
like $found->{reasons}[0]{text}, qr/\Acannot be read: No such file/, 'why';
done_testing;
