# A script may write a folder of @INC in several ways. mehari compiles the files
# of each ahead, and they have the same paths as perl gives them.

use Mehari::Test;
use Mehari::Test::Rollback;
use Mehari::Test::SiteFiles;

plan skip_all => rollback_missing() if rollback_missing();

my %folder = (
    plain       => 'lib',
    dot         => './lib',
    end         => 'lib/',
    both        => './lib/',
    slashes     => './/lib',
    two_ends    => 'lib//',
    inner_dot   => 'lib/.',
    inner_slash => 'lib/./',
    current     => '.',
    current_end => './',
    absolute    => '$root/lib',
    whole       => '$root/lib/',
    whole_two   => '$root/lib//',
);

my %case;
for my $name (sort keys %folder) {
    my $in = $folder{$name} =~ /lib/ ? '' : 'lib::';
    my ($module, $used) = map { "${in}Site::$_$name" } qw(A B);
    my $show = 'join(",", __FILE__, (caller 0)[1], (caller 1)[1])';
    $case{$name} = {
        script => <<~"PERL",
            use Cwd; my \$root = getcwd();
            unshift \@INC, "$folder{$name}";
            require $module;
            print ${module}::where(), "\\n";
            print map { "\$_=\$INC{\$_}\\n" } sort grep { /Site/ } keys %INC;
            print do 'lib/$name.pl' || \$!;
            eval { ${module}::ends() }; print \$@;
            PERL
        "lib/Site/A$name.pm" => "package $module; use strict; use $used;"
            . " sub where { join ' ', $show, b() } sub ends { die 'q' } 1;",
        "lib/Site/B$name.pm" => "package $used; use Exporter 'import';"
            . " our \@EXPORT = ('b'); sub b { $show } 1;",
        "lib/$name" => "$show . ' done ' . __LINE__;",
    };
}

compare_site_files(\%case);

done_testing;
