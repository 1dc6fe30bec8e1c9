import { runAgent } from '../runAgent.ts';

runAgent('qwen');
