import { toolsInWindow } from '../toolsInWindow.ts';

toolsInWindow('claude');
