# A new class "in a pinch", as in the talk, and one for each overridable
# method: that method must be called, although other classes have shorter ways.

use Mehari::Test;
use Mehari::Test::Registry;

# The methods that Registry calls on the way from a request to its answer.
my @METHODS = qw(
    new init default_handler run can_compile make_namespace namespace_root
    namespace_from is_cached should_compile flush_namespace cache_table
    cache_it read_script shebang_to_perl get_script_name chdir_file
    get_mark_line compile error_check should_reset_inc_hash
    strip_end_data_segment convert_script_to_compiled_handler
);

# The methods that are called again if the script is in memory and unchanged.
my %AGAIN = map { $_ => 1 } qw(
    new init default_handler run can_compile make_namespace namespace_root
    namespace_from is_cached should_compile flush_namespace cache_table
    get_script_name chdir_file error_check should_reset_inc_hash
);

my $startup = <<'PERL';
package Test::Pinch;
use base qw(ModPerl::RegistryCooker);
$INC{'Test/Pinch.pm'} = __FILE__;

sub handler : method {
    my $class = (@_ >= 2) ? shift : __PACKAGE__;
    my $r = shift;
    return $class->new($r)->default_handler();
}

my $parent = 'ModPerl::RegistryCooker';
my %aliases = (
    new                    => 'new',
    init                   => 'init',
    default_handler        => 'default_handler',
    run                    => 'run',
    can_compile            => 'can_compile',
    make_namespace         => 'make_namespace',
    namespace_root         => 'namespace_root',
    namespace_from         => 'namespace_from_uri',
    is_cached              => 'FALSE',
    should_compile         => 'TRUE',
    flush_namespace        => 'flush_namespace_normal',
    cache_table            => 'cache_table_local',
    cache_it               => 'NOP',
    read_script            => 'read_script',
    shebang_to_perl        => 'shebang_to_perl',
    get_script_name        => 'get_script_name',
    chdir_file             => 'chdir_file_normal',
    get_mark_line          => 'get_mark_line',
    compile                => 'compile',
    error_check            => 'error_check',
    should_reset_inc_hash  => 'TRUE',
    strip_end_data_segment => 'strip_end_data_segment',
    convert_script_to_compiled_handler =>
        'convert_script_to_compiled_handler',
);
$aliases{$_} = $parent . '::' . $aliases{$_} for keys %aliases;
__PACKAGE__->install_aliases(\%aliases);

eval { Test::Pinch->install_aliases({ run => 'No::such_sub' }) };
print STDERR "alias: $@";
PERL

for my $method (@METHODS) {
    $startup .= <<"PERL";
package Test::Over::$method;
our \@ISA = 'ModPerl::Registry';
\$INC{'Test/Over/$method.pm'} = __FILE__;
sub $method { print STDERR "called $method\\n"; shift->SUPER::$method(\@_) }
PERL
}
$startup .= <<'PERL';
package Test::Upper;
our @ISA = 'ModPerl::Registry';
$INC{'Test/Upper.pm'} = __FILE__;
sub read_script {
    my $self = shift;
    my $rc   = $self->SUPER::read_script(@_);
    ${ $self->{CODE} } =~ s/Hello/HELLO/g;
    return $rc;
}
sub get_script_name { return 'a name of its own' }
PERL

my $h = script_server(
    startup => "require ModPerl::Registry;\n$startup",
    config  => join '',
    location('pinch', 'Test::Pinch'),
    location('upper', 'Test::Upper'),
    map { location("over-$_", "Test::Over::$_") } @METHODS,
);

like $h->error_log,
    qr/^alias: Test::Pinch: cannot alias run: .*No::such_sub/m,
    'an alias for nothing is an error';

subtest 'in a pinch' => sub {
    needs('CGI');
    is_deeply bodies($h, 2, '/pinch/count.pl'),
        [ "counted 1\n", "counted 1\n" ],
        'an overridden class compiles each time';
    is get($h, '/pinch/cwd.pl')->body, 'Cwd: ' . $h->document_root . "\n",
        'an overridden class runs in the directory of the script';
    like get($h, '/pinch/about.pl/path/info')->body,
        qr/^package ModPerl::ROOT::Test::Pinch::pinch_about_2epl$/m,
        'an overridden class names the package by the URI without path info';
};

for my $method (@METHODS) {
    my $path = "/over-$method/light.pl";
    my $mark = $h->error_log_mark;
    is get($h, $path)->body, 'Hello', "the overridden $method serves";
    log_like(
        $h, $mark,
        qr/^called $method$/m,
        "the overridden $method was called"
    );
    $mark = $h->error_log_mark;
    is get($h, $path)->body, 'Hello', "$method: the second request";
    $AGAIN{$method}
        ? log_like($h, $mark, qr/^called $method$/m, 'called')
        : log_unlike($h, $mark, qr/^called $method$/m, 'not called');
}

is_deeply bodies($h, 2, '/upper/light.pl'), [ 'HELLO', 'HELLO' ],
    'a class that changes the source';
like $_, qr/^name a name of its own$/m, 'the overridden name is used'
    for @{ bodies($h, 2, '/upper/about.pl') };

done_testing;
