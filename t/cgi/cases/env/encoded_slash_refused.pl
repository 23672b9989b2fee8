# %2F in a path is refused unless AllowEncodedSlashes says otherwise.
print "Content-Type: text/plain\n\n";
print $ENV{PATH_INFO} // 'undef', "\n";
