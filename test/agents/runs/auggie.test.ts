import { runSignIn } from '../runSignIn.ts';
import { AUGGIE } from '../signInAgents.ts';

runSignIn(AUGGIE);
