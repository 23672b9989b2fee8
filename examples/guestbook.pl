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

if ($q->request_method eq 'POST') {
    add_entry(scalar $q->param('name'), scalar $q->param('text'));
    print $q->redirect($q->url(-absolute => 1));
}
else {
    show_book();
}

sub add_entry {
    my @fields = map { defined $_ ? $_ : '' } @_;
    s/\s+/ /g for @fields;
    return unless grep {/\S/} @fields;
    open my $book, '>>', $file or die "Cannot write $file: $!";
    flock $book, LOCK_EX or die "Cannot lock $file: $!";
    print $book join("\t", time, map { substr $_, 0, 500 } @fields), "\n";
    close $book or die "Cannot write $file: $!";
}

sub entries {
    open my $book, '<', $file or return;
    return map { chomp; [ split /\t/, $_, 3 ] } reverse <$book>;
}

sub show_book {
    print $q->header, $q->start_html('Guestbook'), $q->h1('Guestbook'),
        $q->start_form(-action => $q->url(-absolute => 1)),
        $q->p('Name ', $q->textfield(-name => 'name', -maxlength => 60)),
        $q->p($q->textarea(-name => 'text', -rows => 3, -columns => 50)),
        $q->p($q->submit('Sign')), $q->end_form;
    for my $entry (entries()) {
        my ($when, $name, $text) = @$entry;
        print $q->p(
            $q->strong($q->escapeHTML($name)),
            ' on ', scalar localtime $when,
            $q->br, $q->escapeHTML($text)
        );
    }
    print $q->end_html;
}
