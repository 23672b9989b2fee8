package Apache2::PerlSections;

# Variables that a <Perl> section has set in its package become configuration:
# $Directive, @Directive, %Container.

use Mehari::Perl;

use Apache2::CmdParms ();
use Apache2::Const -compile => qw(OK);
use Apache2::Directive  ();
use Apache2::Log        ();
use Apache2::ServerRec  ();
use Apache2::ServerUtil ();
use APR::Table          ();
use ModPerl::Util       ();

our $VERSION = '2.00';

our $Save;      # keep the package of a section, and what it said
our $Server;    # of the section that runs; set by the module
our @Saved;     # sections that were kept: [ [ $name, $glob ], ... ]

my $SHARED = 'Apache2::ReadConfig';

sub new {
    my ($class, @pairs) = @_;
    return bless {@pairs}, $class;
}

sub server { return $Server }

sub saved { return @Saved }

sub save { return $Save }

sub parms { return $_[0]->{parms} }

sub package { return $_[0]->{args}{package} || $SHARED }

# The lines made so far.
sub directives { return $_[0]->{directives} ||= [] }

sub handler : method {
    my ($class, $parms, $args) = @_;
    my $self  = $class->new(parms => $parms, args => $args);
    my @found = $self->symdump;
    for my $entry (@found) {
        $self->dump_any(@$entry);
    }
    my @last = $self->dump_special(@found);
    $self->add_config(@last);
    $self->post_config(@found);
    return 0;
}

# [ $name, $glob ] of the variables that may be configuration: in the package of
# the section, and in the package that all sections share. They are sorted by
# name, because the order of a symbol table differs from process to process.
sub symdump {
    my ($self) = @_;
    my @found;
    my %seen;
    for my $package (grep { !$seen{$_}++ } $self->package, $SHARED) {
        no strict 'refs';
        my $table = \%{"${package}::"};
        for my $name (sort keys %$table) {
            next if $name !~ /\A[A-Za-z]\w*\z/;
            next if $name =~ /\A(?:BEGIN|END|ISA|EXPORT\w*|VERSION)\z/;
            my $glob = \$table->{$name};
            next if ref $glob ne 'GLOB';
            push @found, [ $name, $glob, $package ];
        }
    }
    return @found;
}

sub dump_any {
    my ($self, $name, $glob) = @_;
    return if $name eq 'PerlConfig';
    if (defined ${ *$glob{SCALAR} }) {
        $self->dump_entry($name, ${ *$glob{SCALAR} });
    }
    $self->dump_array($name, *$glob{ARRAY}) if *$glob{ARRAY};
    $self->dump_hash($name, *$glob{HASH})   if *$glob{HASH};
    return;
}

# A line, or a container when the value is a hash.
sub dump_entry {
    my ($self, $name, $value) = @_;
    if (ref $value eq 'HASH') {
        $self->dump_hash($name, $value);
    }
    elsif (ref $value eq 'ARRAY') {
        $self->dump_array($name, $value);
    }
    elsif (ref $value eq 'SCALAR') {
        $self->dump_entry($name, $$value);
    }
    elsif (defined $value) {
        push @{ $self->directives }, length $value ? "$name $value" : $name;
    }
    return;
}

# A line for each element; the elements of an inner array are one line.
sub dump_array {
    my ($self, $name, $values) = @_;
    for my $value (@$values) {
        my $line = ref $value eq 'ARRAY' ? join(' ', @$value) : $value;
        $self->dump_entry($name, $line);
    }
    return;
}

# A container for each key; several for an array of hashes.
sub dump_hash {
    my ($self, $name, $containers) = @_;
    for my $args (sort keys %$containers) {
        my $content = $containers->{$args};
        my @all     = ref $content eq 'ARRAY' ? @$content : $content;
        for my $directives (@all) {
            if (ref $directives eq 'HASH') {
                $self->dump_section($name, $args, $directives);
            }
            else {
                warn "\$$name\{'$args'} is not a reference to a hash:"
                    . " it is ignored [MH1134]\n";
            }
        }
    }
    return;
}

