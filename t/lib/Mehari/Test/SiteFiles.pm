package Mehari::Test::SiteFiles;

# Scripts that load files of their site after their first look. mehari compiles
# these files ahead, and a script cannot tell. mod_cgid runs the same scripts for
# comparison. Two users ask for each in turn, in each way of restoring memory.

use Mehari::Perl;
use Mehari::Test;
use Test::More;
use JSON::PP              qw(decode_json);
use Time::HiRes           qw(sleep time);
use Mehari::Test::Gateway qw(script);
use Mehari::Test::Rollback;

use Exporter qw(import);
our @EXPORT = qw(compare_site_files);

# A change shortly after another may leave the same date.
use constant { SETTLED => 3, PATIENCE => 60 };

# Each script looks at its request first.
my $HEAD
    = "#!/usr/bin/perl\nmy \$q = \$ENV{QUERY_STRING} =~ s/\\D//gr; \$| = 1;\n"
    . "print qq(Content-Type: text/plain\\n\\nq=\$q\\n);\n";

# Compares scripts, each with its files: { name => { script => TEXT, FILE =>
# TEXT, ... }, ... }. A FILE is a module's path, or a name without ".pl". read:
# scripts with a file that perl reads in each request (a second time, for
# example). varied: the number of compiled bytes depends on the request, or does
# not count because the files die.
sub compare_site_files ($cases, %option) {
    local $ENV{MEHARI_CHECK_MEMORY} = 1;
    my @ways = ('fork', grep { $_ ne 'soft-dirty' } trackers());
    my $h    = start_server(@ways);
    write_scripts($h, $cases);
    sleep SETTLED;
    my %read   = map { $_ => 1 } @{ $option{read} };
    my %varied = map { $_ => 1 } @{ $option{varied} };
    for my $name (sort keys %$cases) {
        my $expected = $varied{$name} ? undef : $read{$name} ? 1 : 0;
        compare_script($h, $name, $expected, @ways);
    }
    my $log = $h->error_log;
    is_deeply [ not_put_back($log) ], [], 'memory was put back';
    unlike $log, qr/exit signal/, 'no process of httpd was ended by a signal';
    $h->stop;
    return;
}

sub start_server (@ways) {
    my $pools = join '', map { <<~"CONF" } @ways;
        PerlPool $_ restore=$_
        Alias "/$_" "\${DOCUMENT_ROOT}"
        <Location "/$_">
            SetHandler perl-cgi
            PerlUsePool $_
        </Location>
        CONF
    return server(
        mpm     => 'event',
        workers => 4,
        modules => ['cgid'],
        config  => <<~"CONF",
            LogLevel perl:debug
            <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
            </Directory>
            Alias "/cgid" "\${DOCUMENT_ROOT}"
            <Location "/cgid">
                SetHandler cgi-script
            </Location>
            <Location "/status">
                SetHandler mehari-status
            </Location>
            $pools
            CONF
    );
}

sub write_scripts ($h, $cases) {
    my $root = $h->document_root;
    mkdir "$root/lib";
    mkdir "$root/lib/Site";
    for my $name (sort keys %$cases) {
        my %file = $cases->{$name}->%*;
        script($h, "$name.pl", $HEAD . delete $file{script});
        for my $file (sort keys %file) {
            my $path = $file =~ /\.pm\z/ ? $file : "$file.pl";
            write_file("$root/$path", $file{$file});
        }
    }
    return;
}

# The number of bytes that a request for that script compiles.
sub compiles ($h, $way, $name) {
    my $pools = decode_json(get($h, '/status?format=json')->body)->{pools};
    my ($pool) = grep { $_->{name} eq $way } @$pools;
    my ($row)
        = grep { $_->{script} =~ m{/\Q$name\E\.pl\z} } @{ $pool->{scripts} };
    return $row->{compiles};
}

sub asked ($h, $way, $name, $n) { return get($h, "/$way/$name.pl?$n")->body }

# True if a request compiles as little as it should after some requests. A new
# zygote does not know the script's files at once. reads: it should read a file.
sub is_settled ($h, $way, $name, $reads) {
    my $bytes = compiles($h, $way, $name) // return 0;
    return $reads ? $bytes > 0 : $bytes == 0;
}

sub compare_script ($h, $name, $reads, @ways) {
    my @right = map { asked($h, 'cgid', $name, $_) } 0 .. 5;
    my @left  = @ways;
    my $until = time + PATIENCE;
    my $round = 0;
    my %wrong;
    while (@left && time < $until) {
        my $n = $round++ % 6;
        for my $way (@ways) {
            my $body = asked($h, $way, $name, $n);
            $wrong{$way} //= [ $body, $right[$n] ] if $body ne $right[$n];
        }
        sleep 0.1;
        last if !defined $reads && $round > 18;
        @left = grep { !is_settled($h, $_, $name, $reads) } @left
            if defined $reads && $round > 12;
    }
    is $wrong{$_}[0], $wrong{$_}[1], "$name, $_: each answer is mod_cgid's"
        for @ways;
    is_deeply \@left, [],
        "$name: " . ($reads ? 'perl reads a file' : 'nothing is read')
        if defined $reads;
    return;
}

1;
