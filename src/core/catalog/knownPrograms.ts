/** A program that may be on the user's PATH, and how it is started as an ACP agent. */
export interface KnownProgram {
  readonly program: string;
  /** The agent's id in the registry. */
  readonly id: string;
  readonly name: string;
  /** Absent if the program itself does not support ACP and needs an adapter. */
  readonly args?: readonly string[];
}

/** Without these arguments most programs start an interactive session and never answer. */
export const KNOWN_PROGRAMS: readonly KnownProgram[] = [
  { program: 'claude-agent-acp', id: 'claude-acp', name: 'Claude Agent', args: [] },
  { program: 'claude', id: 'claude-acp', name: 'Claude Agent' },
  { program: 'codex-acp', id: 'codex-acp', name: 'Codex', args: [] },
  { program: 'codex', id: 'codex-acp', name: 'Codex' },
  { program: 'pi-acp', id: 'pi-acp', name: 'pi ACP', args: [] },
  { program: 'pi', id: 'pi-acp', name: 'pi ACP' },
  { program: 'gemini', id: 'gemini', name: 'Gemini CLI', args: ['--acp'] },
  { program: 'opencode', id: 'opencode', name: 'OpenCode', args: ['acp'] },
  { program: 'copilot', id: 'github-copilot-cli', name: 'GitHub Copilot', args: ['--acp'] },
  { program: 'qwen', id: 'qwen-code', name: 'Qwen Code', args: ['--acp'] },
  { program: 'goose', id: 'goose', name: 'goose', args: ['acp'] },
  { program: 'cursor-agent', id: 'cursor', name: 'Cursor', args: ['acp'] },
  { program: 'kimi', id: 'kimi', name: 'Kimi CLI', args: ['acp'] },
  { program: 'auggie', id: 'auggie', name: 'Auggie CLI', args: ['--acp'] },
  { program: 'cline', id: 'cline', name: 'Cline', args: ['--acp'] },
  { program: 'kilo', id: 'kilo', name: 'Kilo', args: ['acp'] },
  { program: 'grok', id: 'grok-build', name: 'Grok Build', args: ['agent', 'stdio'] },
  { program: 'vibe-acp', id: 'mistral-vibe', name: 'Mistral Vibe', args: [] },
  { program: 'amp-acp', id: 'amp-acp', name: 'Amp', args: [] },
  { program: 'codebuddy', id: 'codebuddy-code', name: 'Codebuddy Code', args: ['--acp'] },
  { program: 'qodercli', id: 'qoder', name: 'Qoder CLI', args: ['--acp'] },
  {
    program: 'droid',
    id: 'factory-droid',
    name: 'Factory Droid',
    args: ['exec', '--output-format', 'acp-daemon'],
  },
  { program: 'devin', id: 'devin', name: 'Devin', args: ['acp'] },
  { program: 'junie', id: 'junie', name: 'Junie', args: ['--acp=true'] },
  { program: 'stakpak', id: 'stakpak', name: 'Stakpak', args: ['acp'] },
  { program: 'vtcode', id: 'vtcode', name: 'VT Code', args: ['acp'] },
  { program: 'crow-cli', id: 'crow-cli', name: 'crow-cli', args: ['acp'] },
  { program: 'dimcode', id: 'dimcode', name: 'DimCode', args: ['acp'] },
  { program: 'harn', id: 'harn', name: 'Harn', args: ['serve', 'acp'] },
  { program: 'kimchi', id: 'kimchi', name: 'Kimchi', args: ['--mode', 'acp'] },
  { program: 'sigit', id: 'sigit', name: 'siGit Code', args: [] },
  { program: 'fast-agent-acp', id: 'fast-agent', name: 'fast-agent', args: ['-x'] },
];
