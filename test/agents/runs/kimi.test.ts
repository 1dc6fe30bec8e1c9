import { runAgent } from '../runAgent.ts';

runAgent('kimi');
