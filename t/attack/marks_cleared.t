# The kernel marks the memory that a run has written to, and another process of the
# pool's user can clear these marks: a child of the run, or a script of another
# request. The template notices, and the next request finds nothing of this one.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server script);

# Sets data of all kinds, and lets a child clear the marks.
my $SCRIPT = <<~'PERL';
    our (@kept, %kept, $kept);
    BEGIN {
        @kept = map { 'x' x 50 } 1 .. 3000;
        %kept = map { $_ => 'x' x 50 } 1 .. 300;
        $kept = 'clean';
    }
    $| = 1;
    print "Content-Type: text/plain\n\n";
    my $clean = !grep { $_ ne 'x' x 50 } @kept, values %kept;
    print $kept, $clean ? " and whole\n" : " and changed\n";
    my ($way, $when) = split /,/, $ENV{QUERY_STRING};
    exit if !$way;
    clear($way) if $when eq 'before';
    $kept = 'of another request';
    $_ = 'y' x 50 for @kept, values %kept;
    clear($way) if $when eq 'after';

    sub clear {
        my ($way) = @_;
        my $pid = fork // die "fork: $!";
        if ($pid) { waitpid $pid, 0; return }
        my $place = '/proc/' . getppid;
        if ($way =~ /^\d$/) {
            open my $marks, '>', "$place/clear_refs" or die;
            syswrite $marks, $way;
        }
        else {
            scan($place, $way);
        }
        require POSIX;
        POSIX::_exit(0);
    }

    # PAGEMAP_SCAN with PM_SCAN_WP_MATCHING.
    sub scan {
        my ($place, $way) = @_;
        open my $pages, '<', "$place/pagemap" or die;
        open my $maps,  '<', "$place/maps"    or die;
        my $found = "\0" x 24000;
        while (<$maps>) {
            my ($at, $end) = map { hex } /^(\w+)-(\w+) rw/ or next;
            next if $way eq 'heap' && !/\[heap\]/;
            while ($at < $end) {
                my $order = pack 'Q5 P Q6', 96, 1, $at, $end, 0, $found,
                    1000, 0, 0, 2, 0, 2;
                ioctl $pages, 0xC0606610, $order or last;
                $at = (unpack 'Q5', $order)[4];
            }
        }
    }
    PERL

for my $restore (qw(uffd soft-dirty compare)) {
    my $h = gateway_server(
        workers   => 4,
        perl_pool => "restore=$restore",
    );
    script($h, 'page.pl', $SCRIPT);
    subtest "restore=$restore" => sub {
        for my $way ('', qw(all heap 1 4 5)) {
            for my $when (qw(before after)) {
                my @wrong;
                for my $round (1 .. 3) {
                    for my $path ('/page.pl', "/page.pl?$way,$when") {
                        my $body = get($h, $path)->body // 'nothing';
                        push @wrong, "$path: $body"
                            if $body ne "clean and whole\n";
                    }
                }
                is_deeply \@wrong, [],
                    "marks cleared ($way) $when: nothing stays";
            }
        }
    };
    $h->stop;
}

done_testing;
