# A program in a package that is not main: as a perl's that begins with that
# package, and none of it is in main.

use v5.36;
use File::Temp qw(tempdir);
use Test::More;
use Mehari::Test;
use Mehari::Test::Fresh;

plan skip_all => fresh_missing() if fresh_missing();

use constant PACKAGE => 'ModPerl::ROOT::ModPerl::PerlRun::of_test';
my $folder = tempdir(CLEANUP => 1);
write_file("$folder/here.pl", 'sub here { return __PACKAGE__ } 1;');

# perl reads the package from the line that the program does not have.
sub compare ($name, $text) {
    my $alone = write_file("$folder/alone.pl",
        'package ' . PACKAGE . ";\n#line 1 \"$folder/$name.pl\"\n$text");
    my $script   = write_file("$folder/$name.pl", $text);
    my $expected = new_perl($alone);
    is $expected->{status}, 0, "perl runs it: $name" or diag $expected->{err};
    for my $runs (fresh_runs_in(PACKAGE, 3, $script, $script)) {
        is differences($script, $runs, $expected), '', $name;
    }
    return;
}

compare names => <<"EOF";
use strict;
use warnings;
our (\$g, \@list);
my \$l = 0;
sub up { \$l++; \$g .= 'x'; push \@list, \$l; return __PACKAGE__ . " \$l" }
print __PACKAGE__, ' ', up(), up(), " \$g \@list ", caller() // 'none', "\\n";
print defined &main::up ? 'in main' : 'not in main', "\\n";
print eval 'sub late { __PACKAGE__ } late()', "\\n";
require '$folder/here.pl';
print here(), "\\n";
\$main::seen++;
print "\$main::seen\\n";
{ no strict 'refs'; print join(' ', sort grep { /^[a-z]/ }
    keys %{ __PACKAGE__ . '::' }), "\\n" }
EOF

compare handles => <<'EOF';
open FH, '<', __FILE__;
print scalar <FH>;
print scalar <DATA>;
($l, $g) = (1, 2);
write;
print "@{[ sort { $b <=> $a } 1 .. 3 ]}\n";
format STDOUT =
@<<< @<<<
$l, $g
.
END { print "end ", __PACKAGE__, " $.\n" }
__DATA__
data
EOF

compare inner => <<'EOF';
print Inner->next, Inner->next, "\n";
$other = bless [], 'Inner';
*Inner::more = sub { 'more' };
print $other->more, Inner->can('later') ? 1 : 0, "\n";
eval 'sub Inner::later { }';
package Inner;
our $n = 5;
sub next { return $n++ }
sub DESTROY { print 'gone ', __PACKAGE__, "\n" }
EOF
done_testing;
