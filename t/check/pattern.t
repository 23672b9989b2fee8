# Parts that change between two pages that should be equal are not compared; all
# other parts are.

use Mehari::Test;
use Mehari::Check::Pattern;

# Of pages as text, at one place.
sub pattern (@pairs) {
    my $pattern = Mehari::Check::Pattern->new;
    my $place   = 0;
    while (my ($one, $other) = splice @pairs, 0, 2) {
        $pattern->learn($place++, lines($one), lines($other));
    }
    return $pattern;
}

sub lines ($text) { return [ split /\n/, $text, -1 ] }

sub difference ($pattern, $one, $other, $place = 0) {
    return $pattern->difference($place, lines($one), lines($other));
}

sub same ($pattern, $one, $other, $name, $place = 0) {
    my $found = difference($pattern, $one, $other, $place);
    ok !$found, $name or diag explain $found;
    return;
}

my $same = pattern("a\nb", "a\nb");
ok $same->is_constant, 'equal texts are constant';
same($same, "a\nb", "a\nb", 'equal pages');
is_deeply difference($same, "a\nb", "a\nc"),
    { line => 2, expected => 'b', got => 'c' }, 'a line that differs';
is_deeply difference($same, "a\nb", "a\nx\ny\nb"),
    { line => 2, expected => undef, got => 'x' }, 'lines that are too much';
is_deeply difference($same, "a\nx\nb", "a\nb"),
    { line => 2, expected => 'x', got => undef }, 'a line that is missing';

my $pid = pattern("counted 1 in process 17\n", "counted 1 in process 23\n");
ok !$pid->is_constant, 'texts with a process id are not constant';
same(
    $pid,
    "counted 1 in process 17\n",
    "counted 1 in process 99\n",
    'a word that changes'
);
ok difference($pid, "counted 1 in process 17\n", "counted 2 in process 99\n"),
    'another word in the same line is a difference';
same(
    $pid,
    "top\ncounted 1 in process 17\n",
    "top\ncounted 1 in process 99\n",
    'the same line elsewhere', 1
);
is $pid->changing(0, lines("counted 1 in process 17\nend\n")), 1,
    'lines that change are counted';

# A line without a constant word says nothing about other lines.
my $number = pattern("pages:\n1234\n5", "pages:\n9876\n5");
same($number, "pages:\n1234\n5", "pages:\n42\n5", 'a line that changes');
ok difference($number, "pages:\n1234\n5", "pages:\n42\n6"),
    'a changing number does not cover the line below it';

# A line whose number of words varies, too.
my $words = pattern('seen by Ann and Bob today', 'seen by nobody today');
same(
    $words,
    'seen by Ann and Bob today',
    'seen by one two three today',
    'words between others'
);
ok difference(
    $words,
    'seen by Ann and Bob today',
    'seen by one two three now'
    ),
    'the words around them';

# A page with a varying number of lines.
my $lines = pattern("top\nx\nx\nx\nend 1", "top\nx\nend 1");
ok !$lines->is_constant, 'texts with more lines are not constant';
same($lines, "top\nx\nend 1", "top\nx\nx\nend 1", 'another number of them');
is_deeply difference($lines, "top\nx\nend 1", "top\nx\nend 2"),
    { line => 3, expected => 'end 1', got => 'end 2' },
    'a difference below changing lines is found';
is_deeply difference($lines, "top\nx\nend 1", "top\nend 1"),
    { line => 2, expected => 'x', got => undef }, 'a missing line';
is_deeply difference($lines, "top\nx\nend 1", "top\nx\ny\nend 1"),
    { line => 3, expected => undef, got => 'y' }, 'a line that never is';
same($lines, "top\nend 1", "top\nend 1", 'at another place, too', 1);

# Lines that the page makes up.
my $quotes = pattern("top\nto be\nend", "top\nor\nnot to be\nend");
same(
    $quotes,
    "top\nto be\nend",
    "top\nwhat\nis the\nquestion\nend",
    'lines that nobody has seen'
);
is_deeply difference($quotes, "top\nto be\nend", "top\nwhat\nEND"),
    { line => 3, expected => 'end', got => undef },
    'a difference below changing quotes is found';
is $quotes->changing(0, lines("top\nto be\nend")), 1,
    'changing lines are counted';

done_testing;
