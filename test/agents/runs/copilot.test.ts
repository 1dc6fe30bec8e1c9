import { runAgent } from '../runAgent.ts';

runAgent('copilot');
