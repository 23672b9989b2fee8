# exec in BEGIN.
BEGIN { exec '/bin/sh', '-c', 'printf "Content-Type: text/plain\n\nfrom BEGIN $QUERY_STRING\n"' }
