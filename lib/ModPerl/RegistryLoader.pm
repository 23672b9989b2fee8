package ModPerl::RegistryLoader;

use Mehari::Perl;

use Carp       ();
use File::Find ();
use File::Spec ();

use APR::Const -compile => qw(FINFO_MIN);
use APR::Pool ();
use Apache2::Const -compile => qw(OK HTTP_OK DECLINED);

use ModPerl::RegistryCooker ();

our $VERSION = '2.000013';

# No request exists while a script is compiled here. The loader stands in for
# $r, with the few methods that compiling calls.

sub new {
    my ($class, %with) = @_;
    $with{package} //= 'ModPerl::Registry';
    return bless \%with, $class;
}

sub handler {
    my ($self, $uri, $file, $virthost) = @_;

    $file = $self->translate($uri) if !defined $file;
    if (!defined $file || !-e $file) {
        $self->warn(
            "$uri: there is no file "
                . ($file // 'for it: give one, or new() a trans'),
            'MH1130'
        );
        return ModPerl::RegistryCooker::NOT_FOUND;
    }
    @$self{qw(uri filename virthost)} = ($uri, $file, $virthost);
    $self->load_package($self->{package})
        or return ModPerl::RegistryCooker::SERVER_ERROR;

    my $status = $self->compile_as($self->{package});
    CORE::warn "$$: $uri => $file: "
        . ($status ? "failed ($status)" : 'compiled') . "\n"
        if $self->{debug};
    return $status;
}

# Every step except the last, run, comes from the class that will serve the
# script.
sub compile_as {
    my ($self, $class) = @_;
    my $script = $class->new($self);

    $script->make_namespace;
    my $status = $script->can_compile;
    $status ||= $script->convert_script_to_compiled_handler;

    # A class that compiles for each request does not need this compilation.
    $script->flush_namespace if !$status && !$script->is_cached;
    return $status;
}

sub preload_tree {
    my ($self, $prefix, $dir, %with) = @_;
    my @files;
    my $collect
        = sub { push @files, $_ if -f && is_script($_, $with{match}) };
    my $visible = sub {
        return grep { !/^\./ } @_;
    };
    if (!-d $dir) {
        $self->warn("preload_tree: $dir is not a directory", 'MH1131');
        return 0;
    }
    File::Find::find(
        { wanted => $collect, preprocess => $visible, no_chdir => 1 }, $dir);

    $prefix =~ s{/*\z}{};
    my $compiled = 0;
    for my $file (sort @files) {
        my $uri = $prefix . '/' . File::Spec->abs2rel($file, $dir);
        $compiled++ if !$self->handler($uri, File::Spec->rel2abs($file));
    }
    return $compiled;
}

# A script is known by its first line, because libraries and data may lie beside
# it.
sub is_script {
    my ($file, $match) = @_;
    return $file =~ $match if defined $match;
    return 0 if $file =~ /~\z/;
    open my $fh, '<', $file or return 0;
    my $line = readline $fh;
    return defined $line && $line =~ /^(?:\xEF\xBB\xBF)?#!.*perl/;
}

sub translate {
    my ($self, $uri) = @_;
    return $self->{trans}->($uri) if $self->{trans};
    require Apache2::ServerUtil;
    return File::Spec->catfile(Apache2::ServerUtil::server_root(), $uri);
}

sub load_package {
    my ($self, $package) = @_;
    return 1 if $package->can('default_handler');
    return 1 if eval { require(($package =~ s{::}{/}gr) . '.pm') };
    $self->log_error("cannot load $package: $@" =~ s/\n*\z/ [MH1132]/r);
    return 0;
}

# ---- in place of a request -----------------------------------------------

sub uri             { return $_[0]{uri} }
sub filename        { return $_[0]{filename} }
sub path_info       { return '' }
sub status          { return 200 }
sub allow_options   { return ModPerl::RegistryCooker::OPT_EXECCGI }
sub server          { return $_[0] }
sub is_virtual      { return defined $_[0]{virthost} }
sub get_server_name { return $_[0]{virthost} }
sub namespace_root  { return "ModPerl::ROOT::$_[0]{package}" }
sub run             { return ModPerl::RegistryCooker::OK }

sub slurp_filename {
    my $self = shift;
    open my $fh, '<:raw', $self->{filename}
        or die "cannot read $self->{filename}: $!\n";
    my $text = do { local $/; <$fh> };
    ModPerl::Util::untaint($text) if ${^TAINT};
    return \$text;
}

sub pool {
    my $self = shift;
    require APR::Pool;
    return $self->{pool} //= APR::Pool->new;
}

sub notes {
    my $self = shift;
    return $self->{notes} //= APR::Table::make($self->pool, 4);
}

sub finfo {
    my $self = shift;
    require APR::Const;
    require APR::Finfo;
    APR::Const->import(-compile => 'FINFO_NORM');
    return APR::Finfo::stat($self->{filename}, APR::Const::FINFO_NORM(),
        $self->pool);
}

sub log_error {
    my ($self, $message) = @_;
    CORE::warn $message =~ s/\n*\z/\n/r;
    return;
}

sub warn {
    my ($self, $message, $code) = @_;
    CORE::warn(__PACKAGE__ . ": $message [$code]\n");
    return;
}

1;

__END__

=head1 NAME

ModPerl::RegistryLoader - compile Registry scripts when the server starts

=head1 SYNOPSIS

    # startup.pl, named by PerlPostConfigRequire
    use ModPerl::RegistryLoader ();

    my $loader = ModPerl::RegistryLoader->new(package => 'ModPerl::Registry');
    $loader->handler('/registry/hello.pl', '/var/www/cgi-bin/hello.pl');
    my $compiled = $loader->preload_tree('/registry', '/var/www/cgi-bin');

=head1 DESCRIPTION

Use this module to compile scripts before httpd forks. All child processes
then share the compiled code, and the first request of each is as fast as the
others. The module does not run the scripts. Their BEGIN blocks and C<use>
statements do run, in the parent process.

=head1 METHODS

=head2 new

    $loader = ModPerl::RegistryLoader->new(package => $class,
        trans => \&code, debug => $bool);

The method creates a loader. C<package> is the class that will serve the
scripts, by default ModPerl::Registry. C<trans> is a code reference: it gets a
URI and returns the path of the file. C<handler> uses it if you pass no file.
With C<debug> the loader prints the name of each script to STDERR.

B<Returns:> a C<ModPerl::RegistryLoader>.

B<Errors:> none of its own.

B<Example:> a loader that finds files by their URIs.

    my $loader = ModPerl::RegistryLoader->new(
        package => 'ModPerl::Registry',
        trans   => sub ($uri) { $uri =~ s{\A/registry/}{/var/www/cgi-bin/}r }
    );

=head2 handler

    $status = $loader->handler($uri, $file, $virthost);

The method compiles one script. Without $file, the path comes from C<trans>,
or it is the URI below the ServerRoot. $uri and $virthost matter only for
classes that name packages by URI.

B<Returns:> 0, or the HTTP status that the script would give.

B<Errors:> none of its own. If a script does not compile, the error is logged,
and the server continues to start.

B<Phase:> when the server starts.

B<Example:>

    my $loader = ModPerl::RegistryLoader->new;
    my $status = $loader->handler('/registry/hello.pl',
        '/var/www/cgi-bin/hello.pl');
    warn "hello.pl: $status\n" if $status;

=head2 preload_tree

    $compiled = $loader->preload_tree($uri_prefix, $dir, match => qr/x/);

The method compiles the scripts in a directory and below. A script is a file
whose first line begins with C<#!> and names perl, or, with C<match>, a file
whose whole name matches. Hidden files and directories are left out, and
without C<match> also names that end in C<~>.

B<Returns:> an integer, the number of scripts that were compiled.

B<Errors:> none of its own. If a script does not compile, the error is logged,
and the server continues to start.

B<Phase:> when the server starts.

B<Example:>

    my $loader   = ModPerl::RegistryLoader->new;
    my $compiled = $loader->preload_tree('/registry', '/var/www/cgi-bin',
        match => qr/\.pl\z/);

=head2 load_package

    $done = $loader->load_package($class);

The method loads the class that will serve the scripts. C<handler> calls it.

While the loader compiles a script, the loader replaces the request. The
loader has the methods of a request that compiling needs: C<uri>, C<filename>,
C<path_info>, C<finfo>, C<status>, C<allow_options>, C<server>, C<is_virtual>,
C<get_server_name>, C<slurp_filename>, C<notes>, C<pool>, C<log_error>,
C<warn>. C<run> does nothing, and C<namespace_root> is that of the class.

B<Returns:> 1 or 0.

B<Errors:> none of its own. If the class cannot be loaded, the error is
logged.

B<Example:>

    my $loader = ModPerl::RegistryLoader->new;
    $loader->load_package('ModPerl::PerlRun') or die "no PerlRun\n";

=head1 DIFFERENCES FROM MOD_PERL

C<preload_tree> does not exist in mod_perl. The loader uses the steps of the
class in C<package>. A class that reads or names scripts in its own way
therefore does so here too.

=head1 SEE ALSO

L<ModPerl::Registry>, L<ModPerl::RegistryCooker>

=cut
