import { runAgent } from '../runAgent.ts';

runAgent('opencode');
