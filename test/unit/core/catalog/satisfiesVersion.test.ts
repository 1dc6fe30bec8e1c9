import { describe, expect, it } from 'vitest';
import { satisfiesVersion } from '../../../../src/core/catalog/satisfiesVersion.ts';

describe('satisfiesVersion', () => {
  it.each([
    ['>=20', 'v20.20.0'],
    ['>=20.19', 'v22.0.0'],
    ['>= 20.19.0', 'v20.19.0'],
    ['^18.1 || >=22', 'v18.20.4'],
    ['^18.1 || >=22', 'v24.0.0'],
    ['>=18 <25', 'v24.21.0'],
    ['20.x', 'v20.3.1'],
    ['20', 'v20.3.1'],
    ['*', 'v1.0.0'],
    ['', 'v1.0.0'],
    ['~22.3', 'v22.3.9'],
    ['whatever they mean', 'v1.0.0'],
    ['>=22.0.0-0', 'v22.0.0'],
  ])('takes %s for what allows %s', (range, version) => {
    expect(satisfiesVersion(range, version)).toBe(true);
  });

  it.each([
    ['>=22', 'v20.20.0'],
    ['>=20.19', 'v20.18.3'],
    ['^18.1 || >=22', 'v20.0.0'],
    ['>=18 <21', 'v22.0.0'],
    ['20.x', 'v22.3.1'],
    ['~22.3', 'v22.4.0'],
    ['>22', 'v22.5.0'],
    ['<=18', 'v20.0.0'],
  ])('takes %s for what does not allow %s', (range, version) => {
    expect(satisfiesVersion(range, version)).toBe(false);
  });
});
