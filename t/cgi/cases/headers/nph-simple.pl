# nph-: the script speaks HTTP itself.
print "HTTP/1.1 200 All mine\r\nContent-Type: text/plain\r\nX-Raw: yes\r\nConnection: close\r\n\r\nraw body\n";
