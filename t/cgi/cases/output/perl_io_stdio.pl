# The layers of the three handles.
print "Content-Type: text/plain\n\n";
print "@{[PerlIO::get_layers($_)]}\n" for *STDIN, *STDOUT, *STDERR;
