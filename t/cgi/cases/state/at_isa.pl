# Inheritance that is made at run time.
@Dog::ISA = ('Animal');
sub Animal::name { return ref(shift) . ' is an animal' }
print "Content-Type: text/plain\n\n";
my $dog = bless {}, 'Dog';
print $dog->name, "\n";
@Dog::ISA = ();
print eval { $dog->name } // 'lost', "\n";
