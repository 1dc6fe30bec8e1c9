import { describe, expect, it } from 'vitest';
import { getNodeRuntime, getTarballUrl } from '../../../../src/core/catalog/nodeRuntime.ts';
import { POPULAR_AGENTS } from '../../../../src/core/catalog/popularAgents.ts';
import { BUILD_TARGETS } from '../../../../src/core/catalog/registry.ts';
import { satisfiesVersion } from '../../../../src/core/catalog/satisfiesVersion.ts';

describe('the Node that can be downloaded', () => {
  it.each(BUILD_TARGETS)('has an exact version and a checksum for %s', build => {
    const { version, downloadMb, node, npm } = getNodeRuntime(build);
    expect(node.version).toBe(version);
    expect(downloadMb).toBeLessThan(100);
    for (const one of [node, npm]) {
      expect(one.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(one.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
    for (const { id, node: oldest } of POPULAR_AGENTS) {
      expect([id, satisfiesVersion(`>=${oldest ?? 0}`, version)]).toEqual([id, true]);
    }
    expect(satisfiesVersion('^20.17.0 || >=22.9.0', version)).toBe(true); // What this npm supports.
  });

  it('has another checksum for each platform', () => {
    const checksums = BUILD_TARGETS.map(build => getNodeRuntime(build).node.integrity);
    expect(new Set(checksums).size).toBe(BUILD_TARGETS.length);
  });

  it('is at the same place in every registry', () => {
    const { npm } = getNodeRuntime('linux-x86_64');
    const path = `npm/-/npm-${npm.version}.tgz`;
    expect(getTarballUrl('https://registry.npmjs.org', npm)).toBe(
      `https://registry.npmjs.org/${path}`,
    );
    expect(getTarballUrl('https://mirror.example/npm/', npm)).toBe(
      `https://mirror.example/npm/${path}`,
    );
  });
});
