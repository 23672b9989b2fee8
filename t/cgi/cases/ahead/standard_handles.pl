use Fcntl qw(F_GETFD F_GETFL O_ACCMODE :seek);
print "Content-type: text/plain\n\n";
for my $handle (*STDIN, *STDOUT) {
    my $at = sysseek $handle, 0, SEEK_CUR;
    print -t $handle ? 'terminal' : 'none', ' ', defined $at ? 'seeks' : $! + 0,
        ' ', fcntl($handle, F_GETFD, 0), ' ', fileno $handle, "\n";
}
print -t STDERR ? 'terminal' : 'none', ' ', fileno STDERR, "\n";
binmode STDOUT, ':utf8';
print join(' ', PerlIO::get_layers(*STDOUT), PerlIO::get_layers(*STDIN)), "\n";
