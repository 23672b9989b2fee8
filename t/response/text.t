# Text with Perl's UTF-8 flag goes out as Perl stores it, as under mod_perl,
# from every method that sends bytes. STDOUT has the rules of Perl's own print.

use Mehari::Test;

my $h = server(
    start => 0,
    (module => $ENV{MEHARI_TEST_MODULE}) x !!$ENV{MEHARI_TEST_MODULE},
    config => sub ($h) {
        return <<~"CONF";
            PerlRequire @{[ $h->document_root ]}/text.pl
            <LocationMatch "^/(\\w+)\$">
            SetHandler modperl
            PerlResponseHandler My::Text
            </LocationMatch>
            <Location "/handle">
            SetHandler perl-script
            </Location>
            <Location "/filter">
            PerlOutputFilterHandler My::Text::filtered
            </Location>
            CONF
    },
);
write_file($h->document_root . '/text.pl', <<'PERL');
package My::Text;
use warnings;
use Apache2::Connection;
use Apache2::Filter;
use Apache2::RequestIO;
use Apache2::RequestRec;
use APR::Base64;
use APR::Brigade;
use APR::Bucket;

sub text { my $text = "a\xe9"; utf8::upgrade($text); return $text }

my %case = (
    print  => sub { $_[0]->print('x', text(), "\xe9") },
    puts   => sub { $_[0]->puts(text()) },
    write  => sub { $_[0]->write(text()) },
    part   => sub { $_[0]->write(text(), 2, 1) },
    printf => sub { $_[0]->printf('%s', text()) },
    format => sub { $_[0]->printf(text()) },
    count  => sub { $_[0]->print($_[0]->print(text())) },
    wide   => sub { $_[0]->print("\x{263a}") },
    base64 => sub { $_[0]->print(APR::Base64::encode(text())) },
    handle => sub { print text() },
    filter => sub { $_[0]->print('x') },
    bucket => sub {
        my ($r) = @_;
        my $ba  = $r->connection->bucket_alloc;
        my $bb  = APR::Brigade->new($r->pool, $ba);
        $bb->insert_tail(APR::Bucket->new($ba, text()));
        $bb->insert_tail(APR::Bucket::eos_create($ba));
        $r->output_filters->pass_brigade($bb);
    },
);

sub handler { $case{ $_[0]->uri =~ s{^/}{}r }->($_[0]); return 0 }

sub filtered {
    my ($f) = @_;
    while ($f->read(my $data, 1024)) { $f->print(text()) }
    return 0;
}

1;
PERL
$h->start;

my %expected = (
    print  => "xa\xc3\xa9\xe9",
    puts   => "a\xc3\xa9",
    write  => "a\xc3\xa9",
    part   => "\xc3\xa9",
    printf => "a\xc3\xa9",
    format => "a\xc3\xa9",
    count  => "a\xc3\xa93",
    wide   => "\xe2\x98\xba",
    base64 => 'YcOp',
    handle => "a\xe9",
    filter => "a\xc3\xa9",
    bucket => "a\xc3\xa9",
);
my $mark = $h->error_log_mark;
for my $name (sort keys %expected) {
    for my $got (get($h, "/$name", repeat => 2)) {
        is $got->body, $expected{$name}, "the bytes of $name";
    }
}
log_unlike($h, $mark, qr/Wide character/);

done_testing;
