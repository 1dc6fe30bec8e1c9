import { describe, expect, it } from 'vitest';
import { getAutoApproval } from '../../../../../src/core/session/state/approval.ts';

const judged = (id: string, name: string, description?: string) =>
  getAutoApproval({ id, name, ...(description === undefined ? {} : { description }) });

describe('a mode that never asks', () => {
  it.each([
    ['bypassPermissions', 'Bypass Permissions', 'Bypass all permission checks'],
    ['bypassPermissions', 'Bypass Permissions'],
    ['yolo', 'YOLO', 'Auto-approves all tools'],
    ['auto', 'auto', 'Automatically approve tool calls'],
    ['https://x.test#autopilot', 'Autopilot', 'Enables allow-all and runs until completion'],
    ['full-access', 'Full Access', 'Can edit files outside this workspace'],
    ['auto_approve', 'Auto-approve tools', 'Automatically approve all tool calls without asking'],
    ['m1', 'Modus 1', 'Runs every command without asking for permission'],
    ['never-ask', 'Quiet'],
  ])('%s (%s) is recognized', (id, name, description?: string) => {
    expect(judged(id, name, description)).toBe('everything');
  });
});

describe('a mode that asks about everything but edits', () => {
  it.each([
    ['acceptEdits', 'Accept edits', 'Automatically accept all file edits'],
    ['autoEdit', 'Auto Edit', 'Auto-approves edit tools'],
    ['auto-edit', 'Auto Edit', 'Automatically approve file edits'],
    ['x', 'Hands', 'Auto-accept file edit operations'],
  ])('%s (%s) is recognized', (id, name, description?: string) => {
    expect(judged(id, name, description)).toBe('edits');
  });
});

describe('a mode that asks', () => {
  it.each([
    ['default', 'Default', 'Standard behavior, prompts for dangerous operations'],
    ['default', 'Manual', 'Always ask before making changes'],
    ['plan', 'Plan', 'Read-only planning; no tool execution.'],
    ['plan', 'Plan', 'Explore the codebase and plan changes without modifying files'],
    ['auto', 'Auto', 'Auto-approve safe operations.'],
    ['dontAsk', "Don't Ask", "Don't prompt for permissions, deny if not pre-approved"],
    ['smart_approve', 'smart_approve', 'Ask only for sensitive tool calls'],
    ['approve', 'approve', 'Ask before every tool call'],
    ['agent', 'Auto review', 'Only ask for actions detected as potentially unsafe'],
    ['workspace-write', 'Workspace access', 'Edit workspace files; ask before writing outside.'],
    ['act', 'Act', 'Make changes to the codebase'],
    ['code', 'Code'],
  ])('%s (%s) has no warning', (id, name, description?: string) => {
    expect(judged(id, name, description)).toBeUndefined();
  });
});
