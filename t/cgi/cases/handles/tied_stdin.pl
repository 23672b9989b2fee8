# A tied STDIN.
package Lines;
sub TIEHANDLE { return bless [ "one\n", "two\n" ] }
sub READLINE { my $self = shift; return wantarray ? splice @$self : shift @$self }
package main;
tie *STDIN, 'Lines';
print "Content-Type: text/plain\n\n";
print <STDIN>;
untie *STDIN;
print <STDIN>, "\n";
