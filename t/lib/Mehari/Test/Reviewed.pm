package Mehari::Test::Reviewed;

# Programs that call the subs of a module, for what its review says of them.

use v5.36;

use Mehari::Explain::Reviewed;
use Mehari::Test;

# They end or hang a program, wait, or tell the time.
my %NOT_CALLED = map { $_ => 1 } qw(
    exit sleep usleep nanosleep clock_nanosleep pause wait waitpid system exec
    getchar gets scanf fscanf sscanf time sigsetjmp setjmp longjmp siglongjmp
    atexit ctermid cuserid read select ttyname localeconv open2 open3 hostname
    gethostbyname getaddrinfo getnameinfo rmtree remove_tree mkpath make_path
    find finddepth tempfile tempdir tmpfile mkstemp mkstemps mkdtemp mktemp
    utime rmdir mkdir unlink rename remove chdir chmod chown copy move cp mv
    link syscopy retrieve store nstore lock_store lock_nstore lock_retrieve
    store_fd fd_retrieve nstore_fd dbmopen autoflush fpathconf isatty
    remquo
);

# What a program prints: a line for each call, which begins with what is called.
my $CALLS = <<'PERL';
    sub shown {
        return join ',', map {
            !defined($_) ? 'undef'
                : ref $_ eq 'ARRAY' && @$_ < 20 ? '[' . shown(@$_) . ']'
                : ref $_ || $_
        } @_;
    }
    my %seen;
    for my $name (@names) {
        next if $seen{$name}++;
        my $code = $module->can($name) or next;
        for my $given ([], ['abc'], [ 7, 3 ], [ 'a b', 'c' ]) {
            local $SIG{__WARN__} = sub { };
            my @got = eval { $code->(@$given) };
            my $line = "$name(" . shown(@$given) . '): ' . shown(@got);
            $line .= " $@" if $@;
            print $line =~ s/\n/ /gr, "\n";
        }
    }
PERL

# All subs that the module exports, with a few arguments; and what the fixture
# has for it, for objects.
sub program ($module, $more = '') {
    no strict 'refs';
    my $key = $module =~ s{::}{/}gr . '.pm';
    my %unsafe;
    eval { require $key } or return undef;
    my @names = grep { /\A\w+\z/ && !$NOT_CALLED{$_} && !unsafe($module, $_) }
        sort { $a cmp $b } @{"${module}::EXPORT"}, @{"${module}::EXPORT_OK"};
    return "use $module ();\nmy \$module = '$module';\n"
        . "my \@names = qw(@names);\n$CALLS\n{\n$more\n}\n";
}

sub unsafe ($module, $name) {
    return Mehari::Explain::Reviewed::unsafe_sub($module, $name);
}

# Module => code, of t/fixtures/reviewed.txt.
sub snippets () {
    my ($module, %code);
    for my $line (split /^/,
        read_file(source_root() . '/t/fixtures/reviewed.txt'))
    {
        if    ($line =~ /^== (\S+)/) { $module = $1 }
        elsif ($line !~ /^#/)        { $code{$module} .= $line }
    }
    return \%code;
}

1;
