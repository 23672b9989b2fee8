# patch understands the unified diff, whatever the file is like.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Migrate::Change;
use Mehari::MigrateSite qw(slurp spew);

my $dir = tempdir(CLEANUP => 1);

sub check ($name, $text, @edits) {
    my $change = Mehari::Migrate::Change->edit('file', $text);
    $change->replace(@$_) for @edits;
    is($change->old_text, $text, "$name: nothing is lost");
    my $file = spew("$dir/file", $text);
    open my $patch, '|-', 'patch', '-s', '-p0', '-F0', '--binary', '-d', $dir
        or die;
    print {$patch} $change->diff;
    ok(close $patch, "$name: patch agrees with the difference")
        or diag($change->diff);
    is(slurp($file), $change->new_text, "$name: patch makes the same");
    return $change->new_text;
}

my $ten = join '', map { "$_\n" } 1 .. 30;
check('one line', $ten, [ 9, 9, "new\n" ]);
check('near',     $ten, [ 9, 9, "a\nb\n" ], [ 14, 15, "c\n" ]);
check('far', $ten, [ 2, 2, "a\nb\n" ], [ 20, 21, '' ], [ 29, 29, "z\n" ]);
check('first and last', $ten, [ 0, 0,  "a\n" ],   [ 29, 29, "b\nc\n" ]);
check('insert',         $ten, [ 0, -1, "top\n" ], [ 30, 29, "end\n" ]);
check('replace and insert behind it', $ten, [ 4, 4, "x\n" ], [ 5, 4, "y\n" ]);
check('a line kept in front',         $ten,         [ 4, 4, "5\nmore\n" ]);
check('CRLF',                         "a\r\nb\r\n", [ 0, 0, "A\r\n" ]);
check('no newline at the end',        "a\nb",       [ 1, 1, "c\n" ]);
is(check('added after it', "a\nb", [ 2, 1, "c\n" ]),
    "a\nb\nc\n", 'a line may be added after an end without a line feed');
check('kept without newline', "a\nb\nc",          [ 0, 0, "x\n" ]);
check('odd bytes',            "\xff\x00\n\xe9\n", [ 1, 1, "\xc3\xa9\n" ]);

done_testing;
