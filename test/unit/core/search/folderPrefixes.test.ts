import { describe, expect, it } from 'vitest';
import { folderPrefixes } from '../../../../src/core/search/folderPrefixes.ts';

describe('the folders of a workspace', () => {
  it('are told apart by their names, and by numbers where they share one', () => {
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
