import fc from 'fast-check';

// The tests run for each of thousands of mutations, so properties are checked with fewer random values.
fc.configureGlobal({ numRuns: 25 });
