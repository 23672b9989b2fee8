# exec of a program that writes the whole page.
exec '/bin/echo', '-e', 'Content-Type: text/plain\n\nby echo';
