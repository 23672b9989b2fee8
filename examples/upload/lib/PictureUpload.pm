package PictureUpload;

# Receives files, and shows their types. While they arrive, a request with the
# same number gets the progress.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::Const -compile => qw(
    OK NOT_FOUND HTTP_BAD_REQUEST HTTP_REQUEST_ENTITY_TOO_LARGE
);
use APR::Request::Error  ();
use Apache2::Request     ();
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::Upload      ();
use Digest::SHA          ();

sub handler ($r) {
    my $path = substr $r->uri, length $r->dir_config('UploadUrl');
    return progress($r)              if $path eq 'progress';
    return Apache2::Const::NOT_FOUND if length $path;
    $r->content_type('text/html; charset=UTF-8');
    return receive($r) if $r->method eq 'POST';
    $r->print(page($r));
    return Apache2::Const::OK;
}

# --- an upload -----------------------------------------------------------

sub receive ($r) {
    my $note = note_of($r);
    my $come = 0;
    my $req  = Apache2::Request->new(
        $r,
        POST_MAX    => $r->dir_config('UploadLimit'),
        TEMP_DIR    => $r->dir_config('UploadDirectory'),
        UPLOAD_HOOK => sub ($upload, $data, $length, $) {
            write_note($note, $come += $length) if $note;
        },
    );
    my @rows = eval {
        map { describe($_) }
            grep { length $_->filename } $req->upload('file');
    };
    my $error = $@;
    unlink $note              if $note;
    return refuse($r, $error) if $error;
    $r->print(
        page($r, @rows ? join '', @rows : '<p>No file was chosen.</p>'));
    return Apache2::Const::OK;
}

sub describe ($upload) {
    my $digest = Digest::SHA->new(256)->addfile($upload->io)->hexdigest;
    my ($name, $type) = map { escape($_) } $upload->filename,
        $upload->type // 'of no type';
    my $size = $upload->size;
    return "<p><b>$name</b>: $size bytes, $type, SHA-256 $digest</p>\n";
}

sub refuse ($r, $error) {
    die $error if !ref $error;
    my $too_large = $error == APR::Request::Error::OVERLIMIT;
    my $limit     = escape($r->dir_config('UploadLimit'));
    $r->status(
        $too_large
        ? Apache2::Const::HTTP_REQUEST_ENTITY_TOO_LARGE
        : Apache2::Const::HTTP_BAD_REQUEST
    );
    $r->print(
        page(
            $r,
            $too_large
            ? "<p>That is more than $limit.</p>"
            : '<p>That was no form that this page can read.</p>'
        )
    );
    return Apache2::Const::OK;
}

# --- its progress --------------------------------------------------------

# The file with the progress; none without a number in the URL.
sub note_of ($r) {
    my ($number) = ($r->args // '') =~ /\Anumber=(\d{1,20})\z/
        or return undef;
    return $r->dir_config('UploadDirectory') . "/progress-$number";
}

sub write_note ($file, $come) {
    open my $note, '>', $file or die "$file: $!\n";
    print {$note} $come;
    close $note or die "$file: $!\n";
    return;
}

sub progress ($r) {
    my $file = note_of($r) // return Apache2::Const::HTTP_BAD_REQUEST;
    my $come = 0;
    if (open my $note, '<', $file) { $come = readline($note) // 0 }
    $r->content_type('text/plain');
    $r->headers_out->set('Cache-Control' => 'no-store');
    $r->print($come);
    return Apache2::Const::OK;
}

# --- the page ------------------------------------------------------------

sub page ($r, $answer = '') {
    my ($url, $limit)
        = map { escape($r->dir_config($_)) } qw(UploadUrl UploadLimit);
    return <<~"HTML";
        <!DOCTYPE html>
        <html><head><title>Upload</title></head><body>
        <h1>Upload</h1>
        <form method="post" action="$url" enctype="multipart/form-data">
        <input type="file" name="file" multiple>
        <input type="submit" value="Send">
        </form>
        <p>Up to $limit. <progress value="0" hidden></progress></p>
        <div>$answer</div>
        <script>${\ script()}</script>
        </body></html>
        HTML
}

# Without it the form works, and shows no progress.
sub script () {
    return <<~'JS';
        const form = document.forms[0];
        const bar = document.querySelector('progress');
        form.onsubmit = async event => {
            event.preventDefault();
            const number = Math.floor(Math.random() * 1e15);
            bar.hidden = false;
            bar.max = [...form.file.files].reduce((sum, f) => sum + f.size, 1);
            const timer = setInterval(async () => {
                const come = await fetch(
                    `${form.action}progress?number=${number}`);
                bar.value = await come.text();
            }, 500);
            const answer = await fetch(`${form.action}?number=${number}`,
                { method: 'POST', body: new FormData(form) });
            clearInterval(timer);
            document.documentElement.innerHTML = await answer.text();
        };
        JS
}

sub escape ($text) {
    my %name = ('&' => 'amp', '<' => 'lt', '>' => 'gt', '"' => 'quot');
    return $text =~ s/([&<>"])/&$name{$1};/gr;
}

1;
