{ colour => 'red' };
