import { getNodeRuntime } from './nodeRuntime.ts';
import type { NodeRuntime } from './nodeRuntime.ts';
import { BUILD_TARGETS } from './registry.ts';
import type { BuildTarget, ListedAgent, RegistryAgent } from './registry.ts';
import { t } from '../l10n.ts';

type Variables = Readonly<Record<string, string>>;

/** What to download for an agent, and how to start it afterwards. */
export type InstallPlan = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly args: readonly string[];
  readonly env: Variables;
} & (
  | {
      readonly kind: 'npx' | 'uvx';
      /** A package with its exact version. */
      readonly spec: string;
      /** The command in the package, if it has several. */
      readonly cmd?: string | undefined;
      /** The Node to download first, since the user has no npm. */
      readonly runtime?: NodeRuntime;
    }
  | {
      readonly kind: 'binary';
      readonly url: string;
      readonly cmd: string;
      readonly sha256?: string | undefined;
    }
);

/** What this machine offers for installing agents. */
export interface InstallEnvironment {
  /** Absent if no agent has builds for this platform. */
  readonly build: BuildTarget | undefined;
  readonly hasNpm: boolean;
  readonly hasUv: boolean;
}

/** The best way to install an agent, or the reason why it cannot be installed. */
export function createInstallPlan(
  agent: RegistryAgent,
  machine: InstallEnvironment,
): InstallPlan | string {
  const { npx, uvx, binary } = agent.distribution;
  const common = { id: agent.id, name: agent.name, version: agent.version };
  const archive = machine.build && binary?.[machine.build];
  if (npx && machine.hasNpm) {
    return { ...common, ...npx, kind: 'npx', spec: npx.package };
  }
  if (archive) {
    return { ...common, ...archive, kind: 'binary', url: archive.archive };
  }
  if (uvx && machine.hasUv) {
    return { ...common, ...uvx, kind: 'uvx', spec: uvx.package };
  }
  if (npx && machine.build) {
    const runtime = getNodeRuntime(machine.build);
    return { ...common, ...npx, kind: 'npx', spec: npx.package, runtime };
  }
  if (npx) {
    return t('Needs Node.js. Install it from https://nodejs.org, then reload the window.');
  }
  return uvx
    ? t('Needs uv. Install it from https://docs.astral.sh/uv, then reload the window.')
    : t('Not available for this system.');
}

/** Why an agent without a distribution cannot be installed yet. */
export function getListedReason(agent: ListedAgent, { build }: InstallEnvironment): string {
  return build && agent.builds.includes(build)
    ? t('Refresh the registry to install it.')
    : t('Not available for this system.');
}

/** The registry's name for the platform. */
export function getBuildTarget(platform: string, arch: string): BuildTarget | undefined {
  const system = { darwin: 'darwin', linux: 'linux', win32: 'windows' }[platform];
  const processor = { arm64: 'aarch64', x64: 'x86_64' }[arch];
  return BUILD_TARGETS.find(build => build === `${system}-${processor}`);
}
