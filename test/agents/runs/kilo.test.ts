import { runAgent } from '../runAgent.ts';

runAgent('kilo');
