# A request that needs no Perl costs no Perl: for a static file, callgrind sees
# no function of libperl inside ap_process_request, in a server that has Perl
# handlers elsewhere. The request to a Perl handler shows that callgrind would
# see one.

use Mehari::Test;
use File::Temp qw(tempdir);

plan
    skip_all => 'valgrind is not installed'
    if !grep { -x "$_/valgrind" } split /:/,
    $ENV{PATH};
plan skip_all => 'a sanitized module does not run under valgrind'
    if $ENV{MEHARI_PRELOAD};

my $config = <<~'CONF';
    PerlOptions +GlobalRequest
    PerlSetVar Answer 42
    PerlModule Apache2::RequestIO
    PerlRequire ${ROOT}/conf/answer.pl
    <Location /perl>
        SetHandler perl-script
        PerlFixupHandler My::Answer::fixup
        PerlResponseHandler My::Answer
    </Location>
    CONF

my $answer = <<~'PERL';
    package My::Answer;
    sub fixup { return 0 }
    sub handler { $_[0]->print("perl\n"); return 0 }
    1;
    PERL

# The number of libperl's functions that two requests for the path enter. In
# callgrind's file a function is "fn=" after the "ob=" of its object.
sub perl_functions ($path, $body) {
    my $server = server(
        config         => $config,
        workers        => 1,
        start          => 0,
        command_prefix => [
            'valgrind',
            '-q',
            '--tool=callgrind',
            '--compress-strings=no',
            '--toggle-collect=ap_process_request',
            '--callgrind-out-file=%q{COUNTS}/%p',
        ],
    );
    my $counts = tempdir(CLEANUP => 1);
    chmod 0777, $counts;    # written when a child ends, which is not root
    $server->{env} = { COUNTS => $counts };
    write_file($server->root . '/conf/answer.pl',    $answer);
    write_file($server->document_root . '/page.txt', "static\n");
    $server->start;
    is(get($server, $path)->body, $body, "$path answers with its page")
        for 1, 2;
    $server->stop;

    my %seen;
    for my $file (glob "$counts/*") {
        my $object = '';
        for my $line (split /\n/, read_file($file)) {
            $object = $1 if $line =~ /^ob=(.*)/;
            $seen{$object}{$1}++ if $line =~ /^fn=(.*)/;
        }
    }
    ok($seen{ (grep { m{/(?:apache2|httpd)\z} } keys %seen)[0] // '' },
        'callgrind has seen httpd work');
    return scalar map { keys $seen{$_}->%* } grep { /libperl/ } keys %seen;
}

is(perl_functions('/page.txt', "static\n"), 0, 'a static file needs no Perl');
cmp_ok(perl_functions('/perl', "perl\n"),
    '>', 10, 'a Perl handler would have been seen');

done_testing;
