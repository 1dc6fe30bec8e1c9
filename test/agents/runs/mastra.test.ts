import { runAgent } from '../runAgent.ts';

runAgent('mastra');
