import { UserError } from '../../../core/errors.ts';

/** What a snapshot held is not there any more: to ask again is of no use. */
export class LostContentError extends UserError {}
