# A script's name and its view of itself, and source that is hard to put into a
# sub.

use Mehari::Test;
use Mehari::Test::Registry;

my $h    = script_server();
my $root = $h->document_root;

# The documented rule, written once more.
sub package_of ($class, $file) {
    my $name = join '_', grep { length } split m{/}, $file;
    $name =~ s/([^A-Za-z0-9_])/sprintf '_%02x', ord $1/ge;
    $name =~ s/^(\d)/_$1/;
    return "ModPerl::ROOT::${class}::$name";
}

# Errors show a name with a blank, too.
{
    my $file = "$root/with a blank.pl";
    write_file($file, "\n\ndie 'here';\n");
    chmod 0755, $file;
    for my $place (qw(registry perlrun)) {
        my $mark = $h->error_log_mark;
        is get($h, "/$place/with%20a%20blank.pl")->status, 500,
            "a script of $place with a blank in its name dies";
        log_like(
            $h, $mark,
            qr{here at \Q$file\E line 3\.},
            'the log has the place in a file with a blank in its name'
        );
    }
}

for my $place (qw(registry perlrun bb prefork)) {
    my $class = $Mehari::Test::Registry::CLASS{$place};
    my $mark  = $h->error_log_mark;
    for my $response (get($h, "/$place/about.pl", repeat => 2)) {
        is $response->body, <<"TEXT", "$place runs about.pl in its package";
package @{[ package_of($class, "$root/about.pl") ]}
name $root/about.pl
file $root/about.pl line 4
arguments 0
first Apache2::RequestRec
undefined: 
TEXT
    }
    log_like(
        $h,
        $mark,
        qr{Use of uninitialized value \$undefined .* at \Q$root\E/about\.pl line 8},
        '-w in the first line warns'
    );
}

subtest '-T' => sub {
    my $mark = $h->error_log_mark;
    like get($h, '/registry/taint.pl')->body, qr/^taint 0$/,
        'the switch -T is ignored';
    log_like(
        $h,
        $mark,
        qr/-T switch is ignored, enable with 'PerlSwitches -T' in httpd\.conf.*\[MH2046\]/,
        'the log says that -T is ignored'
    );
};

subtest 'scripts of the same name' => sub {
    my $text = <<'PERL';
print "Content-Type: text/plain\n\n", __PACKAGE__, ' ', ++$n, "\n";
PERL
    # The last two want the same package name.
    my @names = qw(a/same.pl b/same.pl c/d_same.pl c/d/same.pl);
    script($h, $_, $text) for @names;
    my %package;
    for my $round (1 .. 3) {
        for my $name (@names) {
            my ($package, $n) = split ' ', get($h, "/registry/$name")->body;
            is $n, $round, "$name: has its own variables";
            $package{$package}{$name}++;
        }
    }
    is scalar keys %package, scalar @names,
        'each script of the same name has its package';
};

subtest 'one file under two URIs is one script' => sub {
    needs('CGI');
    my $two = script_server(config => location('other', 'ModPerl::Registry'));
    is get($two, '/registry/count.pl')->body, "counted 1\n",
        'a script is compiled under its first URI';
    is get($two, '/other/count.pl')->body, "counted 2\n",
        'another URI of a file runs the same script';
    is get($two, '/other/count.pl/info')->body, "counted 3\n",
        'another URI with path info runs the same script';
};

subtest 'a path longer than a Perl identifier' => sub {
    my $dir = 'deep/' . join '/', ('a-rather-long-name') x 15;
    script($h, "$dir/$_.pl", <<'PERL') for qw(x y);
print "Content-Type: text/plain\n\n", ++$n, "\n"; sub mine { 1 } mine();
PERL
    is_deeply bodies($h, 2, "/registry/$dir/x.pl"), [ "1\n", "2\n" ],
        'a script with a long path stays loaded';
    is_deeply bodies($h, 2, "/registry/$dir/y.pl"), [ "1\n", "2\n" ],
        'a script beside it is another one';
};

for my $place (qw(registry perlrun)) {
    is_deeply bodies($h, 2, "/$place/own-handler.pl"),
        [ ("handler: mine\n") x 2 ], "$place: a script's own sub handler";
    is_deeply bodies($h, 2, "/$place/pod-at-end.pl"),
        [ ("POD goes on to the end of the file\n") x 2 ],
        "$place: POD without an end";
    script($h, 'bom.pl', "\xEF\xBB\xBF" . read_file("$root/data-end.pl"));
    is_deeply bodies($h, 2, "/$place/bom.pl"),
        [ ("1: one\n2: __DATA__\n3: three\n") x 2 ],
        "$place: byte order mark";
    script($h, 'no-newline.pl',
        qq{print "Content-Type: text/plain\n\n"; print "end" # no newline});
    is_deeply bodies($h, 2, "/$place/no-newline.pl"), [ 'end', 'end' ],
        "$place: comment at the end";
    script($h, 'strictures.pl', <<'PERL');
$global = 'no strict'; print "Content-Type: text/plain\n\n";
print defined $self || defined $class ? 'sees more' : 'sees', " $global\n";
PERL
    is_deeply bodies($h, 2, "/$place/strictures.pl"),
        [ ("sees no strict\n") x 2 ],
        "$place: no pragma and no variable of ours";
}

subtest '$ModPerl::Registry::MarkLine' => sub {
    my $off = script_server(startup =>
            'require ModPerl::Registry; $ModPerl::Registry::MarkLine = 0;');
    like get($off, '/registry/about.pl')->body,
        qr/^file \(eval \d+\) line \d+$/m,
        "MarkLine off leaves perl's names of evals";
};

done_testing;
