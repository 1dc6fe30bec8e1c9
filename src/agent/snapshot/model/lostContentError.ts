import { UserError } from '../../../core/errors.ts';

/** The content of a snapshot is gone. Retrying is pointless. */
export class LostContentError extends UserError {}
