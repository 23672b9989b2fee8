# The constants for programs outside httpd: the same names, groups and values
# as inside, except for the index of the module, which only httpd has.

use Mehari::Test;
use Mehari::Test::Call;
use Apache2::Const -compile => qw(OK :http);
use APR::Const ();
use ModPerl::Const -compile => qw(EXIT);
use Mehari::Constants;

is Apache2::Const::HTTP_NOT_FOUND + 1, 405,
    'a constant is one for the parser';
is ModPerl::EXIT, 120000, 'ModPerl::EXIT has its value outside httpd';
ok !defined &main::HTTP_OK, '-compile exports nothing to main';
APR::Const->import('SUCCESS');
is main->can('SUCCESS')->(), 0, 'an exported constant can be called';
eval { Apache2::Const->import('CAMEL') };
is $@, "Apache2::Const has no constant called CAMEL\n",
    'an unknown name is an error that names it';
eval { APR::Const->import(':camel') };
is $@, "APR::Const has no group of constants called :camel\n",
    'an unknown group is an error that names it';

my $h = call_server();
for my $family (qw(apache apr)) {
    my $module = $family eq 'apr' ? 'APR::Const' : 'Apache2::Const';
    my %inside;
    for my $line (split /\n/, called($h, 'TestConst', $family)) {
        my ($group, $name, $value) = split / /, $line, 3;
        next if $name eq 'END';
        $inside{$group}{$name} = $value =~ s/\\x(..)/chr hex $1/ger;
    }
    $inside{log}{LOG_MODULE_INDEX} = $inside{log}{LOG_NO_MODULE}
        if $inside{log};
    is_deeply Mehari::Constants::table($module), \%inside, $module;
}

done_testing;
