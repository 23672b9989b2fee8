# packaging/lint-comments finds sentences that begin with a clause, in comments
# of C and of scripts and in POD, and no others.

use Mehari::Test;
use File::Temp qw(tempdir);

my $root = source_root();
my $dir  = tempdir(CLEANUP => 1);

# The lines in which the linter finds something, and its exit status.
sub found ($name, $text) {
    my $file = "$dir/$name";
    write_file($file, $text);
    my @said = qx($root/packaging/lint-comments $file);
    return [ $? >> 8, map { /:(\d+): begin with a noun: / } @said ];
}

# Replaces CLAUSE, so that the linter does not report this file itself.
sub clause ($text, $word = 'What') { return $text =~ s/CLAUSE/$word/gr }

my $c = <<'END';
/* CLAUSE the caller gets. */
int one;
/*
 * A caller. CLAUSE it gets.
 *
 * CLAUSE a second paragraph says.
 */
int two; /* CLAUSE the caller has */
END

is_deeply found('a.c', clause($c)), [ 1, 1, 4, 6, 8 ],   'C: each is found';
is_deeply found('b.c', clause($c, 'A thing that')), [0], 'C: nouns are not';
is_deeply found('c.c', clause("char *s = \"CLAUSE it is.\";\n")), [0],
    'C: a string is no comment';

my $perl = <<'END';
#!/usr/bin/perl
# CLAUSE this file is.
my $x = 1;    # CLAUSE it is
# A sentence.
# CLAUSE another says.
#
# CLAUSE a paragraph says.
END

for my $word (qw(Whether How Where Whoever Who Which Why)) {
    is_deeply found('a.pl', clause($perl, $word)), [ 1, 2, 4, 7, 3 ],
        "Perl: $word";
}
is_deeply found('b.pl', clause($perl, 'A noun')), [0], 'Perl: nouns';
is_deeply found('c.pl', clause("# A list:\n#   CLAUSE, for example\n")), [0],
    'Perl: an indented line is an example';
is_deeply found('d.pl', "# A name of\n# ${\clause('CLAUSE')} it is.\n"), [0],
    'Perl: a line may go on with a clause';

my $pod = <<'END';
=head1 CLAUSE is asked

CLAUSE a method does.

    CLAUSE code says

A method. CLAUSE it returns.

=cut

my $CLAUSE = 1;
END

is_deeply found('a.pm', clause($pod)), [ 1, 3, 7 ],
    'POD: paragraphs, not headings and code';
is_deeply found('b.pm', clause($pod, 'A noun')), [0], 'POD: nouns';

done_testing;
