package ModPerl::Util;

use v5.36;

our $VERSION = '2.000012';

# Empties a package and forgets its file. Things that other packages gave it
# (imported subs, aliased variables) are let go, not emptied.
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

# "undef *glob" drops every slot, and with the code slot the knot between a
# recursive sub and its own name. The globs stay: code elsewhere is bound to
# them and finds what is loaded next. Code goes last: a DESTROY may need it.
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

ModPerl::Util - where this code runs, ending it, and taking packages apart

=head1 SYNOPSIS

    use ModPerl::Util ();

    my $phase = ModPerl::Util::current_callback();
    ModPerl::Util::exit();

=head1 FUNCTIONS

=head2 current_callback

    $name = ModPerl::Util::current_callback();

The function names the directive whose handler runs.

B<Returns:> a string such as C<PerlResponseHandler>; undef if no handler runs.

B<Errors:> none of its own.

B<Example:> one sub for two phases.

    my $in_log = ModPerl::Util::current_callback() eq 'PerlLogHandler';

=head2 current_perl_id

    $id = ModPerl::Util::current_perl_id();

The function names the interpreter that runs this code, for log lines.

B<Returns:> a string such as C<0x55d0c8a2e2a0>.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug('interpreter ', ModPerl::Util::current_perl_id());

=head2 exit

    ModPerl::Util::exit();
    ModPerl::Util::exit($status);

The function ends the handler or the script, not the process. C<exit> means
this wherever the server runs code. The status is ignored.

B<Returns:> never.

B<Errors:> it throws an L<APR::Error> that is equal to C<ModPerl::EXIT>. An
C<eval> around it catches it: look for it there and throw it again.

B<Example:>

    eval { ModPerl::Util::exit(); 1 } or do {
        die $@ if ref $@ eq 'APR::Error' && $@ == ModPerl::EXIT;
        $r->log_error("failed: $@");
    };

=head2 unload_package, unload_package_pp, unload_package_xs

    ModPerl::Util::unload_package($package);

The functions empty a package and take its file out of C<%INC>, so that it can
be loaded again. Packages below it (My::Module::Part) stay.
C<unload_package_pp>, which is what C<unload_package> is, keeps the globs that
other code is bound to. C<unload_package_xs> removes them.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    ModPerl::Util::unload_package('My::Config');
    require My::Config if -e '/srv/lib/My/Config.pm';

=head2 untaint

    ModPerl::Util::untaint(@variables);

The function takes the taint from the variables themselves, without a pattern.
It does not look at what is in them: do that first.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $name = $r->args // '';
    if ($name =~ /\A\w+\z/) {
        ModPerl::Util::untaint($name);
    }

=head1 SEE ALSO

L<ModPerl::Registry>, L<ModPerl::Const>, L<Apache2::RequestUtil>

=cut
