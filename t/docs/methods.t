# Each method of our modules has a section of its own in their POD, with its
# result, its errors, its phase if it is not always legal, and an example.
# Each example is compiled in httpd, and calls only existing methods.

use Mehari::Test;
use File::Find qw(find);
use File::Temp ();
use JSON::PP   ();
use Mehari::Directives;
use Mehari::Reference;
use Mehari::Test::Pod qw(modules pod_of sections synopses examples
    wrapped constants);

# Tied handles, tied hashes and Perl itself call these; users do not.
my $OF_PERL = qr/\A(?:_?[A-Z]+|MODIFY_CODE_ATTRIBUTES)\z/;

# Tests that a list is empty, and shows its elements if it is not.
sub none ($list, $name) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    return is join("\n", @$list), '', $name;
}

sub place ($section) { return "$section->{file}:$section->{line}" }

my @sections = map { sections($_) } modules();
my %section;
for my $section (@sections) {
    $section{ $section->{module} }{$_} = $section for $section->{names}->@*;
}

my @rows = grep { $_->{name} !~ $OF_PERL } Mehari::Reference::rows();

# Steps that a subclass may replace can share one section.
sub mentioned ($module, $sub) {
    return grep { $_->{module} eq $module && $_->{mentions}{$sub} } @sections;
}

subtest 'each method has a section' => sub {
    my @lost;
    for my $row (grep { $_->{module} !~ /\AMehari::|::Const\z/ } @rows) {
        push @lost, "$row->{module}: $row->{name}"
            if !$section{ $row->{module} }{ $row->{name} };
    }
    my $module;
    for my $word (split ' ', read_file(fixture('contract/subs'))) {
        $module = $word if $word =~ /::/;
        push @lost, "$module: $word"
            if $word !~ /::/
            && $word !~ $OF_PERL
            && !$section{$module}{$word}
            && !mentioned($module, $word);
    }
    none(\@lost, 'of the table, and of what mod_perl has');
};

my @public = grep {
    grep { !/$OF_PERL/ }
        $_->{names}->@*
} @sections;
cmp_ok scalar @public, '>', 400,
    'the POD has more than 400 sections of methods';

# The sections for which the code is true.
sub those ($code) {
    return [
        map  { place($_) . ": $_->{title}" }
        grep { $code->($_) } @public
    ];
}

