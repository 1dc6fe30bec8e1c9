import { afterEach, beforeEach } from 'vitest';
import { SessionFixture } from './sessionFixture.ts';

/** Opens the fixture before each test of a file and closes it after the test. */
export function useSessionFixture(): SessionFixture {
  const fixture = new SessionFixture();
  beforeEach(() => fixture.open());
  afterEach(() => fixture.close());
  return fixture;
}
