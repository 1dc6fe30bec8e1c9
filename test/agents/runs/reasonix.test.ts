import { runAgent } from '../runAgent.ts';

runAgent('reasonix');
