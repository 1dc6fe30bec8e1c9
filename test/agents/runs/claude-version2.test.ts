import { runAgent } from '../runAgent.ts';

runAgent('claude-version2');
