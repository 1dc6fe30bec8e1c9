import { reviewInWindow } from '../reviewInWindow.ts';

reviewInWindow('codex-zed');
