# A library that refers to a function which is nowhere: as with perl, it loads,
# and its other functions work. Code that calls the missing function ends.
# Embperl is such a library in a CGI program, which has no functions of httpd.

use Mehari::Test;
use Config;
use Mehari::Test::Gateway;
use Mehari::Test::Pair;

my ($theirs, $ours) = pair();
my $root = $ours->document_root;

write_file("$root/whole.c", <<~'C');
    int twice(int n);
    int twice(int n) { return 2 * n; }
    C
write_file("$root/lacks.c", <<~'C');
    extern int no_such_function_anywhere(int n);
    int twice(int n);
    int missing(int n);
    int twice(int n) { return 2 * n; }
    int missing(int n) { return no_such_function_anywhere(n); }
    C
for my $name (qw(whole lacks)) {
    my $done = system "$Config{cc} -shared -fPIC -Wl,-z,lazy"
        . " -o $root/$name.so $root/$name.c 2>&1";
    plan skip_all => 'there is no C compiler' if $done;
}

# The functions are no XSUBs, because it is enough to find them.
my $script = <<'EOF_SCRIPT';
$| = 1;
print "Content-Type: text/plain\n\n";
my ($in, $lazy) = ($ENV{QUERY_STRING} || '') =~ /(\w+)/;
sub load { DynaLoader::dl_load_file("ROOT/$_[0].so", 0) }
WHEN { our $library = load('NAME') or our $why = DynaLoader::dl_error(); }
our ($library, $why);
print $library ? "loaded\n" : "$why\n";
print DynaLoader::dl_find_symbol($library, 'twice') ? "found\n" : "none\n";
print exists $ENV{LD_BIND_NOW} ? "bound\n" : "as usual\n", `env | grep ^LD_`;
EOF_SCRIPT

for my $name (qw(whole lacks no_such_file)) {
    for my $when ('BEGIN', 'if (1)') {
        my $text = "use DynaLoader;\n$script";
        $text =~ s/ROOT/$root/g;
        $text =~ s/NAME/$name/g;
        $text =~ s/WHEN/$when/g;
        script($ours, 'load.pl', $text);
        for my $round (1 .. 3) {
            my ($want, $got) = both([ $theirs, $ours ],
                sub ($h) { get($h, '/load.pl')->body });
            is $got, $want, "$name.so, $when, round $round";
        }
    }
}

done_testing;
