import { reviewInWindow } from '../reviewInWindow.ts';

reviewInWindow('claude');
