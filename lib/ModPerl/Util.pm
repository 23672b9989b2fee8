package ModPerl::Util;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();

# Empties a package and forgets its file. Imported subs and aliased variables
# belong to other packages, so they are only released, not emptied.
sub unload_package_pp {
    my $package = shift;
    empty_stash(\%{ stash($package) });
    delete $INC{ ($package =~ s{::}{/}gr) . '.pm' };
    return;
}

{
    no warnings 'once';
    *unload_package = \&unload_package_pp;
}

sub stash {
    my $package = shift;
    no strict 'refs';
    return \%{"${package}::"};
}

# "undef *glob" drops every slot, and with the code slot the cycle between a
# recursive sub and its own name. The globs stay: code elsewhere is bound to
# them, and finds the code that is loaded next. Code goes last: a DESTROY may
# need it.
sub empty_stash {
    my $stash = shift;
    my @code;
    for my $name (keys %$stash) {
        next if substr($name, -2) eq '::';
        my $slot = \$stash->{$name};
        if    (ref $slot ne 'GLOB') { delete $stash->{$name} }
        elsif (*$slot{CODE})        { push @code, $slot }
        else                        { undef *$slot }
    }
    undef *$_ for @code;
    return;
}

1;
__END__

=head1 NAME

ModPerl::Util - the current phase, exit, and unloading packages

=head1 SYNOPSIS

    use ModPerl::Util ();

    my $phase = ModPerl::Util::current_callback();
    ModPerl::Util::exit();

=head1 FUNCTIONS

=head2 current_callback

    $name = ModPerl::Util::current_callback();

The function returns the directive of the handler that is running.

B<Returns:> a string such as C<PerlResponseHandler>, or undef if no handler is
running.

B<Errors:> none of its own.

B<Example:> one sub serves two phases.

    my $in_log = ModPerl::Util::current_callback() eq 'PerlLogHandler';

=head2 current_perl_id

    $id = ModPerl::Util::current_perl_id();

The function returns an identifier of the current interpreter, for log lines.

B<Returns:> a string such as C<0x55d0c8a2e2a0>.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug('interpreter ', ModPerl::Util::current_perl_id());

=head2 exit

    ModPerl::Util::exit();
    ModPerl::Util::exit($status);

The function ends the handler or the script, but not the process. Perl's
C<exit> does the same in code that runs inside httpd. $status is ignored.
C<CORE::exit> ends the whole process.

B<Returns:> never.

B<Errors:> it always throws an L<APR::Error> with the code C<ModPerl::EXIT>.
An C<eval> around it catches this error too. Throw it again there.

B<Example:> an C<eval> that lets C<exit> through.

    eval { ModPerl::Util::exit(); 1 } or do {
        die $@ if ref $@ eq 'APR::Error' && $@ == ModPerl::EXIT;
        $r->log_error("failed: $@");
    };

=head2 unload_package, unload_package_pp, unload_package_xs

    ModPerl::Util::unload_package($package);

The functions empty a package and remove its file from C<%INC>, so that you
can load it again. Packages below it, for example My::Module::Part, stay.
C<unload_package> does the same as C<unload_package_pp>, which keeps the globs
because other code may refer to them. C<unload_package_xs> removes the globs
too.

B<Returns:> nothing.

B<Errors:> none of their own.

B<Example:> load a changed configuration file.

    ModPerl::Util::unload_package('My::Config');
    require My::Config if -e '/srv/lib/My/Config.pm';

=head2 untaint

    ModPerl::Util::untaint(@variables);

The function makes the given variables untainted. It does not check their
values. Check them before.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> accept a query string of letters, digits and underscores.

    my $name = $r->args // '';
    if ($name =~ /\A\w+\z/) {
        ModPerl::Util::untaint($name);
    }

=head1 SEE ALSO

L<ModPerl::Registry>, L<ModPerl::Const>, L<Apache2::RequestUtil>

=cut
