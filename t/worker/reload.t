# reload=on: changed code replaces the workers, and no request fails for it.

use Mehari::Test;
use File::Temp            qw(tempdir);
use Mehari::Test::Gateway qw(wait_until);
use Mehari::Test::Worker;

my $library = tempdir(CLEANUP => 1);
chmod 0755, $library;

sub set_version ($module, $text) {
    my $file = "$library/My/$module.pm";
    write_file("$file.new",
        "package My::$module;\nsub version { $text }\n1;\n");
    chmod 0644, "$file.new";
    rename "$file.new", $file or die "rename: $!";
    return;
}

sub server_with (%option) {
    return worker_server(
        perl_pool => "workers=2 $option{keys}",
        config => qq(PerlSwitches "-I$library"\n) . ($option{config} // ''),
    );
}

# Every answer until the wanted one has come.
sub answers_until ($h, $wanted) {
    my %seen;
    wait_until(
        sub {
            my $response = get($h, '/w?version');
            my $body = $response->status == 200 ? $response->body : 'failed';
            $seen{ $body =~ s/\n//r }++;
            return $seen{$wanted};
        }
    );
    return join ' ', sort keys %seen;
}

set_version(Version => '1');

subtest 'a module that is loaded at start' => sub {
    my $h = server_with(
        keys   => 'reload=on',
        config => "PerlModule My::Version\n"
    );
    is answers_until($h, 1), '1', 'a module loaded at start is as it was';
    set_version(Version => '2');
    is answers_until($h, 2), '1 2',
        'a changed module is loaded by the next workers';
    is answers_until($h, 2), '2', 'a changed module stays as it is';
    my $mark = $h->error_log_mark;
    set_version(Version => 'this is no Perl');
    is answers_until($h, 2), '2',
        'a module that does not load replaces nothing';
    # httpd gets the message with an answer.
    ok wait_until(
        sub {
            body($h, 'version');
            return $h->error_log_since($mark)
                =~ /syntax error at .*Version\.pm/;
        }
        ),
        'the log says why'
        or diag $h->error_log_since($mark);
    is body($h, 'version'), "2\n",
        'a broken change leaves the module as it was';
    set_version(Version => '3');
    like answers_until($h, 3), qr/^(?:2 )?3$/, 'a mended module is loaded';
};

set_version(Version => '1');

subtest 'a module that a request has loaded' => sub {
    my $h = server_with(keys => 'reload=on');
    is answers_until($h, 1), '1', 'a module loaded by a request is as it was';
    set_version(Version => '2');
    like answers_until($h, 2), qr/^(?:1 )?2$/,
        'a changed module of a request is loaded by the next workers';
};

set_version(Version => '1');

subtest 'without the key' => sub {
    my $h = server_with(keys => '');
    is answers_until($h, 1), '1', 'a module without the key is as it was';
    set_version(Version => '2');
    sleep 1;    # a pool with the key would have noticed
    is answers_until($h, 1), '1',
        'a changed module without the key stays as it was';
    $h->graceful;
    is answers_until($h, 2), '2',
        'a changed module without the key is loaded at the next restart';
};

done_testing;
