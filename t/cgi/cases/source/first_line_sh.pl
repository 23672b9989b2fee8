#!/bin/sh
# A shell script under the same handler.
echo "Content-Type: text/plain"
echo
echo "$0 $# $1 $QUERY_STRING"
cat
