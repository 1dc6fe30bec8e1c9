import { toolsInWindow } from '../toolsInWindow.ts';

toolsInWindow('gemini');
