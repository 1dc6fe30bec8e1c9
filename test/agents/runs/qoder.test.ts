import { runSignIn } from '../runSignIn.ts';
import { QODER } from '../signInAgents.ts';

runSignIn(QODER);
