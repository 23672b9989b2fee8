# The table of libc's functions that stop a compilation, src/pool/perl/trace/
# functions.S: libc has each of them, and a call stops it for the reason given there.

use Mehari::Test;
use DynaLoader;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $text = read_file(source_root() . '/src/pool/perl/trace/functions.S')
    =~ s/\\\n\s*//gr;
my @rows;
while ($text =~ /^(unshareable|module|reads) "([^"]+)", (.+)$/mg) {
    push @rows, { kind => $1, reason => $2, names => [ split /, /, $3 ] };
}
cmp_ok scalar @rows, '>', 60, 'the table has more than 60 rows';

# Older libcs lack these.
my %new = map { $_ => 1 }
    qw(mknod mknodat _Fork execveat arc4random arc4random_buf
    arc4random_uniform);
my $libc = DynaLoader::dl_load_file('libc.so.6')
    or die DynaLoader::dl_error();
my (%seen, @unknown, @twice);
for my $name (map { $_->{names}->@* } @rows) {
    push @twice, $name if $seen{$name}++;
    push @unknown, $name
        if !$new{$name} && !DynaLoader::dl_find_symbol($libc, $name);
}
is_deeply \@twice, [], 'no function is there twice';
SKIP: {
    skip 'this libc is in several libraries', 1
        if !DynaLoader::dl_find_symbol($libc, 'pthread_create');
    is_deeply \@unknown, [], 'libc has each of them';
}

# Calls the last function of each row as if it were an XSUB. The function has no
# effect.
for my $row (grep { $_->{kind} eq 'unshareable' } @rows) {
    my $name = $row->{names}[-1];
    next if $new{$name} && !DynaLoader::dl_find_symbol($libc, $name);
    my $found = probe(<<~"PERL", run => 0, give_up => 1);
        use DynaLoader;
        BEGIN {
            DynaLoader::dl_install_xsub('main::call',
                DynaLoader::dl_find_symbol(DynaLoader::dl_load_file(''), '$name'));
        }
        BEGIN { call() }
        PERL
    like "$found->{told}->@*", qr/\A\Q$row->{reason}\E at \S+ line 6\z/,
        "$name() $row->{reason}";
}

# No function here has the name of one of libc, so that a search for open() does
# not end at a wrapper.
my @named;
for my $file (glob source_root() . '/src/pool/perl/trace/*.c') {
    push @named,
        grep { DynaLoader::dl_find_symbol($libc, $_) }
        read_file($file)
        =~ /^(?!static|return)\w[\w *]*?\b(\w+)\([^;{}]*\)\n\{/mg;
}
is_deeply \@named, [], 'in C, no function has the name of one of libc';

done_testing;
