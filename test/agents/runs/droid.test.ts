import { runSignIn } from '../runSignIn.ts';
import { DROID } from '../signInAgents.ts';

runSignIn(DROID);
