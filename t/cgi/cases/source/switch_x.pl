#!/usr/bin/perl -x
This is mail, not Perl.
#!/usr/bin/perl -w
print "Content-Type: text/plain\n\n";
print "$^W ", __LINE__, "\n";
warn 'here';
__END__
and more mail