sub dump_section {
    my ($self, $name, $args, $directives) = @_;
    my $lines = $self->directives;
    push @$lines, "<$name $args>";
    for my $directive (sort keys %$directives) {
        my $value = $directives->{$directive};
        $value = [$value] if _is_words($value);
        $self->dump_entry($directive, $value);
    }
    push @$lines, "</$name>";
    return;
}

# Inside a container, an array without references is the words of one line.
sub _is_words ($value) {
    return ref $value eq 'ARRAY' && !grep { ref } @$value;
}

# $PerlConfig and @PerlConfig hold lines as they are.
sub dump_special {
    my ($self, @found) = @_;
    my @lines;
    for my $glob (map { $_->[1] } grep { $_->[0] eq 'PerlConfig' } @found) {
        my $text = ${ *$glob{SCALAR} };
        push @lines, split /\n/, $text if defined $text;
        push @lines, map { split /\n/ } @{ *$glob{ARRAY} } if *$glob{ARRAY};
    }
    return @lines;
}

sub add_config {
    my ($self, @more) = @_;
    my @lines = (@{ $self->directives }, @more);
    $self->parms->add_config(\@lines) if @lines;
    return;
}

# The shared package is emptied in any case. Otherwise the next section would
# repeat its lines.
sub post_config {
    my ($self, @found) = @_;
    if ($self->save) {
        push @Saved, [ map { _copy(@$_) } @found ];
    }
    elsif ($self->package ne $SHARED) {
        ModPerl::Util::unload_package($self->package);
    }
    for my $entry (grep { $_->[2] eq $SHARED } @found) {
        my $glob = $entry->[1];
        undef ${ *$glob{SCALAR} };
        undef @{ *$glob{ARRAY} } if *$glob{ARRAY};
        undef %{ *$glob{HASH} }  if *$glob{HASH};
    }
    return;
}

# The present values of a name: { SCALAR, ARRAY, HASH }.
sub _copy {
    my ($name, $glob) = @_;
    my %value;
    $value{SCALAR} = ${ *$glob{SCALAR} } if defined ${ *$glob{SCALAR} };
    $value{ARRAY}  = [ @{ *$glob{ARRAY} } ]
        if *$glob{ARRAY} && @{ *$glob{ARRAY} };
    $value{HASH} = { %{ *$glob{HASH} } } if *$glob{HASH} && %{ *$glob{HASH} };
    return %value ? [ $name, \%value ] : ();
}

sub dump {
    require Apache2::PerlSections::Dump;
    return Apache2::PerlSections::Dump->dump;
}

sub store {
    my ($class, $file) = @_;
    require Apache2::PerlSections::Dump;
    return Apache2::PerlSections::Dump->store($file);
}

1;
__END__

=head1 NAME

Apache2::PerlSections - write httpd's configuration in Perl

=head1 SYNOPSIS

    <Perl>
      $ServerAdmin = 'webmaster@example.com';
      @Alias       = ([ '/a', '/srv/a' ], [ '/b', '/srv/b' ]);
      $Location{'/secret'} = {
          AuthType => 'Basic',
          AuthName => 'Secret',
          Require  => 'valid-user',
      };
      push @PerlConfig, 'Listen 127.0.0.1:8081';
    </Perl>

=head1 DESCRIPTION

This class handles the C<< <Perl> >> sections of the configuration, unless
they name another handler. The code of a section runs in a package of its own.
After that, each variable of this package and of Apache2::ReadConfig becomes
configuration, in the alphabetical order of the names:

=over

=item $Name = 'arguments'

A directive with these arguments.

=item @Name = ( ... )

One directive for each element. If an element is a reference to an array, its
elements are joined with blanks.

=item %Name = ( argument => { ... } )

A section C<< <Name argument> >>. The inner hash has its directives, and inner
sections as hashes. The value of a directive is a string, or a reference to an
array of strings, which make one line with blanks between them. If a directive
repeats, its value is a reference to an array with a reference for each line:
to an array of words, or to a string. For several sections of the same
argument, use a reference to an array of hashes.

=item $PerlConfig, @PerlConfig

Configuration lines as they stand in a file. These lines come after all
others.

