# The symbols of libperl that our programs need are public, in the newest perl
# too: since 5.38 libperl.so hides the rest, and a program that needs it does
# not start. The list of the newest is t/fixtures/libperl.symbols.

use Mehari::Test;
use Config;
use File::Basename qw(dirname);

# Symbols that are not public, and that we use deliberately. In some perls,
# public macros expand to most of them.
my %knowingly = (
    PL_use_safe_putenv     => 'before perl 5.38: src/shared/perl/compat.h',
    Perl_croak_memory_wrap => 'Newx(), Renew()',
    Perl_croak_popstack    => 'POPSTACK',
    Perl_cvgv_from_hek     => 'CvGV()',
    Perl_mro_meta_init => 'HvMROMETA(), in src/module/registry/registry.c',
    Perl_my_strlcpy    => 'public; libc has it since Debian 13',
    Perl_newRV_noinc   => 'public; inline since 5.38',
    Perl_savepv        => 'public; a macro since 5.42',
    Perl_sv_free2      => 'SvREFCNT_dec()',
);

plan skip_all => 'a perl with -DDEBUGGING: its macros call more'
    if "$Config{ccflags} $Config{optimize}" =~ /-DDEBUGGING/;

my %public = map { $_ => 1 } grep { !/^#/ } split /\n/,
    read_file(source_root() . '/t/fixtures/libperl.symbols');
# Since 5.36, perl's headers have that symbol.
$public{Perl_newSV_type} = 1 if $] < 5.036;
cmp_ok keys %public, '>', 1000, 'the list is there';

sub needed_by ($file) {
    open my $pipe, '-|', 'nm', '-D', $file or return;
    # A program has variables of libperl in its own .bss.
    my @names = map { /\s[UB]\s+([^\s@]+)/ } <$pipe>;
    return grep { /^(?:Perl|PL_|perl_|boot_)/ && $_ ne 'perl_module' } @names;
}

# Functions of ours that a file calls and lacks. They are linked lazily, so they
# would be missed only at the first call.
sub own_of ($file) {
    open my $pipe, '-|', 'nm', '-D', '--undefined-only', $file or return;
    return map { /\s(mh_\w+)/ } <$pipe>;
}

my $folder = dirname(Mehari::Httpd::Config::module_file('mehari'));
for my $file (qw(mod_mehari.so mehari_apr.so mehari-pool)) {
    my @names = needed_by("$folder/$file");
SKIP: {
        skip "nm is not here, or $file is not", 2 if !@names;
        # With one interpreter, perl's variables are symbols; with several,
        # fields of a struct.
        my @hidden = grep { !$public{$_} && !$knowingly{$_} }
            grep { $Config{usemultiplicity} || !/^PL_/ } @names;
        is_deeply \@hidden, [], "$file needs nothing that is not public";
        is_deeply [ own_of("$folder/$file") ], [],
            "$file has all of our own functions that it calls";
    }
}

done_testing;
