# %SIG has a key for each signal, and no values of ours.
print "Content-Type: text/plain\n\n";
print scalar(keys %SIG), "\n";
print map { "$_=$SIG{$_}\n" } grep { $_ ne 'INT' && length($SIG{$_} // '') } sort keys %SIG;
