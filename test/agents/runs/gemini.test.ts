import { runAgent } from '../runAgent.ts';

runAgent('gemini');
