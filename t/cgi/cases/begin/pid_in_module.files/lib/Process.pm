package Process;
our $id = $$;
1;
