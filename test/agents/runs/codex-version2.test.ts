import { runAgent } from '../runAgent.ts';

runAgent('codex-version2');
