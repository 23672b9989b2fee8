package ModPerl::MethodLookup;

use Mehari::Perl;
use Exporter   qw(import);
use List::Util qw(max uniq);
use mod_perl2  ();

our $VERSION = '2.000013';
our @EXPORT  = qw(print_method print_module print_object);

# The word after a method's name is a class if it matches this.
use constant CLASS => qr/::/;

# The server's own table, as { module, class, name }: class is what the method
# is called on, or for functions the package they are in.
sub rows {
    defined &Mehari::API::methods
        or die "ModPerl::MethodLookup works only inside the server, "
        . "whose table of methods it reads.\n";
    return map {
        { module => $_->[0], class => $_->[2] || $_->[1], name => $_->[3] }
    } Mehari::API::methods();
}

# --- what there is ---------------------------------------------------------

sub column ($field, @rows) {
    return sort { $a cmp $b } uniq map { $_->{$field} } @rows;
}

sub avail_methods { return column(name   => rows()) }
sub avail_modules { return column(module => rows()) }

# Methods that only mod_perl 1 had, and what to write now. Apache2::compat has
# them.
my %GONE = (
    chdir_file       => 'chdir',
    cgi_env          => '$r->subprocess_env',
    cgi_var          => '$r->subprocess_env',
    content          => '$r->read, or a module for forms',
    current_callback => 'ModPerl::Util::current_callback',
    err_header_out   => '$r->err_headers_out',
    get_remote_host  => '$r->connection->get_remote_host',
    header_in        => '$r->headers_in',
    header_out       => '$r->headers_out',
    is_main          => '!$r->main',
    parse_args       => 'a module for forms',
    post_connection  => '$r->connection->pool->cleanup_register',
    register_cleanup => '$r->pool->cleanup_register',
    remote_addr      => '$c->client_addr',
    remote_ip        => '$c->client_ip',
    send_fd          => '$r->sendfile',
    send_fd_length   => '$r->sendfile',
    send_http_header => '$r->content_type',
    seqno            => 'a variable of your own',
    (
        map { $_ => 'nothing: httpd does that now' }
            qw(cleanup_for_exec hard_timeout kill_timeout reset_timeout
            soft_timeout)
    ),
);

sub avail_methods_compat { return sort keys %GONE }

sub preload_all_modules {
    for my $module (avail_modules()) {
        require $module =~ s{::}{/}gr . '.pm';
    }
    return;
}

# --- looking up ------------------------------------------------------------

sub lookup_method ($method = undef, $object = undef, @) {
    defined $method or return 'no method name was given';
    $method =~ s/.*:://s;
    my @rows = grep { $_->{name} eq $method } rows();
    @rows or return gone($method);
    if (defined $object) {
        my @theirs = grep { UNIVERSAL::isa($object, $_->{class}) } @rows;
        @rows = @theirs if @theirs;
    }
    my @modules = column(module => @rows);
    my $uses    = join '', map { "\tuse $_ ();\n" } @modules;
    return ("To use method '$method' add:\n$uses", @modules) if @modules == 1;
    return (
        "There is more than one class with method '$method'\n"
            . "try one of:\n$uses",
        @modules
    );
}

sub lookup_module ($module = undef, @) {
    defined $module or return 'no module name was given';
    my @rows = grep { $_->{module} eq $module } rows()
        or return "don't know anything about module '$module'\n";
    my $hint = listing(
        "Module '$module' contains the following methods:",
        'Invoked on object type',
        class => @rows
    );
    return ($hint, column(name => @rows));
}

sub lookup_object ($object = undef, @) {
    defined $object or return 'no object or class name was given';
    my $class = ref $object || $object;
    my @rows  = grep { UNIVERSAL::isa($object, $_->{class}) } rows()
        or return "don't know anything about objects of type '$class'\n";
    my $hint
        = listing(
        "Objects of type '$class' can invoke the following methods:",
        'Module', module => @rows);
    return ($hint, column(name => @rows));
}

sub gone ($method) {
    my $new = $GONE{$method}
        // return "don't know anything about method '$method'\n";
    return (
        "Method '$method' is mod_perl 1's; use $new instead,\n"
            . "or add:\n\tuse Apache2::compat ();\n",
        'Apache2::compat'
    );
}

# A table of two columns: the methods and one more field of their rows.
sub listing ($title, $heading, $field, @rows) {
    my @lines = sort { $a->[0] cmp $b->[0] or $a->[1] cmp $b->[1] }
        map { [ $_->@{ 'name', $field } ] } @rows;
    my $width = max map { length $_->[0] } @lines, ['Method'];
    my ($head, @text)
        = uniq map { sprintf "%-*s %s\n", $width, @$_ }
        ([ 'Method', $heading ], @lines);
    my $rule = '-' x (max(map { length } $head, @text) - 1) . "\n";
    return join '', "\n$title\n\n", $head, $rule, @text, $rule;
}

