import { describe, expect, it } from 'vitest';
import { folderPrefixes } from '../../../../src/core/search/folderPrefixes.ts';

describe('the folders of a workspace', () => {
  it('get unique prefixes from their names, numbered if equal', () => {
    expect(folderPrefixes(['web'])).toEqual(['']);
    expect(folderPrefixes(['web', 'api'])).toEqual(['web/', 'api/']);
    expect(folderPrefixes(['web', 'api', 'web', 'web'])).toEqual([
      'web/',
      'api/',
      'web (2)/',
      'web (3)/',
    ]);
  });
});
