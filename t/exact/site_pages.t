# A script that loads another file of its site for each page. When all pages were
# asked for, none of their files is read any more, whatever the order of the
# first requests was.

use Mehari::Test;
use JSON::PP              qw(decode_json);
use Time::HiRes           qw(sleep time);
use Mehari::Test::Gateway qw(script);
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

# A change shortly after another may leave the same date.
use constant { SETTLED => 3, PAGES => 16, PATIENCE => 60 };

my $h = server(
    mpm     => 'event',
    workers => 2,
    config  => <<~'CONF',
        PerlPool pages
        <Directory "${DOCUMENT_ROOT}">
            Options +ExecCGI
            SetHandler perl-cgi
            PerlUsePool pages
        </Directory>
        <Location "/status">
            SetHandler mehari-status
        </Location>
        CONF
);
script($h, 'site.pl', <<'PERL');
#!/usr/bin/perl
my $page = $ENV{QUERY_STRING} =~ s/\D//gr;
print "Content-Type: text/plain\n\n";
require "./page$page.pl";
print page();
PERL
write_file($h->document_root . "/page$_.pl",
    "sub name$_ { 'page $_' } sub page { name$_() } 1;")
    for 1 .. PAGES;
sleep SETTLED;

sub compiles () {
    my $pools = decode_json(get($h, '/status?format=json')->body)->{pools};
    my ($pool) = grep { $_->{name} eq 'pages' } @$pools;
    return $pool->{scripts}[0]{compiles} // 1;
}

my $wrong = 0;

sub ask ($page) {
    $wrong++ if get($h, "/site.pl?$page")->body ne "page $page";
    return;
}

# True if a request for each page reads none of its file.
sub is_kept () {
    for my $page (1 .. PAGES) {
        ask($page);
        sleep 0.1;
        return 0 if compiles();
    }
    return 1;
}

for my $page (1 .. PAGES) {
    ask($page);
    sleep 0.3;
}
my $until = time + PATIENCE;
my $kept;
sleep 0.5 while !($kept = is_kept()) && time < $until;
ok $kept, 'no file is read any more';
is $wrong, 0, 'all answers are right';
$h->stop;

done_testing;
