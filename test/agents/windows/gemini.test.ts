import { reviewInWindow } from '../reviewInWindow.ts';

reviewInWindow('gemini');
