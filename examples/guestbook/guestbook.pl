#!/usr/bin/perl
# A guestbook: POST, a file, a lock and a redirect
use strict;
use warnings;
use CGI;
use Fcntl qw(:flock);
use File::Spec;

# "mehari serve" has a TMPDIR of its own, so the book ends with the server.
my $file = File::Spec->catfile(File::Spec->tmpdir, 'guestbook.txt');
my $q    = CGI->new;
$q->charset('utf-8');

# The subs get all variables as arguments. Under Registry, a sub that used the
# $q above would keep that of the first request.
if ($q->request_method eq 'POST') {
    add_entry($file, scalar $q->param('name'), scalar $q->param('text'));
    print $q->redirect($q->url(-absolute => 1));
}
else {
    show_book($q, entries($file));
}

sub add_entry {
    my $path   = shift;
    my @fields = map { defined $_ ? $_ : '' } @_;
    s/\s+/ /g for @fields;
    return unless grep { /\S/ } @fields;
    open my $book, '>>', $path or die "Cannot write $path: $!";
    flock $book, LOCK_EX or die "Cannot lock $path: $!";
    print $book join("\t", time, map { substr $_, 0, 500 } @fields), "\n";
    close $book or die "Cannot write $path: $!";
}

sub entries {
    my $path = shift;
    open my $book, '<', $path or return;
    my @lines = <$book>;
    chomp @lines;
    return map { [ split /\t/, $_, 3 ] } reverse @lines;
}

sub show_book {
    my ($cgi, @entries) = @_;
    print $cgi->header, $cgi->start_html('Guestbook'), $cgi->h1('Guestbook'),
        $cgi->start_form(-action => $cgi->url(-absolute => 1)),
        $cgi->p('Name ', $cgi->textfield(-name => 'name', -maxlength => 60)),
        $cgi->p($cgi->textarea(-name => 'text', -rows => 3, -columns => 50)),
        $cgi->p($cgi->submit('Sign')), $cgi->end_form;
    for my $entry (@entries) {
        my ($when, $name, $text) = @$entry;
        print $cgi->p(
            $cgi->strong($cgi->escapeHTML($name)),
            ' on ',   scalar localtime $when,
            $cgi->br, $cgi->escapeHTML($text)
        );
    }
    print $cgi->end_html;
}
