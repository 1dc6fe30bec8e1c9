import { runAgent } from '../runAgent.ts';

runAgent('goose');
