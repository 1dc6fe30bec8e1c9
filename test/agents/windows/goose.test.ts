import { reviewInWindow } from '../reviewInWindow.ts';

reviewInWindow('goose');
