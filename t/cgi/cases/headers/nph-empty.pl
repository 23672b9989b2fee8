# nph- and nothing.
