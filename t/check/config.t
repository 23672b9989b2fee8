# The lines of the servers: short where scripts agree, and for each script they
# make the mode that they should, as httpd reads them.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Check::Config;
use Mehari::Check::Mode;

sub blocks ($dir, %mode_of) {
    return Mehari::Check::Config::blocks(
        $dir,
        {
            map { $_ => Mehari::Check::Mode->named($mode_of{$_}) }
                keys %mode_of
        }
    );
}

is blocks(
    '/srv/cgi',
    'a.pl'     => 'perl-cgi',
    'b.cgi'    => 'perl-cgi',
    'sub/c.pl' => 'perl-cgi'
    ),
    <<~'CONF', 'scripts that are all alike need one block';
    <Directory "/srv/cgi">
        Options +ExecCGI
        <FilesMatch "\.(?:cgi|pl)$">
            SetHandler perl-cgi
        </FilesMatch>
    </Directory>
    CONF

is blocks(
    '/srv/cgi',
    'a.pl'     => 'registry',
    'b.pl'     => 'registry',
    'c.pl'     => 'perl-cgi',
    'odd'      => 'mod_cgi',
    'sub/d.pl' => 'perl-cgi',
    'sub/e.pl' => 'perl-cgi'
    ),
    <<~'CONF', 'scripts that differ need blocks of their own';
    <Directory "/srv/cgi">
        Options +ExecCGI
        <FilesMatch "\.pl$">
            SetHandler perl-cgi
        </FilesMatch>
        <FilesMatch "^(?:a|b)\.pl$">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
        </FilesMatch>
        <Files "odd">
            SetHandler cgi-script
        </Files>
    </Directory>
    CONF

is blocks('/srv/cgi', 'a.pl' => 'perl-cgi', 'nph-b.pl' => 'registry'),
    <<~'CONF', 'headers of its own';
    <Directory "/srv/cgi">
        Options +ExecCGI
        <FilesMatch "\.pl$">
            SetHandler perl-cgi
        </FilesMatch>
        <Files "nph-b.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions -ParseHeaders
        </Files>
    </Directory>
    CONF

ok !eval {
    blocks(
        '/srv/cgi',
        'a"b.pl' => 'perl-cgi',
        'c.pl'   => 'mod_cgi',
        'd.pl'   => 'mod_cgi'
    );
}, 'a name that cannot be written';
like $@, qr/cannot hold the name "a"b\.pl" \[MH5016\]\n\z/,
    'the message names the file';

# --- as httpd reads them ------------------------------------------------------

# A script that prints where it runs.
my $script = <<~'PERL';
    #!/usr/bin/perl
    print "Content-Type: text/plain\n\n";
    print $ENV{MOD_PERL} ? 'registry' : 'cgi';
    PERL
my %mode_of = (
    'a.pl'               => 'perl-cgi',
    'b.pl'               => 'registry',
    'c.(d).pl'           => 'registry',
    'plain'              => 'perl-cgi',
    'sub/a.pl'           => 'registry',
    'sub/b.pl'           => 'perl-cgi',
    'sub/deep/a.pl'      => 'registry',
    'sub/deep/b.pl'      => 'registry',
    'sub/deep/x'         => 'mod_cgi',
    'with space/b c.cgi' => 'registry',
    'with space/plain'   => 'registry',
);
my $root = tempdir(CLEANUP => 1, DIR => Mehari::Httpd::temp_dir());
chmod 0755, $root;
write_file("$root/$_", $script, 0755) for keys %mode_of;
my $h = server(
    document_root => $root,
    modules       => ['cgi'],
    workers       => 1,
    config        => blocks($root, %mode_of),
);
for my $name (sort keys %mode_of) {
    my $url = $name =~ s/ /%20/gr;
    my %expected
        = ('perl-cgi' => 'cgi', mod_cgi => 'cgi', registry => 'registry');
    for my $response (get($h, "/$url", repeat => 2)) {
        like $response->body, qr/^$expected{ $mode_of{$name} }/, $name;
    }
}

done_testing;
