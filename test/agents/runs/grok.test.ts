import { runAgent } from '../runAgent.ts';

runAgent('grok');
