import { reviewInWindow } from '../reviewInWindow.ts';

reviewInWindow('opencode');
