# PerlTier auto: fresh for whom it is proved to be right, exact for the others;
# and PerlTierCompare, which looks whether it is.

use v5.36;
use Test::More;
use Time::HiRes qw(sleep);

use Mehari::Test;
use Mehari::Test::Gateway;

my $h    = gateway_server(config => "PerlTier auto\nPerlTierCompare 100\n");
my $HEAD = qq(print "Content-Type: text/plain\\n\\n";\n);

# Asks for it until the log has this of it: what that says.
sub said_of ($name, $pattern) {
    for (1 .. 100) {
        is get($h, "/$name")->status, 200, "$name answers";
        my ($line) = $h->error_log =~ /\Q$name\E ($pattern.*)/;
        return $line if defined $line;
        sleep 0.1;
    }
    return undef;
}

# Old: what was written just now may change again unseen.
sub old_script ($name, $text) {
    script($h, $name, $HEAD . $text);
    utime time - 1000, time - 1000, $h->document_root . "/$name";
    return;
}

subtest 'a script that cannot tell' => sub {
    old_script('safe.pl', <<~'PERL');
        my $count = 0;
        sub up { return ++$count }
        print up(), up(), "\n";
        PERL
    ok said_of('safe.pl', 'runs fresh'), 'runs fresh';
    is get($h, '/safe.pl')->body, "12\n", 'like new' for 1 .. 5;
    unlike $h->error_log, qr/safe\.pl runs exactly/, 'each time';
};

subtest 'one that can' => sub {
    old_script('pid.pl', "print \$\$;\n");
    like said_of('pid.pl', 'runs exactly'),
        qr/pid\.pl:3 \(MH\d+\)/, 'runs exactly, and why, and where';
    my %pids = map { get($h, '/pid.pl')->body => 1 } 1 .. 4;
    is keys %pids, 4, 'a process for each request';
};

subtest 'one that differs after all' => sub {
    old_script('random.pl',
        qq(print "one\\n";\nprint int rand 1e9, "\\n";\n));
    like said_of('random.pl', 'runs exactly from here on'),
        qr{: its output differs at line 4 of /random\.pl: fresh "\d+", exact "\d+"},
        'runs exactly from then on';
    my $said = () = $h->error_log =~ /random\.pl runs/g;
    get($h, '/random.pl') for 1 .. 5;
    my $again = () = $h->error_log =~ /random\.pl runs/g;
    is $again, $said, 'and is not tried again';
};

subtest 'a change' => sub {
    sleep 0.05;
    script($h, 'safe.pl', "${HEAD}print \$\$;\n");
    like said_of('safe.pl', 'runs exactly'), qr/MH\d+/, 'is examined again';
};

$h->stop;
done_testing;
