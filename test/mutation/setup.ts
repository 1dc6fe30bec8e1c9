import fc from 'fast-check';

// Each of thousands of changes runs the tests, so properties are tried with fewer random values.
fc.configureGlobal({ numRuns: 25 });
