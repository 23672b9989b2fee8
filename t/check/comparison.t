# The parts of two runs that are compared, and those that count as a difference.

use Mehari::Test;
use Mehari::Check::Comparison;

my @PLACES   = map { [ 0, 1, $_ ] } qw(A B);
my @REQUESTS = ({ script => 'a.pl', shown => 'GET /a.pl' });

sub answer ($body, %with) {
    return {
        status => 200,
        reason => 'OK',
        head   => ['content-type: text/plain'],
        body   => $body,
        %with
    };
}

# The answers to A and B.
sub run (@answers) {
    return {
        answers => [ map { ref ? $_ : answer($_) } @answers ],
        files   => {},
        writers => {}
    };
}

sub with_files ($run, %files) {
    return { %$run, files => \%files, writers => { f => { 'a.pl' => 1 } } };
}

sub comparison (@runs) {
    my $comparison = Mehari::Check::Comparison->new(
        requests => \@REQUESTS,
        places   => \@PLACES
    );
    $comparison->add_run($_) for @runs;
    return $comparison;
}

sub parts ($comparison, $run) {
    return join ' ',
        map { "$_->{part}:" . ($_->{client} // $_->{name}) }
        $comparison->all_differences($run);
}

my $same = comparison(run('one', 'two'), run('one', 'two'));
is parts($same, run('one', 'two')), '', 'nothing differs between equal runs';
is parts($same, run('one', 'three')), 'body:B',
    'a body that differs is found';
is parts($same, run(answer('one', status => 500), 'two')), 'status:A',
    'a status that differs is found';
is parts(
    $same, run(answer('one', head => ['content-type: text/html']), 'two')
    ),
    'header:A', 'a header that differs is found';
my $cookies = [ 'content-type: text/plain', ('set-cookie: a=1') x 2 ];
is parts(
    comparison((run(answer('one', head => $cookies), 'two')) x 2),
    run(answer('one', head => [ @$cookies[ 0, 1 ] ]), 'two')
    ),
    'header:A',
    'one of two headers of the same name is a difference';
is $same->inconstancy(0), undef, 'constant pages are not inconstant';

# --- what changes by itself ---------------------------------------------------

my $moment = comparison(run('at 1', 'at 2'), run('at 3', 'at 4'));
is parts($moment, run('at 5', 'at 6')), '',
    'a word that changes by itself may differ';
is parts($moment, run('at 5', 'on 6')), 'body:B',
    'a word beside the changing one may not differ';
is_deeply $moment->inconstancy(0), { lines => 2, changing => 1 },
    'how much that is';

my @status = map { answer('x', status => $_) } 200, 500;
is parts(comparison(run('x', $status[0]), run('x', $status[1])),
    run('x', answer('x', status => 404))),
    '', 'a status by chance';

my @image = map { answer("\x89PNG$_\0", head => ['content-type: image/png']) }
    1 .. 3;
my $image = comparison(run('x', $image[0]), run('x', $image[1]));
is parts($image, run('x', $image[2])), '',
    'a file that is no text is compared as a whole';
is parts(comparison(run('x', $image[0]), run('x', $image[0])),
    run('x', $image[2])),
    'body:B', 'unless it is the same each time';

# One of mod_cgi's runs gave the same answer.
is parts(comparison(run('x', "a\nb"), run('x', "c d\n")), run('x', "c d\n")),
    '', 'an answer that mod_cgi has given';

# --- once more, to be sure ----------------------------------------------------

my $calls = 0;

sub settled ($comparison, $run, $second) {
    return
        scalar $comparison->settled($run,
        sub () { $calls++; return $second });
}

is settled($same, run('one', 'three'), run('one', 'two')), 1,
    'a page that is constant';
is $calls, 0, 'a difference that is settled needs no second look';
is settled($moment, run('at 5', 'on 6'), run('at 5', 'at 7')), 0,
    'a difference that changes is not seen again';
is settled($moment, run('at 5', 'on 6'), run('at 5', 'on 7')), 1,
    'a difference that is seen again is settled';
is $calls, 2, 'each difference is settled after a second look';

# --- files --------------------------------------------------------------------

my @file = map { [ 'a file, mode 0644', "count $_", "at $_" ] } 1 .. 3;
my $run  = run('x', 'x');
my $file = comparison((with_files($run, f => $file[0])) x 2);
is parts($file, with_files($run, f => $file[0])), '',
    'the same file makes no difference';
is parts($file, with_files($run, f => $file[1])), 'file:f',
    'another text of a file is a difference';
is parts($file, $run), 'file:f', 'a file that was not written';
is parts($file, with_files($run, f => $file[0], g => $file[0])), 'file:g',
    'a new file is a difference';
my $changing = comparison(map { with_files($run, f => $_) } @file[ 0, 1 ]);
is parts($changing, with_files($run, f => $file[2])), '',
    'a file that changes by itself may differ';
is parts($changing, with_files($run, f => ['is gone'])), 'file:f',
    'a changing file may not go away';
my $names = comparison(
    with_files($run, 'd/1' => $file[0]),
    with_files($run, 'd/2' => $file[0])
);
is parts($names, with_files($run, 'd/3' => $file[0])), '',
    'names that are made up';
my ($found) = $file->file_differences(with_files($run, f => $file[1]));
is_deeply $found->{scripts}, ["a.pl"], 'the writer of a file is known';

done_testing;