=back

Use C<my> for variables that are not directives. The package is emptied after
the section, with its subs. Put handlers into a package of their own.

C<< <Perl handler=My::Handler, package=My::Package> >> names another handler
and another package for the code. The method C<handler> of My::Handler gets an
L<Apache2::CmdParms> and an L<APR::Table> with the arguments of the section.
The entry C<package> is the package in which the code ran: the given name with
a part for the file and the line.

=head1 VARIABLES

=over

=item $Apache2::PerlSections::Save

If this variable is true, mehari keeps the packages of sections, and L</dump>
shows them.

=item $Apache2::PerlSections::Server

The L<Apache2::ServerRec> that the running section belongs to.

=back

=head1 METHODS

=head2 server

    $s = Apache2::PerlSections->server;

The method returns the server or virtual host that the section belongs to.

B<Returns:> an L<Apache2::ServerRec>, or undef outside of sections.

B<Errors:> none of its own.

B<Phase:> while a section runs.

B<Example:>

    <Perl>
    my $s = Apache2::PerlSections->server;
    $ServerAdmin = 'webmaster@' . $s->server_hostname;
    </Perl>

=head2 dump

    $text = Apache2::PerlSections->dump;

The method returns the configuration of all kept sections, as Perl code.

B<Returns:> a string of several lines.

B<Errors:> none of its own.

B<Phase:> after sections that ran while C<$Apache2::PerlSections::Save> was
true.

B<Example:>

    require Apache2::PerlSections;
    warn Apache2::PerlSections->dump;

=head2 store

    $file = Apache2::PerlSections->store($file);

The method writes the text of C<dump> to a file. A relative path starts at
ServerRoot.

B<Returns:> the path of the file, a string.

B<Errors:> it throws if the file cannot be written.

B<Phase:> after sections that ran while C<$Apache2::PerlSections::Save> was
true.

B<Example:> the first section is kept, and the second writes the file.

    <Perl>
    $Apache2::PerlSections::Save = 1;
    $ServerAdmin = 'webmaster@example.com';
    </Perl>
    <Perl>
    Apache2::PerlSections->store('logs/httpd_config.pl');
    </Perl>

=head2 saved

    @sections = Apache2::PerlSections->saved;

The method returns the kept sections.

B<Returns:> a list. Each element is a reference to an array of pairs: the name
of a variable, and a hash with its SCALAR, ARRAY and HASH.

B<Errors:> none of its own.

B<Example:>

    require Apache2::PerlSections;
    my $count = () = Apache2::PerlSections->saved;

=head1 METHODS FOR SUBCLASSES

=head2 handler

    $status = $class->handler($parms, $args);

The method turns the variables of a section's package into configuration. It
calls the methods below. Your own class can inherit from this one and replace
some of them:

=over

=item C<new(parms =E<gt> $parms, args =E<gt> $args)>

Creates the object of a section.

=item C<symdump>

Gives the variables that are configuration, as C<[ $name, $glob, $package ]>.

=item C<dump_any>, C<dump_entry>, C<dump_array>, C<dump_hash>,
C<dump_section>, C<dump_special>

Add lines to C<directives>. C<dump_special> returns its lines instead.

=item C<add_config>

Passes the lines to httpd.

=item C<post_config>

Empties the package.

=item C<parms>, C<package>, C<save>

Give the L<Apache2::CmdParms>, the package, and whether it is kept.

=back

B<Returns:> 0, or a text that becomes an error of the configuration.

B<Errors:> it throws httpd's message if httpd refuses a line.

B<Phase:> while httpd reads the configuration.

B<Example:> a section with C<< <Perl handler=My::Upper> >> can write names of
directives in any case.

    package My::Upper;
    our @ISA = 'Apache2::PerlSections';

    sub dump_entry ($self, $name, $value) {
        return $self->SUPER::dump_entry(ucfirst lc $name, $value);
    }

=head1 SEE ALSO

L<Apache2::PerlSections::Dump>, L<Apache2::CmdParms>,
L<Apache2::ServerUtil/add_config>, L<Apache2::Directive>

=cut
