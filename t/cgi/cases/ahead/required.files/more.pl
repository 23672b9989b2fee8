{ answer => 6 * 7, now => time }
