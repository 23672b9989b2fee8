use CGI::Fast;
my $count = 0;
while (my $query = CGI::Fast->new) {
    print $query->header('text/plain'), ++$count, ' ',
        join(',', map { $query->param($_) // '' } 'name'), "\n";
}
print defined $CGI::Fast::ignore ? "kept\n" : "nothing kept\n";