# --- printing --------------------------------------------------------------

sub print_method (@words) {
    @words = @ARGV if !@words;
    while (@words) {
        my $method = shift @words;
        my $object
            = @words && (ref $words[0] || $words[0] =~ CLASS)
            ? shift @words
            : undef;
        print +(lookup_method($method, $object))[0];
    }
    return;
}

sub print_module (@modules) {
    print +(lookup_module($_))[0] for @modules ? @modules : @ARGV;
    return;
}

sub print_object (@objects) {
    print +(lookup_object($_))[0] for @objects ? @objects : @ARGV;
    return;
}

1;
__END__

=head1 NAME

ModPerl::MethodLookup - find the module that has a method

=head1 SYNOPSIS

    use ModPerl::MethodLookup;

    print_method('print', $r);    # To use method 'print' add: ...
    print_module('APR::Table');
    print_object($r->pool);

=head1 DESCRIPTION

This module tells you which module to load for a method. It uses the table of
methods inside httpd. So its functions throw in a program that runs outside of
httpd.

=head1 FUNCTIONS

=head2 lookup_method

    ($hint, @modules) = ModPerl::MethodLookup::lookup_method($name);
    ($hint, @modules) = ModPerl::MethodLookup::lookup_method($name, $object);

The function finds the modules that have a method of this name. With an object
or the name of a class, it gives only those whose method you can call on it,
if there are any.

B<Returns:> a list: a text with the modules, and their names. If no module has
the method, the result is a text alone.

B<Errors:> it throws outside of httpd.

B<Example:>

    my ($hint, @modules)
        = ModPerl::MethodLookup::lookup_method('print', $r);

=head2 lookup_module

    ($hint, @methods) = ModPerl::MethodLookup::lookup_module($module);

The function returns the methods that a module has.

B<Returns:> a list: a text with the classes that you call the methods on, and
the names of the methods. For an unknown module the result is a text alone.

B<Errors:> it throws outside of httpd.

B<Example:>

    my (undef, @methods)
        = ModPerl::MethodLookup::lookup_module('APR::Table');

=head2 lookup_object

    ($hint, @methods) = ModPerl::MethodLookup::lookup_object($object);

The function returns the methods that you can call on an object or a class.

B<Returns:> a list: a text with the modules that have the methods, and the
names of the methods. For another object the result is a text alone.

B<Errors:> it throws outside of httpd.

B<Example:>

    my (undef, @methods)
        = ModPerl::MethodLookup::lookup_object($r->pool);

=head2 print_method, print_module, print_object

    print_method($name, $object);
    print_module($module);
    print_object($object);

The functions print these texts for each argument.
C<use ModPerl::MethodLookup> exports them. For C<print_method>, an argument
that is a reference or has C<::> is the object or class of the method before
it.

B<Returns:> nothing.

B<Errors:> they throw outside of httpd.

B<Example:>

    use ModPerl::MethodLookup;
    print_method('content_type', 'dir_config', $r);

=head2 avail_methods, avail_modules

    @names = ModPerl::MethodLookup::avail_methods();
    @names = ModPerl::MethodLookup::avail_modules();

C<avail_methods> returns the names of all methods, C<avail_modules> all modules
that have methods.

B<Returns:> a sorted list of strings.

B<Errors:> they throw outside of httpd.

B<Example:>

    my $has = grep { $_ eq 'pnotes' }
        ModPerl::MethodLookup::avail_methods();

=head2 avail_methods_compat

    @names = ModPerl::MethodLookup::avail_methods_compat();

The function returns the methods of mod_perl 1 that only L<Apache2::compat>
has. C<lookup_method> returns the replacement of each.

B<Returns:> a sorted list of strings.

B<Errors:> none of its own.

B<Example:>

    for my $name (ModPerl::MethodLookup::avail_methods_compat()) {
        print +(ModPerl::MethodLookup::lookup_method($name))[0];
    }

=head2 preload_all_modules

    ModPerl::MethodLookup::preload_all_modules();

The function loads all modules of the table, so that no method is missing.

B<Returns:> nothing.

B<Errors:> it throws outside of httpd.

B<Phase:> best when the server starts, because the child processes then share
the modules.

B<Example:>

    ModPerl::MethodLookup::preload_all_modules();

=head1 SEE ALSO

L<Apache2::porting>, L<mod_perl2>

=cut
