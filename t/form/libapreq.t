# The same requests answered by libapreq, under mod_perl, if it is installed.
# Debian packages it as libapache2-request-perl; MEHARI_LIBAPREQ names the
# directories of another one's Perl modules and of its mod_apreq2.so, with a
# colon between. t/fixtures/form/differs has the differences of the two, with
# the reason.

use Mehari::Test;
use Config;
use Mehari::Httpd::Config;
use Mehari::Test::Form;

my ($lib, $dir) = split /:/, $ENV{MEHARI_LIBAPREQ} // '';
($lib) = grep { -e "$_/auto/APR/Request/Request.so" } $lib // (), @INC;
$dir //= eval { Mehari::Httpd::Config::modules_dir() } // '';
plan skip_all => 'libapache2-request-perl is not installed' if !defined $lib;
plan skip_all => 'libapache2-mod-apreq2 is not installed'
    if !-e "$dir/mod_apreq2.so";
plan skip_all => 'libapache2-mod-perl2 is not installed'
    if !eval { Mehari::Httpd::Config::module_file('mod_perl') };

my %differs;
for my $line (split /\n/, read_file(fixture('form') . '/differs')) {
    next if $line !~ /\S/ || $line =~ /^#/;
    my ($name, $why) = $line =~ /\A(.*?)\s+# (.*)\z/ or die $line;
    $differs{$name} = $why;
}

my $theirs = server(
    mpm      => 'prefork',
    module   => 'mod_perl',
    modules  => [ [ apreq_module => "$dir/mod_apreq2.so" ] ],
    perl_lib => $lib,
    workers  => 1,
    config   => form_config(),
);
my $ours = server(mpm => 'prefork', workers => 1, config => form_config());

for my $case (form_cases()) {
    my ($name, @request) = @$case;
    next if ($differs{$name} // '') =~ /crash/;
    my ($their, $our) = map { form_answer($_, @request) } $theirs, $ours;
    if (my $why = delete $differs{$name}) {
        isnt $our, $their, "$name differs from libapreq2: $why";
    }
    else { is $our, $their, $name }
}
delete @differs{ grep { $differs{$_} =~ /crash/ } keys %differs };
is_deeply [ sort keys %differs ], [],
    'no other difference from libapreq2 is left';

# libapreq2's XS files, as they are built for mod_perl, in mehari. Uploads are
# left out, because libapreq2 makes the APR::Table of their headers itself. So
# are errors and data that were parsed early, because libapreq2's answers differ
# from run to run.
my $inside = server(
    mpm      => 'prefork',
    modules  => [ [ apreq_module => "$dir/mod_apreq2.so" ] ],
    perl_lib => $lib,
    workers  => 1,
    config   => form_config(),
);
for my $case (form_cases()) {
    my ($name, @request) = @$case;
    next if "$name $request[0]" =~ /multipart|upload|misc|limits|early/;
    is form_answer($inside, @request), form_answer($theirs, @request),
        "$name is the same inside httpd";
}

done_testing;
