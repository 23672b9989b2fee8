# A request that begins after a change is answered from the new files: a script,
# a library, a module, a template, a folder of modules, each replaced again and
# again, by a rename or in place, while other requests for the same script are
# under way.

use Mehari::Test;
use File::Path qw(make_path remove_tree);
use IO::Socket::INET;
use Mehari::Test::Gateway;

# The number of changes of each kind, each with three requests after it; in full
# 3500.
my $CHANGES  = $ENV{MEHARI_STALE} // 60;
my $UNDERWAY = 8;
my $PAGE     = qq{print "Content-Type: text/plain\\n\\n",};

my $h    = gateway_server(workers => 16);
my $root = $h->document_root;

sub begin ($name) {
    my $socket = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1',
        PeerPort => $h->port
    ) or die "connect: $!.\n";
    print {$socket} "GET /$name HTTP/1.0\r\nHost: x\r\n\r\n";
    return $socket;
}

sub finish ($socket) {
    local $/ = undef;
    my $answer = <$socket> // '';
    return $answer =~ /\r\n\r\n(.*)/s ? $1 : '';
}

sub replace ($file, $text) {
    write_file("$file.new", $text, 0755);
    rename "$file.new", $file or die "rename: $!.\n";
    return;
}

# Replaces a folder by one with the same files.
sub replace_folder ($folder, $file, $text) {
    make_path("$folder.new");
    write_file("$folder.new/$file", $text);
    rename $folder,       "$folder.old" if -d $folder;
    rename "$folder.new", $folder or die "rename: $!.\n";
    remove_tree("$folder.old");
    return;
}

# Requests that begin after the change, while others, which began before it, are
# under way.
sub stale_answers ($kind) {
    my ($script, $put) = @{$kind}{qw(script put)};
    my ($stale, @first);

    $stale = 0;
    for my $number (1 .. $CHANGES) {
        my @others = $number > 1 ? map { begin($script) } 1 .. $UNDERWAY : ();
        $put->($number);
        my @answers = map { finish(begin($script)) } 1 .. 3;
        finish($_) for @others;
        my @wrong = grep { $_ ne "v$number" } @answers or next;
        $stale += @wrong;
        push @first, "change $number: @answers" if @first < 5;
    }
    diag("$kind->{name}: $_") for @first;
    return $stale;
}

sub module ($version) { return "package M; sub v { 'v$version' } 1;\n" }

my @kinds = (
    {
        name   => 'the script itself',
        script => 'self.pl',
        put    => sub ($n) {
            replace("$root/self.pl", qq{#!/usr/bin/perl\n$PAGE "v$n";\n});
        },
    },
    {
        name   => 'a template that is written in place',
        script => 'place.pl',
        text => q{our $t; BEGIN { open F, '<', 'y.tmpl'; $t = <F>; close F }}
            . qq{ $PAGE \$t;},
        put => sub ($n) { write_file("$root/y.tmpl", "v$n") },
    },
    {
        name   => 'a template that BEGIN reads',
        script => 'template.pl',
        text => q{our $t; BEGIN { open F, '<', 'x.tmpl'; $t = <F>; close F }}
            . qq{ $PAGE \$t;},
        put => sub ($n) { replace("$root/x.tmpl", "v$n") },
    },
    {
        name   => 'a module',
        script => 'module.pl',
        text   => qq{use lib '$root/lib'; use M1; $PAGE M::v();},
        put    => sub ($n) { replace("$root/lib/M1.pm", module($n)) },
    },
    {
        name   => 'a module that is loaded at run time',
        script => 'late.pl',
        text   => qq{use lib '$root/lib'; my \$q = \$ENV{QUERY_STRING};}
            . qq{ require M2; $PAGE M::v();},
        put => sub ($n) { replace("$root/lib/M2.pm", module($n)) },
    },
    {
        name   => 'a library that is required at run time',
        script => 'library.pl',
        text   => qq{my \$q = \$ENV{QUERY_STRING}; require './x-lib.pl';}
            . qq{ $PAGE v();},
        put => sub ($n) {
            replace("$root/x-lib.pl", "sub v { 'v$n' } 1;\n");
        },
    },
    {
        name   => 'a module that is replaced with its folder',
        script => 'folder.pl',
        text   => qq{use lib '$root/site/lib'; use M3; $PAGE M::v();},
        put    => sub ($n) {
            make_path("$root/site");
            replace_folder("$root/site/lib", 'M3.pm', module($n));
        },
    },
    {
        name   => 'a module behind a link that is turned',
        script => 'link.pl',
        text   => qq{use lib '$root/current'; use M4; $PAGE M::v();},
        put    => sub ($n) {
            my $release = "$root/release-" . $n % 2;
            write_file("$release/M4.pm", module($n));
            symlink $release, "$root/current.new" or die "symlink: $!.\n";
            rename "$root/current.new", "$root/current"
                or die "rename: $!.\n";
        },
    },
);

for my $kind (@kinds) {
    script($h, $kind->{script}, $kind->{text}) if $kind->{text};
    is stale_answers($kind), 0, "$kind->{name}: no answer from what was";
}

done_testing;
