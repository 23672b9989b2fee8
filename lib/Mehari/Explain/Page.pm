package Mehari::Explain::Page;

# The pages about messages, as files.

use v5.36;

use Mehari::Explain::Reason;

# docs/messages/MH4101.md and its like, and an index.
sub write_all ($dir) {
    mkdir $dir;
    my $index = "# Messages\n\n";
    for my $code (Mehari::Explain::Reason::codes()) {
        put("$dir/$code.md", Mehari::Explain::Reason::page($code));
        my $title = Mehari::Explain::Reason::find($code)->{title};
        $index .= "* [$code]($code.md): $title\n";
    }
    put("$dir/index.md", $index);
    return;
}

sub put ($file, $text) {
    open my $handle, '>', $file or die "Cannot write $file: $!.\n";
    print {$handle} $text;
    close $handle or die "Cannot write $file: $!.\n";
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Page - the pages about messages, as files

=head1 SYNOPSIS

  perl -Ilib -MMehari::Explain::Page \
      -e 'Mehari::Explain::Page::write_all(shift)' build/docs/messages

=cut
