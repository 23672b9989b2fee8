# The message of a library that cannot be loaded, which is kept per thread, is
# translated by the environment.
BEGIN {
    require DynaLoader;
    DynaLoader::dl_load_file('/no/such/library.so', 0);
    $message = DynaLoader::dl_error();
}
print "Content-Type: text/plain\n\n$message\n";
