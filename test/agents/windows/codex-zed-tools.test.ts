import { toolsInWindow } from '../toolsInWindow.ts';

toolsInWindow('codex-zed');
