# FindBin knows the folder of each Registry script, even if another script has
# loaded FindBin.

use Mehari::Test;

my $SCRIPT = <<~'PERL';
    #!/usr/bin/perl
    use strict;
    use FindBin qw($Bin $Script);
    use lib "$FindBin::Bin/lib";
    print "Content-Type: text/plain\n\n$Bin $Script $INC[0]\n";
    PERL

for my $class (qw(Registry PerlRun RegistryPrefork)) {
    my $h = server(
        files => {
            'one/a.pl' => $SCRIPT,
            'one/b.pl' => $SCRIPT,
            'two/a.pl' => $SCRIPT,
        },
        config => <<~"CONF",
            <Location />
                SetHandler perl-script
                PerlResponseHandler ModPerl::$class
                PerlOptions +ParseHeaders
                Options +ExecCGI
            </Location>
            CONF
    );
    my $root = $h->document_root;
    for my $round (1 .. 3) {
        for my $name (qw(one/a.pl two/a.pl one/b.pl)) {
            my ($folder, $script) = split m{/}, $name;
            like get($h, "/$name")->body, qr{\A\Q$root/$folder $script \E},
                "$class, round $round: $name";
        }
    }
    $h->stop;
}

done_testing;
