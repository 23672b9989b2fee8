package Example::Job;

# Starts jobs, and shows their progress.
#   GET /          a form
#   POST /         starts a job of ?steps=, goes to its page
#   GET /NAME      its page, which loads itself again until the end
#   POST /NAME     asks it to stop
use strict;
use warnings;

use Apache2::Const -compile => qw(OK NOT_FOUND HTTP_METHOD_NOT_ALLOWED);
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use APR::Table           ();
use POSIX                ();

my $MAX_STEPS = 200;

sub handler {
    my $r    = shift;
    my $base = $r->dir_config('ExampleUrl');
    my $dir  = $r->dir_config('ExampleJobs');
    my $name = substr $r->uri, length $base;
    return Apache2::Const::HTTP_METHOD_NOT_ALLOWED
        if $r->method !~ /\A(?:GET|HEAD|POST)\z/;
    my $is_post = $r->method eq 'POST';
    if ($name eq '') {
        return $is_post ? go($r, $base . start_job($r, $dir)) : form($r);
    }
    return Apache2::Const::NOT_FOUND
        unless $name =~ /\A[0-9a-f]{32}\z/ && -e "$dir/$name";
    return show($r, "$dir/$name") unless $is_post;
    write_file("$dir/$name.stop", '');
    return go($r, "$base$name");
}

# --- the job -----------------------------------------------------------------

sub start_job {
    my ($r, $dir) = @_;
    my ($steps) = ($r->args // '') =~ /\bsteps=(\d{1,4})\b/;
    $steps = 20 unless $steps;
    $steps = $MAX_STEPS if $steps > $MAX_STEPS;
    mkdir $dir, 0700;
    my $name = random_name();
    write_file("$dir/$name", "0 $steps");
    detach(sub { work("$dir/$name", $steps) });
    return $name;
}

# Runs in a process of its own. Each step stands for work that takes long.
sub work {
    my ($file, $steps) = @_;
    for my $done (1 .. $steps) {
        if (-e "$file.stop") {
            write_file($file, $done - 1 . " $steps stopped");
            return;
        }
        select undef, undef, undef, 0.2;
        write_file($file, "$done $steps");
    }
    return;
}

# Makes a process with its own session, none of our handles, and no parent that
# waits for it.
sub detach {
    my $work = shift;
    my $kid  = fork // die "Cannot fork: $!\n";
    if ($kid) {
        waitpid $kid, 0;
        return;
    }
    POSIX::setsid();
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    my $second = fork;
    POSIX::_exit(0) if $second || !defined $second;
    eval { $work->(); 1 } or POSIX::_exit(1);
    POSIX::_exit(0);
}

# --- files -------------------------------------------------------------------

# A reader finds the old text or the new one, and never a part.
sub write_file {
    my ($file, $text) = @_;
    my $new = "$file.$$";
    open my $out, '>', $new or die "Cannot write $new: $!\n";
    print {$out} "$text\n";
    close $out or die "Cannot write $new: $!\n";
    rename $new, $file or die "Cannot write $file: $!\n";
    return;
}

sub progress {
    my $file = shift;
    open my $in, '<', $file or die "Cannot read $file: $!\n";
    my ($done, $steps, $stopped) = split ' ', readline $in;
    return ($done, $steps, $stopped || $done == $steps);
}

sub random_name {
    open my $in, '<:raw', '/dev/urandom' or die "Cannot read: $!\n";
    read($in, my $bytes, 16) == 16 or die "Cannot read: $!\n";
    return unpack 'H*', $bytes;
}

# --- pages -------------------------------------------------------------------

sub go {
    my ($r, $url) = @_;
    $r->headers_out->set(Location => $url);
    $r->status(303);
    return Apache2::Const::OK;
}

sub form {
    my $r = shift;
    page($r, <<'HTML');
<form method="post" action="?steps=30"><button>Start a job</button></form>
HTML
    return Apache2::Const::OK;
}

sub show {
    my ($r, $file) = @_;
    my ($done, $steps, $ended) = progress($file);
    $r->headers_out->set(Refresh => 1) unless $ended;
    my $state
        = $done == $steps ? 'done'
        : $ended          ? 'stopped'
        :                   'at work';
    my $stop
        = $ended ? '' : '<form method="post"><button>Stop it</button></form>';
    page($r, <<"HTML");
<p><progress max="$steps" value="$done"></progress></p>
<p>$done of $steps steps, $state.</p>
$stop<p><a href="./">Another job</a></p>
HTML
    return Apache2::Const::OK;
}

sub page {
    my ($r, $body) = @_;
    $r->content_type('text/html; charset=utf-8');
    $r->headers_out->set('Cache-Control' => 'no-store');
    $r->print(<<"HTML");
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>A long job</title>
<h1>A long job</h1>
$body
</html>
HTML
    return;
}

1;
