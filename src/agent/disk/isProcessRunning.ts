import { errorCode } from '../../core/errorCode.ts';

/** Whether a process with this id exists, also if it belongs to another user. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
