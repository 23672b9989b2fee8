# The text of a script on its way into a sub, and the classes that refuse
# threads: nothing here needs a server.

use Mehari::Test;
use Mehari::Registry::Source       qw(escape end_marker closing data_handle);
use Mehari::Registry::Surroundings ();

subtest 'names' => sub {
    is escape('var_www_hello.pl'), 'var_www_hello_2epl',
        'a dot in a name is escaped';
    is escape("a\tb c"), 'a_09b_20c', 'two digits for any byte';
    is escape('1st.pl'), '_1st_2epl',
        'a name that begins with a digit gets an underscore';
    is escape("\x{e4}"), '_e4', 'a byte in a name is escaped';
    is escape("\x{263a}"), '_e2_98_ba',
        'a character of more than a byte is escaped';
    my @long = map { escape('x' x 500 . $_) } 1, 2;
    cmp_ok length $_, '<', 200, 'long names are cut' for @long;
    isnt $long[0], $long[1], 'long names stay different';
};

# The code that is left, and the beginning of DATA.
sub parts ($code) {
    my ($end, $data) = end_marker(\$code) or return;
    return [ substr($code, 0, $end), substr($code, $data) ];
}

subtest 'the end' => sub {
    is parts("print 1;\n"), undef, 'a source without an end mark has no data';
    is parts("print '__END__';\nmy \$x = q(x__END__);\n"), undef,
        'an end mark in the middle of a line does not count';
    is parts("__ENDING__\n"), undef,
        'an end mark as part of a word does not count';
    is_deeply parts("1;\n__END__\nx\n"), [ "1;\n", "x\n" ],
        'an end mark divides code and data';
    is_deeply parts("1;\r\n__END__\r\nx\n"), [ "1;\r\n", "x\n" ],
        'an end mark may end with CRLF';
    is_deeply parts("1;\n  __DATA__ here\nx"), [ "1;\n", 'x' ],
        'an end mark may be indented';
    is_deeply parts("__END__"), [ '', '' ],
        'an end mark has nothing before or behind it';
    is_deeply parts("1;\n__DATA__\n__END__\n"), [ "1;\n", "__END__\n" ],
        'the first of two';
    is_deeply parts("=pod\n\n__END__\n\n=cut\n\n__END__\nx"),
        [ "=pod\n\n__END__\n\n=cut\n\n", 'x' ],
        'an end mark in POD does not count';
    is parts("1;\n\n=pod\n\n__END__\n"), undef,
        'an end mark in POD without an end does not count';
};

subtest 'whatever it ends with, it can be closed' => sub {
    for my $code (
        "1;\n",
        '1 # comment',
        "1;\n\n=pod\n\ntext",
        "1;\n\n=pod\n\ntext\n\n=cut\n",
        "my \$x\n=1;\n",
        "my \$t = <<EOT;\n=pod\nEOT\n",
        "my \$t = <<EOT;\n=pod\nEOT"
        )
    {
        for my $has_data (0, 1) {
            my $sub
                = eval 'no strict; sub {'
                . $code
                . closing(\$code, $has_data);
            is ref $sub, 'CODE', $code =~ s/\n/\\n/gr or diag $@;
        }
    }
};

subtest 'the handle of the data' => sub {
    local $Mehari::Registry::Source::Scope;
    my $code = "package Elsewhere; use utf8; 1\n";
    eval 'sub { ' . $code . closing(\$code, 1) or die $@;
    my ($glob, $layer) = data_handle($Mehari::Registry::Source::Scope);
    is * $glob{PACKAGE}, 'Elsewhere',
        'the handle of the data is in its package';
    is $layer, ':utf8', 'the handle of the data has its layer';
};

done_testing;
