import { runAgent } from '../runAgent.ts';

runAgent('cline');
