import { toolsInWindow } from '../toolsInWindow.ts';

toolsInWindow('goose');
