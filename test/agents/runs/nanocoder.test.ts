import { runAgent } from '../runAgent.ts';

runAgent('nanocoder');
