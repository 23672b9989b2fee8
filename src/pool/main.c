/*
 * main.c - mehari-pool: httpd's parent starts one for each pool.
 */
#include <stdio.h>

int main(void)
{
    fputs("mehari-pool is started by httpd (see PerlPool).\n", stderr);
    return 2;
}
