import { describe, expect, it } from 'vitest';
import { download } from '../../../../src/agent/catalog/download.ts';

describe('a download', () => {
  it('that cannot be written reports the disk and not the connection', async () => {
    const downloading = download({
      url: 'https://files.example/agent.zip',
      file: '/no/such/folder/agent.zip',
      signal: new AbortController().signal,
      fetch: async () => new Response('bytes'),
    });
    await expect(downloading).rejects.toThrow(/Couldn't write .*\(ENOENT\).*disk space/);
  });

  it('that does not arrive reports the connection', async () => {
    const downloading = download({
      url: 'https://files.example/agent.zip',
      file: '/no/such/folder/agent.zip',
      signal: new AbortController().signal,
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ENOTFOUND') })),
    });
    await expect(downloading).rejects.toThrow(/Couldn't download .*\(ENOTFOUND\).*connection/);
  });
});
