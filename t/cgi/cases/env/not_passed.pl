# Variables that httpd was started with stay away without PassEnv.
print "Content-Type: text/plain\n\n";
print exists $ENV{CGI_PASSED} ? "there\n" : "absent\n";
print exists $ENV{$_} ? "$_\n" : '' for qw(LANG HOME USER SHELL PWD TMPDIR);
