import { runAgent } from '../runAgent.ts';

runAgent('pi');
