import { toolsInWindow } from '../toolsInWindow.ts';

toolsInWindow('opencode');
