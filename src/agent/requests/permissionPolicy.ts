import type { ToolKind } from '@agentclientprotocol/sdk';
import type { DecidedPermission } from '../../core/permission/permissionRules.ts';
import type { CommandLine } from '../../core/terminal/commandLine.ts';

/** What an agent wants to do, as it says itself or as we are about to do it. */
export interface PolicyRequest {
  /** The agent as the user has configured it. */
  readonly agent: { readonly id: string; readonly name: string };
  readonly sessionId: string;
  /** `agent`: it asks for permission for a tool of its own. `client`: it wants us to do it. */
  readonly source: 'agent' | 'client';
  readonly roots: readonly string[];
  readonly kind: ToolKind;
  /** Relative ones are below the first root. */
  readonly paths: readonly string[];
  readonly command?: CommandLine | undefined;
}

/** Decides requests by the user's rules. */
export interface PermissionPolicy {
  decide(request: PolicyRequest): Promise<DecidedPermission>;
  /** Records a decision that was carried out without asking the user. */
  record(request: PolicyRequest, decided: DecidedPermission): void;
}
