import type * as vscode from 'vscode';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RecentDiskWrites } from '../../../../../src/vscode/review/decisions/recentDiskWrites.ts';

const documentOf = (version: number) => ({ version }) as vscode.TextDocument;

describe('RecentDiskWrites', () => {
  afterEach(() => vi.useRealTimers());

  it('contains a document until it changes or VS Code has had time to reload it', () => {
    vi.useFakeTimers();
    const beneath = new RecentDiskWrites();
    const [still, changes] = [documentOf(1), documentOf(1)];
    beneath.add(still);
    beneath.add(changes);
    expect(beneath.has(still)).toBe(true);
    expect(beneath.has(documentOf(1))).toBe(false);
    Object.assign(changes, { version: 2 });
    expect(beneath.has(changes)).toBe(false);
    vi.advanceTimersByTime(3_000);
    expect(beneath.has(still)).toBe(false);
  });
});