for my $word (qw(Returns Errors)) {
    none(those(sub ($one) { ($one->{says}{$word} // '') !~ /\w.*\.\z/ }),
        "each has a sentence after $word");
}
none(those(sub ($one) { !$one->{examples}->@* }), 'each has an example');

subtest 'a phase where the table restricts it' => sub {
    my @lost;
    for my $row (grep { $_->{when} != 0 } @rows) {
        my $one = $section{ $row->{module} }{ $row->{name} } // next;
        push @lost, place($one) . ": $row->{name}" if !$one->{says}{Phase};
    }
    none(\@lost, 'is said');
};

none([ grep { pod_of($_) !~ /^=head1 SEE ALSO$/m } modules() ],
    'each module says what to see as well');

# The indent of an example's first line is the indent of all. The manual of a
# command has another form, because its help prints it.
sub synopsis_indent ($file) {
    my $pod = read_file($file);
    return 4 if $pod =~ /^mehari-\w+ - /m;
    my ($text) = $pod =~ /^=head1 SYNOPSIS\n(.*?)(?=^=|\z)/ms;
    return ($text // '') =~ /^( +)\S/m ? length $1 : 4;
}
my @files;
find(
    {
        no_chdir => 1,
        wanted   => sub { push @files, $_ if /\.p(?:m|od)\z/ }
    },
    source_root() . '/lib'
);
none([ grep { synopsis_indent($_) != 4 } sort @files ],
    'each synopsis is indented by four');

# --- the examples -------------------------------------------------------

my @examples = examples(@sections, map { synopses($_) } modules());
my @code     = grep { !$_->{config} } @examples;
my @config   = grep { $_->{config} } @examples;

subtest 'directives in examples exist' => sub {
    my $book = Mehari::Directives::parse(
        read_file(source_root() . '/docs/directives.md'));
    my %known = map { $_ => 1 }
        map { $_->{names}->@* } Mehari::Directives::entries($book);
    my @lost;
    for my $one (@config) {
        push @lost, map { "$one->{section}{file}:$one->{line}: $_" }
            grep { !$known{$_} } $one->{text} =~ /^\s*<?(Perl\w+)/mg;
    }
    none(\@lost, 'each');
};

subtest 'methods in examples exist' => sub {
    my %known = map { $_->{name} => 1 } @rows;
    for my $module (modules()) {
        my $path = source_root() . '/lib/' . $module =~ s{::}{/}gr . '.pm';
        next if !-e $path;
        my $text = read_file($path);
        $known{$_} = 1
            for $text =~ /\bsub (\w+)/g, $text =~ /\b(\w+) => sub/g;
        $known{$_} = 1 for map { $_->{names}->@* } sections($module);
    }
    # Of Perl's own modules, of DBI and of CGI.
    $known{$_} = 1 for qw(import autoflush can isa connect param header
        getline save new);
    my @lost;
    for my $one (@code) {
        my $text = $one->{text} =~ s/^\s*#.*//gmr;
        my %own  = map { $_ => 1 } $text =~ /\bsub (\w+)/g;
        push @lost, map { "$one->{section}{file}:$one->{line}: $_" }
            grep { !$known{$_} && !$own{$_} }
            $text =~ /->(?:SUPER::)?([A-Za-z_]\w*)/g;
    }
    none(\@lost, 'each');
};

my $COMPILER = <<'PERL';
<Perl>
use JSON::PP ();
my $root = Apache2::ServerUtil::server_root();
local $/;
open my $in, '<', "$root/examples.json" or die "examples: $!";
my $given = JSON::PP::decode_json(<$in>);
eval $given->{constants} or die $@;
my @faults;
for my $text ($given->{code}->@*) {
    push @faults, $@ if !eval $text;
}
open my $out, '>', "$root/faults.json" or die "faults: $!";
print {$out} JSON::PP::encode_json(\@faults);
close $out or die "faults: $!";
</Perl>
PERL

subtest 'examples compile' => sub {
    my $httpd  = Mehari::Httpd->new(module => 'mehari', config => $COMPILER);
    my $number = 0;
    my %given  = (
        code      => [ map { wrapped($_, ++$number) } @code ],
        constants => constants(),
    );
    write_file($httpd->root . '/examples.json',
        JSON::PP::encode_json(\%given));
    my ($good, $said) = $httpd->configtest;
    ok $good, 'httpd has read them' or diag $said;
    my $file = $httpd->root . '/faults.json';
    none(-e $file ? JSON::PP::decode_json(read_file($file)) : ['nothing'],
        'each of ' . @code);
};

# The filters that the page of Apache2::Filter shows do what it says.
subtest 'the filters of the examples' => sub {
    my ($text)
        = pod_of('Apache2::Filter')
        =~ /^=head2 Examples of filters\n(.*?)^=head2/ms;
    my @filters = $text =~ /^( {4}(?:sub|package)\b.*?^ {4}\}\n)/gms;
    is @filters, 3, 'the examples have three filters';
    my ($lines) = grep { /package My::Lines/ } @filters;
    my $file = File::Temp->new(SUFFIX => '.pm');
    write_file($file->filename,
        "use Mehari::Perl; use APR::Const -compile => qw(SUCCESS);\n$lines\n1;\n"
    );
    chmod 0644, $file->filename;
    my $httpd = server(config => <<~"CONF");
            PerlRequire $file
            PerlInputFilterHandler -My::Lines
            <Perl>
            package My::Filters;
            use Mehari::Perl;
            use Apache2::Filter ();
            use Apache2::Const -compile => 'OK';
            @{[ grep { !/package/ } @filters ]}
            sub answer {
                my \$r    = shift;
                my \$body = '';
                1 while \$r->read(\$body, 1000, length \$body);
                \$r->print('the co');
                \$r->rflush;
                \$r->print("lour of ", \$r->notes->get('upload'));
                return Apache2::Const::OK;
            }
            </Perl>
            <Location "/filters">
            SetHandler modperl
            PerlResponseHandler My::Filters::answer
            PerlInputFilterHandler My::Filters::count
            PerlOutputFilterHandler My::Filters::replace
            </Location>
            CONF
    my $mark = $httpd->error_log_mark;
    my $body
        = get($httpd, '/filters', method => 'POST', body => 'x' x 9999)->body;
    is $body, 'the color of 9999',
        'the example filter of a request changes the body';
    log_like(
        $httpd, $mark,
        qr{^POST /filters HTTP/1\.1}m,
        'the example filter of a connection writes to the log'
    );
};

done_testing;
